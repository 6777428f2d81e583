/** What a deployment brings, as far as it is known before it begins; null for what is not known. */
export type Content = {
  pullRequests: number | null
  /** Merges not counted. */
  commits: number | null
  /** Added and deleted. */
  lines: number | null
  /** Keys of the files that it changes. */
  files: readonly number[] | null
  folders: number | null
  /** When the oldest of its pull requests was merged, in milliseconds since 1970. */
  oldestAt: number | null
  /** How many of its authors are new to where it comes from. */
  newAuthors: number | null
}

export const unknownContent: Content = {
  pullRequests: null,
  commits: null,
  lines: null,
  files: null,
  folders: null,
  oldestAt: null,
  newAuthors: null,
}

/** How a deployment ended, in milliseconds since 1970: one that was rolled back ended as a success before. */
export type Outcome = { endedAt: number; failedAt: number | null }

/** A production deployment to learn from, or to judge; `outcome` is null while there is none, or none that counts. */
export type Case = { id: number; service: string; startedAt: number; content: Content; outcome: Outcome | null }

/** Whether a deployment was known to have failed at an instant; null while its end was not known. */
export function failedAsOf({ startedAt, outcome }: Pick<Case, 'startedAt' | 'outcome'>, at: number): boolean | null {
  if (outcome === null) return null
  // Where clocks disagree it ends before it starts: no one knew that then either.
  const knownAt = Math.max(outcome.endedAt, startedAt + 1)
  const failedAt = outcome.failedAt === null ? Number.POSITIVE_INFINITY : Math.max(outcome.failedAt, knownAt)
  if (failedAt <= at) return true
  return knownAt <= at ? false : null
}

/** The instants at which more is known of how a deployment ended. */
export function newsOf(one: Pick<Case, 'startedAt' | 'outcome'>): number[] {
  const { startedAt, outcome } = one
  if (outcome === null) return []
  const knownAt = Math.max(outcome.endedAt, startedAt + 1)
  return outcome.failedAt === null ? [knownAt] : [...new Set([knownAt, Math.max(outcome.failedAt, knownAt)])]
}

const year10000 = 253_402_300_800_000

/** Those that can be learned from, in the order in which they began: each once, none with an absurd date. */
export function usableCases(cases: readonly Case[]): Case[] {
  const isInstant = (at: number | null) => at === null || (Number.isFinite(at) && Math.abs(at) < year10000)
  const byId = new Map(cases.map((one) => [one.id, one]))
  return [...byId.values()]
    .filter(({ startedAt, outcome }) => {
      return isInstant(startedAt) && isInstant(outcome?.endedAt ?? null) && isInstant(outcome?.failedAt ?? null)
    })
    .sort((a, b) => a.startedAt - b.startedAt || a.id - b.id)
}
