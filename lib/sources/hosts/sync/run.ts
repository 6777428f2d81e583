import { db } from '@/lib/db/db'
import { checkRepository } from '@/lib/deployments/first-deployments/check-repository'
import { markForRelinking } from '@/lib/deployments/linking/relink'
import { HostError, type HostReader } from '../model'
import type { Claim } from './claim'
import { concludeDone, concludeFailed, concludeStopped } from './conclude'
import { advance, holdingLease } from './hold'
import { orAborted } from './or-aborted'
import { readCommits } from './read-commits'
import { readPullRequests } from './read-pull-requests'
import { refreshRepository } from './refresh-repository'
import { restartElsewhere } from './restart-elsewhere'

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
  const where = { id: repositoryId, organizationId }
  await db().prisma.repository.update({ where, data: { importedAt: new Date() } })
  await markForRelinking(organizationId, repositoryId)
  return { commits, pullRequests }
}
