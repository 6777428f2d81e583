export const annotationKinds = { freeze: 'Freeze', launch: 'Launch', incident: 'Incident' } as const

/** What happened on some days, both included, such as "2026-11-27"; of the organization, or of one service or team. */
export type Annotation = {
  id: number
  kind: keyof typeof annotationKinds
  title: string
  firstDay: string
  lastDay: string
  /** Key of the service. */
  service: string | null
  team: string | null
}

/** Where an annotation stands in a chart, by its first and last bucket, and its words. */
export type ChartMark = { id: number; words: string; first: number; last: number }

/** "Freeze: Black Friday (api)" */
export function annotationSubject({
  kind,
  title,
  service,
  team,
}: Pick<Annotation, 'kind' | 'title' | 'service' | 'team'>) {
  const scope = service ?? (team === null ? null : `team ${team}`)
  return `${annotationKinds[kind]}: ${title}${scope === null ? '' : ` (${scope})`}`
}
