import type { Queryable } from '@/lib/db/transaction'
import type { CommitEdges } from '@/lib/deployments/commits/frontier'
import type { RangeResult } from '@/lib/deployments/commits/graph'
import { loadRange, type NewestCommits } from '@/lib/deployments/commits/load'
import type { KnownCommit } from '@/lib/deployments/linking/rules'

type Ends = { current: KnownCommit; base: KnownCommit }

/** Whether a range is its head alone: the base is all that comes before. */
export function isOneCommit({ current, base }: Ends): boolean {
  return current.parent === base.sha
}

/**
 * The commits between two that a repository knows; none is read where there is but one. `newest` spares the first look
 * at them where it has the base.
 */
export async function findRange(
  client: Queryable,
  repository: { organizationId: number; repositoryId: number },
  { current, base, maxCommits }: Ends & { maxCommits: number },
  newest?: NewestCommits,
): Promise<RangeResult | { complete: true; commits: CommitEdges[] }> {
  if (isOneCommit({ current, base })) return { complete: true, commits: [{ sha: current.sha, parents: [base.sha] }] }
  return loadRange(client, { ...repository, head: current.sha, base: base.sha, maxCommits }, newest)
}
