import { db } from '@/lib/db/db'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { checkGraphSize, measureGraph } from '@/lib/sources/hosts/check-graph-size'
import { storeHostCommits, storeProvisionalCommits } from '@/lib/sources/hosts/store-commits'
import { correctGenerations } from '../correct-generations'
import { type HostCommit, HostError } from '../model'
import { checkPages } from './check-pages'
import { checkGaps, findGaps } from './find-gaps'
import { findUnknown } from './find-unknown'
import { advance } from './hold'
import { orAborted } from './or-aborted'
import type { SyncWork } from './work'

/**
 * Reads the history of every branch and tag as far as it is not stored, the default branch first. Returns how many
 * commits are new.
 */
export async function readCommits(work: SyncWork, defaultBranch: string | null): Promise<number> {
  const { claim, reader, hostId, signal } = work
  if (claim.cursor.graphSize === null) {
    const graphSize = await measureGraph(claim)
    await advance(claim, signal, async () => ({ cursor: { ...claim.cursor, graphSize } }))
  }
  let stored = claim.cursor.walk ? await walk(work, claim.cursor.walk) : 0
  const tips = await orAborted(signal, (ended) => reader.readTips(hostId, ended))
  for (const tip of inOrder(tips, defaultBranch)) {
    if ((await findUnknown(db().people, claim, [tip])).size > 0) stored += await walk(work, { tip, from: null })
  }
  const mayHaveGaps = claim.cursor.provisional || !(await wasRead(claim))
  if (mayHaveGaps) for (const tip of await findGaps(claim)) stored += await walk(work, { tip, from: null })
  if (claim.cursor.provisional) {
    await correctGenerations(claim, signal)
    await advance(claim, signal, async () => ({ cursor: { ...claim.cursor, provisional: false } }))
  }
  return stored
}

/**
 * A commit that is gone by now, after a force push or in a shallow history, ends its walk, if the repository is there.
 */
async function walk(work: SyncWork, start: { tip: string; from: string | null }): Promise<number> {
  try {
    return await walkCommits(work, start)
  } catch (error) {
    if (!(error instanceof HostError) || error.kind !== 'gone') throw error
    const { claim, hostId, reader, report, signal } = work
    await orAborted(signal, (ended) => reader.readRepository(hostId, ended))
    const pages = claim.cursor.pages + 1
    await advance(claim, signal, async () => ({ cursor: { ...claim.cursor, walk: null, pages } }))
    report(claim)
    signal.throwIfAborted()
    return 0
  }
}

function inOrder(tips: ReadonlyMap<string, string>, defaultBranch: string | null): Set<string> {
  const first = defaultBranch === null ? undefined : tips.get(`refs/heads/${defaultBranch}`)
  return new Set([...(first ? [first] : []), ...tips.values()])
}

async function wasRead({ organizationId, repositoryId }: RepositoryKey): Promise<boolean> {
  const where = { organizationId_repositoryId: { organizationId, repositoryId } }
  const sync = await db().prisma.repositorySync.findUnique({ where, select: { finishedAt: true } })
  return sync?.finishedAt != null
}

type Start = { tip: string; from: string | null }

/**
 * Reads what is reachable from a commit, newest first, until all that is missing is stored. A page that is enough by
 * itself, as after a push, is stored parents first; longer histories get their true generations at the end of the sync.
 * Returns how many commits are new.
 */
async function walkCommits({ claim, reader, hostId, signal, report }: SyncWork, start: Start): Promise<number> {
  let stored = 0
  let { from }: Start = start
  let missing = from === null ? new Set<string>() : await findGaps(claim)
  do {
    checkPages(claim, reader.host, 'commits')
    const graphSize = claim.cursor.graphSize ?? 0
    checkGraphSize(graphSize)
    const page = await orAborted(signal, (ended) => reader.readCommits(hostId, start.tip, from, ended))
    missing = await findMissing(missing, page.items, (shas) => findUnknown(db().people, claim, shas))
    const next = missing.size === 0 ? null : page.next
    const enough = from === null && missing.size === 0 && !claim.cursor.provisional
    await advance(claim, signal, async (client) => {
      const store = enough ? storeHostCommits : storeProvisionalCommits
      const count = await store(client, claim, page.items)
      stored += count
      return {
        stored: { items: page.items, changed: count },
        done: claim.done + count,
        total: page.total === null ? claim.total : Math.max(claim.total ?? 0, page.total),
        cursor: {
          ...claim.cursor,
          provisional: claim.cursor.provisional || !enough,
          walk: next === null ? null : { tip: start.tip, from: next },
          pages: claim.cursor.pages + 1,
          graphSize: graphSize + sizeOfNew(page.items, count),
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
function sizeOfNew(commits: readonly HostCommit[], newOnes: number): number {
  const all = commits.reduce((sum, { parents }) => sum + parents.length + 1, 0)
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
