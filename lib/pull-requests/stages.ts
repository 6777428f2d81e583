/** What a pull request went through, one after the other. */
export type Stage = { name: StageName; from: Date; to: Date; seconds: number }

export type StageName = 'coding' | 'review' | 'coding and review' | 'deploy'

type Instants = {
  firstCommitAt: Date | null
  openedAt: Date | null
  mergedAt: Date | null
  /** Completion of the deployment that delivered it. */
  liveAt: Date | null
}

/**
 * The stages whose start and end are known, without gaps, so that they add up to the time from the first instant to the
 * last one: coding until the pull request was opened, review until it was merged, deploy until it was live. Where the
 * opening is not known, coding and review are one. A clock that runs behind ends a stage where it began.
 */
export function stagesOf({ firstCommitAt, openedAt, mergedAt, liveAt }: Instants): Stage[] {
  const ends: [name: StageName, end: Date | null][] = [
    ['coding', openedAt],
    [openedAt ? 'review' : 'coding and review', mergedAt],
    ['deploy', mergedAt && liveAt],
  ]
  const stages: Stage[] = []
  let from = firstCommitAt
  for (const [name, end] of ends) {
    if (!end) continue
    const to = from && from > end ? from : end
    if (from) stages.push({ name, from, to, seconds: Math.round((to.getTime() - from.getTime()) / 1000) })
    from = to
  }
  return stages
}
