/** What a person begins with in an organization; null for all teams, and for all of production. */
export type View = { team: string | null; environment: string | null }

/** What an address of a report says of a view: "?environment=production&team=Harbour", "" for everything. */
export function viewQuery({ team, environment }: View): string {
  const params = new URLSearchParams()
  if (environment !== null) params.set('environment', environment)
  if (team !== null) params.set('team', team)
  return params.size > 0 ? `?${params}` : ''
}

/** A view in words: "Harbour, production". */
export function viewText({ team, environment }: View): string {
  return [team, environment].filter((part) => part !== null).join(', ')
}
