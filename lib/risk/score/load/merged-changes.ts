import type { Queryable } from '@/lib/db/transaction'
import { type Change, findChanges, findMerged } from './pull-requests'

type Repository = { organizationId: number; repositoryId: number }

/** What was merged in a repository, each pull request held once, however many ranges it is in. */
export type MergedChanges = {
  /** Reads what commits merged, in their order, until the budget is used up. */
  read: (shas: readonly string[]) => Promise<void>
  /** What commits merged; null where one was not read. */
  of: (commits: readonly { sha: string }[]) => Change[] | null
  /** Null where the budget does not reach. */
  byIds: (ids: readonly number[]) => Promise<Change[] | null>
}

const shasAtOnce = 1_000

/** `budget` is of pull requests to hold, and is taken from. */
export function createMergedChanges(
  client: Queryable,
  repository: Repository,
  budget: { left: number },
): MergedChanges {
  const known = new Map<number, Change>()
  const bySha = new Map<string, Change[]>()

  const hold = (change: Change): Change => {
    const held = known.get(change.id)
    if (held) return held
    budget.left -= 1
    known.set(change.id, change)
    return change
  }

  const read: MergedChanges['read'] = async (shas) => {
    for (let from = 0; from < shas.length && budget.left > 0; from += shasAtOnce) {
      const some = shas.slice(from, from + shasAtOnce)
      for (const sha of some) bySha.set(sha, [])
      for (const change of await findMerged(client, repository, some)) {
        bySha.get(change.mergeCommitSha ?? '')?.push(hold(change))
      }
    }
  }

  const of: MergedChanges['of'] = (commits) => {
    const changes: Change[] = []
    for (const { sha } of commits) {
      const merged = bySha.get(sha)
      if (!merged) return null
      changes.push(...merged)
    }
    return changes
  }

  const byIds: MergedChanges['byIds'] = async (ids) => {
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length > budget.left) return null
    if (missing.length > 0) (await findChanges(client, repository, missing)).forEach(hold)
    return ids.flatMap((id) => known.get(id) ?? [])
  }

  return { read, of, byIds }
}
