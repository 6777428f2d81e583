import { db } from '@/lib/db/db'
import { correctGenerations } from '../correct-generations'
import { HostError } from '../model'
import { findGaps } from './find-gaps'
import { findUnknown } from './find-unknown'
import { advance } from './hold'
import { orAborted } from './or-aborted'
import { walkCommits } from './walk-commits'
import type { SyncWork } from './work'

/**
 * Reads the history of every branch and tag as far as it is not stored, the default branch first. Returns how many
 * commits are new.
 */
export async function readCommits(work: SyncWork, defaultBranch: string | null): Promise<number> {
  const { claim, reader, hostId, signal } = work
  let stored = claim.cursor.walk ? await walk(work, claim.cursor.walk) : 0
  const tips = await orAborted(signal, (ended) => reader.readTips(hostId, ended))
  for (const tip of inOrder(tips, defaultBranch)) {
    if ((await findUnknown(db().people, claim, [tip])).size > 0) stored += await walk(work, { tip, from: null })
  }
  const mayHaveGaps = claim.cursor.provisional || !(await wasRead(claim.repositoryId))
  if (mayHaveGaps) for (const tip of await findGaps(claim)) stored += await walk(work, { tip, from: null })
  if (claim.cursor.provisional) {
    await correctGenerations(claim, signal)
    await advance(claim, signal, async () => ({ cursor: { ...claim.cursor, provisional: false } }))
  }
  return stored
}

/** A commit that is gone by now, after a force push or in a shallow history, ends its walk, if the repository is there. */
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

async function wasRead(repositoryId: number): Promise<boolean> {
  const sync = await db().prisma.repositorySync.findUnique({ where: { repositoryId }, select: { finishedAt: true } })
  return sync?.finishedAt != null
}
