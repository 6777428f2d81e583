import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'

/** Length of the Business trial; hours, because a day of the calendar may have 23 or 25 of them. */
const trialHours = 14 * 24

const span = (startedAt: string) =>
  `${startedAt} AS began, ${startedAt} + make_interval(hours => ${trialHours}) AS ends`
const begin = 'trial_started_at = span.began, trial_ends_at = span.ends'

const start = `
  WITH waiting AS MATERIALIZED (
    SELECT id FROM organizations WHERE id = $1 AND plan = 'free' AND trial_started_at IS NULL
  ), free AS MATERIALIZED (
    SELECT id FROM organizations WHERE id = $1 AND plan = 'free' AND trial_started_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
  ), span AS MATERIALIZED (
    SELECT ${span('at')} FROM (
      SELECT coalesce((SELECT started_at FROM pending_trials WHERE organization_id = $1), now()) AS at) first
  ), started AS (
    UPDATE organizations o SET ${begin} FROM free, span WHERE o.id = free.id
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
    SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED
  ), span AS MATERIALIZED (
    SELECT ${span('started_at')} FROM pending_trials WHERE organization_id = $1
  ), started AS (
    UPDATE organizations o SET ${begin} FROM held, span
    WHERE o.id = held.id AND o.plan = 'free' AND o.trial_started_at IS NULL
  )
  DELETE FROM pending_trials WHERE organization_id = $1 AND EXISTS (SELECT FROM held)`

/**
 * Starts the trials that could not start with the first event of their organization, as of that event. One that has left
 * the Free plan gets none.
 */
export async function startPendingTrials(): Promise<void> {
  const { rows } = await db().people.query<{ id: number }>('SELECT organization_id AS id FROM pending_trials')
  for (const { id } of rows) await db().people.query(startPending, [id])
}
