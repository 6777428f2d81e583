import { loadRange } from '@/lib/commits/load'
import { findByCommit, findByMergeCommits, findInTimeWindow } from '@/lib/linking/find-pull-requests'
import type { ResolvedCommits } from '@/lib/linking/resolve-commit'
import { type Linking, linkBetween, linkExactly } from '@/lib/linking/rules'
import type { Queryable } from '@/lib/transaction'

/** Commits that one event may walk and link within the time that its sender waits. */
const maxRangeCommits = 50_000

/**
 * The pull requests that a deployed commit ships by itself: those between the previous commit and it, by ancestry, else
 * by date; without a previous commit, those of the commit alone.
 */
export async function findLinks(client: Queryable, organizationId: number, commits: ResolvedCommits): Promise<Linking> {
  const { current, previous } = commits
  const repository = { organizationId, repositoryId: current.repositoryId }
  if (previous?.inGraph && current.inGraph) {
    const ends = { head: current.sha, base: previous.sha }
    const range = await loadRange(client, { ...repository, ...ends, maxCommits: maxRangeCommits })
    if (range.complete) {
      return linkBetween(current.sha, await findByMergeCommits(client, repository, range.shas), 'range')
    }
    if (range.reason === 'too many commits') return { links: [], reason: 'range too long' }
  }
  const ofCommit = await findByCommit(client, repository, current.sha)
  if (previous) {
    const ofPrevious = await findByCommit(client, repository, previous.sha)
    const window = await findInTimeWindow(client, repository, ofCommit, ofPrevious, maxRangeCommits)
    if (window) return linkBetween(current.sha, window, 'time-window')
  }
  return linkExactly(current.sha, ofCommit)
}
