import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { formatCount } from '@/lib/core/format'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Whether a model may be called for an organization again on this day, in UTC. */
export async function hasCallsLeft(tx: Prisma.TransactionClient, organizationId: number, now: Date): Promise<boolean> {
  const row = await tx.summaryCalls.findUnique({ where: { organizationId_day: { organizationId, day: now } } })
  return (row?.calls ?? 0) < env().AI_CALLS_PER_DAY
}

/** Counts a call before it is made, and forgets those of a month ago. Throws `rate_limited` where none is left. */
export async function countCall(organizationId: number, now: Date): Promise<void> {
  const { rowCount } = await db().people.query(
    `INSERT INTO summary_calls AS known (organization_id, day, calls) VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, 1)
     ON CONFLICT (organization_id, day) DO UPDATE SET calls = known.calls + 1 WHERE known.calls < $3`,
    [organizationId, now, env().AI_CALLS_PER_DAY],
  )
  if (rowCount === 0) throw noCallsLeft()
  await db().people.query(
    `DELETE FROM summary_calls WHERE organization_id = $1 AND day < ($2::timestamptz AT TIME ZONE 'UTC')::date - 31`,
    [organizationId, now],
  )
}

/** The refusal once all calls of a day were made. */
export function noCallsLeft(): AppError {
  const calls = formatCount(env().AI_CALLS_PER_DAY)
  return new AppError('rate_limited', `An organization may ask a model ${calls} times a day (UTC). Try again tomorrow.`)
}
