import { db } from '@/lib/db/db'
import { checkParents } from '../check-parents'
import type { HostCommit } from '../model'
import { storeHostCommits, storeProvisionalCommits } from '../store-commits'
import { addSyncedBytes } from './add-synced-bytes'
import { checkPages } from './check-pages'
import { checkGaps, findGaps } from './find-gaps'
import { findUnknown } from './find-unknown'
import { advance } from './hold'
import { orAborted } from './or-aborted'
import type { SyncWork } from './work'

type Start = { tip: string; from: string | null }

/**
 * Reads what is reachable from a commit, newest first, until all that is missing is stored. A page that is enough by
 * itself, as after a push, is stored parents first; longer histories get their true generations at the end of the sync.
 * Returns how many commits are new.
 */
export async function walkCommits({ claim, reader, hostId, signal, report }: SyncWork, start: Start): Promise<number> {
  let stored = 0
  let { from }: Start = start
  let missing = from === null ? new Set<string>() : await findGaps(claim)
  do {
    checkPages(claim, reader.host, 'commits')
    checkParents(claim.cursor.parents)
    const page = await orAborted(signal, (ended) => reader.readCommits(hostId, start.tip, from, ended))
    missing = await findMissing(missing, page.items, (shas) => findUnknown(db().people, claim, shas))
    const next = missing.size === 0 ? null : page.next
    const enough = from === null && missing.size === 0 && !claim.cursor.provisional
    await advance(claim, signal, async (client) => {
      const store = enough ? storeHostCommits : storeProvisionalCommits
      const count = await store(client, claim, page.items)
      await addSyncedBytes(client, claim, page.items, count)
      stored += count
      return {
        done: claim.done + count,
        total: page.total === null ? claim.total : Math.max(claim.total ?? 0, page.total),
        cursor: {
          ...claim.cursor,
          provisional: claim.cursor.provisional || !enough,
          walk: next === null ? null : { tip: start.tip, from: next },
          pages: claim.cursor.pages + 1,
          parents: claim.cursor.parents + parentsOfNew(page.items, count),
        },
      }
    })
    report(claim)
    signal.throwIfAborted()
    from = next
  } while (from !== null)
  return stored
}

/** As if those that are new had as many parents as the others. */
function parentsOfNew(commits: readonly HostCommit[], newOnes: number): number {
  const all = commits.reduce((sum, { parents }) => sum + parents.length, 0)
  return newOnes === 0 ? 0 : Math.round((all * newOnes) / commits.length)
}

/** Parents that neither this walk nor an earlier one has brought. */
async function findMissing(
  missing: ReadonlySet<string>,
  commits: readonly HostCommit[],
  findUnknown: (shas: string[]) => Promise<Set<string>>,
): Promise<Set<string>> {
  const open = new Set([...missing, ...commits.flatMap(({ parents }) => parents)])
  for (const { sha } of commits) open.delete(sha)
  checkGaps(open)
  return findUnknown([...open])
}
