import { db } from '@/lib/db/db'
import { inTransaction, type Queryable, runDeferred } from '@/lib/db/transaction'
import { checkRepository } from '@/lib/deployments/first-deployments/check-repository'
import { addSyncedBytes } from './add-synced-bytes'
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
type Progress = Pick<Claim, 'phase' | 'done' | 'total' | 'cursor'>

/** What of its progress a step changes, and of how many items that it read something is stored. */
export type Step = Partial<Progress> & { stored?: { items: readonly unknown[]; changed: number } }

/**
 * Runs `work` and stores how far it brought the sync, both or neither. `LeaseLostError` when another process has taken
 * it over, AppError `not_found` when the repository is gone, and what `addSyncedBytes` throws.
 */
export async function advance(
  claim: Claim,
  signal: AbortSignal,
  work: (client: Queryable) => Promise<Step>,
): Promise<void> {
  const next = await inTransaction(db().people, signal, async (client) => {
    await checkRepository(client, claim)
    const { stored, ...changes } = await work(client)
    const progress: Progress = { ...pick(claim), ...changes }
    await saveProgress(client, claim, progress)
    if (stored) {
      await runDeferred(client)
      await addSyncedBytes(client, claim, stored.items, stored.changed)
    }
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
  let isBeating = false
  const beat = async () => {
    if (isBeating) return
    isBeating = true
    const { rowCount } = await db()
      .people.query(renew, [claim.organizationId, claim.repositoryId, claim.cursor.run])
      .finally(() => {
        isBeating = false
      })
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
