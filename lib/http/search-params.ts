/** The query of a page as Next hands it over, the first value of each name; blank ones are left out. */
export function toSearchParams(query: Record<string, string | string[] | undefined>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first) params.set(name, first)
  }
  return params
}

/** A query string with more parameters, null for those that it is not to have: "?range=90d&sort=slowest". */
export function withParams(query: string, changes: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  return params.size > 0 ? `?${params}` : ''
}

/** The number of a page as it stands in an address, from 1; the first for what is no such number. */
export function pageOf(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
