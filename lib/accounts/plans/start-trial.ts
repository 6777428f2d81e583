import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'

/** Length of the Business trial; hours, because a day of the calendar may have 23 or 25 of them. */
const trialHours = 14 * 24

const begin = (startedAt: string) => `
  trial_started_at = ${startedAt}, trial_ends_at = ${startedAt} + make_interval(hours => ${trialHours})`

const start = `
  WITH waiting AS MATERIALIZED (
    SELECT id FROM organizations WHERE id = $1 AND plan = 'free' AND trial_started_at IS NULL
  ), free AS MATERIALIZED (
    SELECT id, coalesce((SELECT started_at FROM pending_trials WHERE organization_id = $1), now()) AS began
    FROM organizations WHERE id = $1 AND plan = 'free' AND trial_started_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
  ), started AS (
    UPDATE organizations o SET ${begin('free.began')} FROM free WHERE o.id = free.id
  )
  INSERT INTO pending_trials (organization_id, started_at)
  SELECT id, now() FROM waiting WHERE NOT EXISTS (SELECT FROM free) ON CONFLICT DO NOTHING`

/**
 * Starts the Business trial of a Free organization by the database clock, once in its life. Does not wait for a process
 * that has locked the organization: `startPendingTrials` then starts the trial, as of now.
 * Needs the transaction that stores the event.
 */
export async function startTrial(client: Queryable, organizationId: number): Promise<void> {
  await client.query(start, [organizationId])
}

const startPending = `
  WITH held AS MATERIALIZED (
    SELECT o.id, p.started_at AS began FROM pending_trials p JOIN organizations o ON o.id = p.organization_id
    FOR NO KEY UPDATE OF o SKIP LOCKED
  ), started AS (
    UPDATE organizations o SET ${begin('held.began')} FROM held
    WHERE o.id = held.id AND o.plan = 'free' AND o.trial_started_at IS NULL
  )
  DELETE FROM pending_trials p USING held WHERE p.organization_id = held.id`

/**
 * Starts the trials that could not start with the first event of their organization, as of that event. One that has left
 * the Free plan gets none.
 */
export async function startPendingTrials(): Promise<void> {
  await db().people.query(startPending)
}
