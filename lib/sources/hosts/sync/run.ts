import { cleanAddedToLists } from '@/lib/db/clean-pending-lists'
import { db } from '@/lib/db/db'
import { importedTables, refreshStatistics } from '@/lib/db/refresh-statistics'
import { checkRepository } from '@/lib/deployments/first-deployments/check-repository'
import { markForRelinking } from '@/lib/deployments/linking/relink'
import { HostError, type HostReader, type HostRepository } from '../model'
import type { Claim } from './claim'
import { concludeDone, concludeFailed, concludeStopped } from './conclude'
import { parseCursor } from './cursor'
import { advance, holdingLease } from './hold'
import { orAborted } from './or-aborted'
import { readCommits } from './read-commits'
import { readPullRequests } from './read-pull-requests'
import { refreshRepository } from './refresh-repository'
import type { SyncWork } from './work'

export type SyncResult = {
  /** New ones. */
  commits: number
  /** New or changed ones. */
  pullRequests: number
}

/**
 * Brings a claimed repository up to date from its host, from where the last attempt stopped, marks the deployments that
 * what became known concerns, which are linked after, and notes the outcome. Whatever goes wrong is noted and thrown; what is stored by then stays. An aborted `stop` gives
 * the sync back where it stands. AppError `not_found`, whatever went wrong, when the repository is removed meanwhile.
 */
export async function runSync(
  claim: Claim,
  openReader: () => Promise<HostReader>,
  stop: AbortSignal,
  report: (claim: Claim) => void = () => undefined,
): Promise<SyncResult> {
  try {
    const reader = await openReader()
    const result = await holdingLease(claim, stop, (signal) => bringUpToDate(claim, reader, signal, report))
    await concludeDone(claim)
    return result
  } catch (error) {
    if (stop.aborted) {
      await concludeStopped(claim)
      throw error
    }
    await checkRepository(db().people, claim)
    await concludeFailed(claim, error)
    throw error
  }
}

async function bringUpToDate(
  claim: Claim,
  reader: HostReader,
  signal: AbortSignal,
  report: (claim: Claim) => void,
): Promise<SyncResult> {
  const { hostId, organizationId, repositoryId } = claim
  if (hostId === null) throw new HostError('The repository is not connected to a host. Connect it again.', 'access')
  const work = { claim, reader, hostId, signal, report }
  const reported = await orAborted(signal, (ended) => reader.readRepository(hostId, ended))
  await restartElsewhere(work, reported)
  const { defaultBranch } = await refreshRepository(claim, reported)
  let commits = 0
  if (claim.phase === 'commits') {
    // The pull requests were read by an earlier attempt, which may be days ago.
    commits += await readCommits(work, defaultBranch)
    await advance(claim, signal, async () => ({
      phase: null,
      done: 0,
      total: null,
      cursor: { ...claim.cursor, pages: 0 },
    }))
  }
  const pullRequests = await readPullRequests(work)
  commits += await readCommits(work, defaultBranch)
  const where = { organizationId_id: { organizationId, id: repositoryId } }
  await db().prisma.repository.update({ where, data: { importedAt: new Date() } })
  await refreshStatistics(db().people, importedTables)
  await markForRelinking(organizationId, repositoryId)
  return { commits, pullRequests }
}

/** A few at once: each adds to the index of titles, which searches of all organizations read. */
const forgetSome = `
  UPDATE pull_requests SET host_updated_at = NULL
  WHERE organization_id = $1 AND repository_id = $2 AND id IN (
    SELECT id FROM pull_requests
    WHERE organization_id = $1 AND repository_id = $2 AND host_updated_at IS NOT NULL LIMIT 1000)`

async function forgetTimes({ organizationId, repositoryId }: Claim, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rowCount } = await db().people.query(forgetSome, [organizationId, repositoryId])
    if (rowCount === 0) return
    await cleanAddedToLists()
  }
}

/**
 * Keeps in mind from which repository at which host a sync reads. Where that is another one than the last time, how far
 * the last one came says nothing, nor do the times at which its pull requests changed.
 */
async function restartElsewhere({ claim, reader, signal }: SyncWork, reported: HostRepository): Promise<void> {
  const { cursor } = claim
  const source = `${reader.host} ${new URL(reported.webUrl).origin} ${reported.hostId}`
  if (cursor.source === source) return
  if (cursor.source !== null) await forgetTimes(claim, signal)
  await advance(claim, signal, async () => {
    if (cursor.source === null) return { cursor: { ...cursor, source } }
    const start = { ...parseCursor({}), run: cursor.run, source, provisional: true }
    return { phase: null, done: 0, total: null, cursor: start }
  })
}
