import type { SyncState } from '@/lib/generated/prisma/enums'

export type SyncPhase = 'pull requests' | 'commits'

/** How far a repository is up to date. */
export type SyncView = {
  state: SyncState
  phase: SyncPhase | null
  done: number
  /** Null while it is not known. */
  total: number | null
  /** Why it failed, or waits, in words. */
  problem: string | null
  /** When it is tried again, where it waits. */
  notBefore: Date
  /** End of the last one that came to its end. */
  finishedAt: Date | null
}

/** The phase that a stored text names. */
export function toPhase(text: string | null): SyncPhase | null {
  return text === 'pull requests' || text === 'commits' ? text : null
}
