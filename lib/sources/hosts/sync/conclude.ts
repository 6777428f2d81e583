import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { db } from '@/lib/db/db'
import { outgoingErrorOf } from '@/lib/http/outgoing/outgoing-error'
import { HostError } from '../model'
import type { Claim } from './claim'
import { LeaseLostError } from './hold'

const firstPauseSeconds = 30
const maxPauseSeconds = 3_600

const mine = `organization_id = $1 AND repository_id = $2 AND state = 'running' AND cursor ->> 'run' = $3`

const finish = `
  UPDATE repository_syncs SET
    state = CASE WHEN again THEN 'queued'::sync_state ELSE 'done' END,
    again = false, phase = NULL, done = 0, total = NULL, attempts = 0, problem = NULL, leased_until = NULL,
    not_before = now(), finished_at = now()
  WHERE ${mine}`

const release = `
  UPDATE repository_syncs SET state = 'queued', leased_until = NULL, not_before = now() WHERE ${mine}`

const pause = (notBefore: string) => `
  UPDATE repository_syncs SET
    state = 'queued', leased_until = NULL, attempts = attempts + 1, problem = $4,
    not_before = ${notBefore}
  WHERE ${mine}`

const growing = 'to_timestamp(extract(epoch FROM now()) + least($5 * 2 ^ least(attempts, 20), $6))'

const fail = `
  UPDATE repository_syncs SET state = 'failed', leased_until = NULL, problem = $4 WHERE ${mine}`

/** What is wrong with its webhook only a webhook can put right. */
const setProblem = `
  UPDATE host_connections SET problem = $3, problem_at = now() + CASE WHEN $3::text IS NOT NULL THEN interval '0' END
  WHERE organization_id = $1 AND id = $2 AND problem IS DISTINCT FROM $3 AND NOT ($3::text IS NULL AND problem LIKE 'The webhook %')`

/** Notes that a sync came to its end; one that was requested again meanwhile is queued at once. */
export async function concludeDone(claim: Claim): Promise<void> {
  await db().people.query(finish, keyOf(claim))
  await db().people.query(setProblem, [claim.organizationId, claim.connectionId, null])
}

/** Gives a sync back that is to go on where it stands, here or in another process. */
export async function concludeStopped(claim: Claim): Promise<void> {
  await db().people.query(release, keyOf(claim))
}

/**
 * Notes why a sync stopped: what may work later is tried again after growing pauses, or when the host said; the rest
 * waits for a person.
 */
export async function concludeFailed(claim: Claim, error: unknown): Promise<void> {
  if (error instanceof LeaseLostError) return
  const problem = describe(error)
  if (isFinal(error)) {
    await db().people.query(fail, [...keyOf(claim), problem])
    const concernsAll = error instanceof AppError || error.kind === 'access'
    if (concernsAll) await db().people.query(setProblem, [claim.organizationId, claim.connectionId, problem])
    return
  }
  const call = outgoingErrorOf(error)
  if (call) log.warn('host not read', { repositoryId: claim.repositoryId, reason: call.reason, code: call.code })
  else if (!(error instanceof HostError)) log.error('sync failed', { repositoryId: claim.repositoryId, error })
  const retryAt = error instanceof HostError ? error.retryAt : null
  await (retryAt
    ? db().people.query(pause('$5'), [...keyOf(claim), problem, retryAt])
    : db().people.query(pause(growing), [...keyOf(claim), problem, firstPauseSeconds, maxPauseSeconds]))
}

function keyOf({ organizationId, repositoryId, cursor }: Claim): [number, number, string] {
  return [organizationId, repositoryId, cursor.run]
}

function isFinal(error: unknown): error is HostError | AppError {
  return error instanceof AppError || (error instanceof HostError && error.kind !== 'later')
}

function describe(error: unknown): string {
  if (isFinal(error)) return error.message
  const what =
    error instanceof HostError ? error.message : 'Something went wrong here, not at the host; the log says more.'
  return `${what} It retries automatically.`
}
