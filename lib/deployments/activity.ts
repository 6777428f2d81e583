import { readTimeZone } from '@/lib/accounts/organizations/read-time-zone'
import { reading } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { addDays, dayOf } from '@/lib/time/days'
import { periodOf } from '@/lib/time/period'

/** What an organization deployed on one day of its time zone. */
export type ActivityDay = {
  /** "2026-03-31" */
  day: string
  succeeded: number
  /** Failed or rolled back. */
  failed: number
  /** Every deployment that started, whatever became of it, but for void ones. */
  all: number
  /** Whether there were more than are counted. */
  atLeast: boolean
}

export const activityDays = 84

/** The first so many deployments of a day are counted. */
const maxOfOneDay = 5_000

/** Twelve weeks of days up to `now`, the earliest first. */
export function listActivity(organizationId: number, now: Date): Promise<ActivityDay[]> {
  return reading(async (read) => {
    const timeZone = await readTimeZone(read, organizationId)
    const today = dayOf(now, timeZone)
    const { days } = periodOf(addDays(today, 1 - activityDays), today, timeZone, now)
    return read<ActivityDay>(Prisma.sql`
      SELECT calendar.day, counts.succeeded, counts.failed, counts.all, counts.all = ${maxOfOneDay} AS "atLeast"
      FROM unnest(
          ${days.map(({ firstDay }) => firstDay)}::text[], ${days.map(({ from }) => from)}::timestamptz[],
          ${days.map(({ to }) => to)}::timestamptz[]
        ) AS calendar (day, "from", "to"),
        LATERAL (
          SELECT count(*) FILTER (WHERE status = 'success')::int AS succeeded,
            count(*) FILTER (WHERE status IN ('failure', 'rolled_back'))::int AS failed, count(*)::int AS all
          FROM (
            SELECT status FROM deployments
            WHERE organization_id = ${organizationId} AND voided_at IS NULL
              AND started_at >= calendar."from" AND started_at < calendar."to"
            ORDER BY started_at, id LIMIT ${maxOfOneDay}
          ) AS started
        ) AS counts
      ORDER BY calendar.day`)
  })
}
