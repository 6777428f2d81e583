import type { Queryable } from '@/lib/transaction'

/** Length of the Business trial; hours, because a day of the calendar may have 23 or 25 of them. */
const trialHours = 14 * 24

/**
 * Starts the Business trial of a Free organization by the database clock, once in its life: of any number of
 * concurrent first events exactly one finds it not started. Returns whether this call started it.
 */
export async function startTrial(client: Queryable, organizationId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE organizations
     SET trial_started_at = now(), trial_ends_at = now() + make_interval(hours => $2)
     WHERE id = $1 AND plan = 'free' AND trial_started_at IS NULL`,
    [organizationId, trialHours],
  )
  return rowCount === 1
}
