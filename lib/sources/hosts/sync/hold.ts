import { db } from '@/lib/db/db'
import { inTransaction, type Queryable } from '@/lib/db/transaction'
import { checkRepository } from '@/lib/deployments/first-deployments/check-repository'
import type { Claim } from './claim'
import { leaseSeconds } from './claim'

/** Another process runs the sync now. */
export class LeaseLostError extends Error {}

const save = `
  UPDATE repository_syncs SET
    phase = $4, done = $5, total = $6, cursor = cursor || $7, attempts = 0, problem = NULL,
    leased_until = now() + ${leaseSeconds} * interval '1 second'
  WHERE organization_id = $1 AND repository_id = $2 AND state = 'running' AND cursor ->> 'run' = $3`

/** Where a sync stands now. */
export type Progress = Pick<Claim, 'phase' | 'done' | 'total' | 'cursor'>

/**
 * Runs `work` and stores how far it brought the sync, both or neither. `LeaseLostError` when another process has taken
 * it over, AppError `not_found` when the repository is gone.
 */
export async function advance(
  claim: Claim,
  signal: AbortSignal,
  work: (client: Queryable) => Promise<Partial<Progress>>,
): Promise<void> {
  const next = await inTransaction(db().people, signal, async (client) => {
    await checkRepository(client, claim)
    const progress: Progress = { ...pick(claim), ...(await work(client)) }
    await saveProgress(client, claim, progress)
    return progress
  })
  Object.assign(claim, next)
}

function pick({ phase, done, total, cursor }: Claim): Progress {
  return { phase, done, total, cursor }
}

async function saveProgress(client: Queryable, claim: Claim, progress: Progress): Promise<void> {
  const { phase, done, total, cursor } = progress
  const values = [
    claim.organizationId,
    claim.repositoryId,
    claim.cursor.run,
    phase,
    done,
    total,
    JSON.stringify(cursor),
  ]
  const { rowCount } = await client.query(save, values)
  if (rowCount !== 1) throw new LeaseLostError('Another process has taken over')
}

const renew = `
  UPDATE repository_syncs SET leased_until = now() + ${leaseSeconds} * interval '1 second'
  WHERE organization_id = $1 AND repository_id = $2 AND state = 'running' AND cursor ->> 'run' = $3`

/** Keeps the lease while `work` runs; its signal is aborted when the lease is lost, or `signal` is. */
export async function holdingLease<T>(
  claim: Claim,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const beat = async () => {
    const { rowCount } = await db().people.query(renew, [claim.organizationId, claim.repositoryId, claim.cursor.run])
    if (rowCount !== 1) lost.abort(new LeaseLostError('Another process has taken over'))
  }
  // A database that does not answer now may do so before the lease ends.
  const timer = setInterval(() => void beat().catch(() => undefined), (leaseSeconds * 1000) / 3)
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(timer)
  }
}
