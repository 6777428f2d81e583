import { reading } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'

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
const mostOfOneDay = 5_000

/** Twelve weeks of days up to `now`, the earliest first. */
export function listActivity(organizationId: number, now: Date): Promise<ActivityDay[]> {
  return reading((read) =>
    read<ActivityDay>(Prisma.sql`
      SELECT day::text, counts.succeeded, counts.failed, counts.all, counts.all = ${mostOfOneDay} AS "atLeast"
      FROM (SELECT time_zone FROM organizations WHERE id = ${organizationId}) AS organization,
        LATERAL (
          SELECT (today - back)::date AS day
          FROM (SELECT (${now}::timestamptz AT TIME ZONE time_zone)::date AS today) AS clock,
            generate_series(${activityDays - 1}::int, 0, -1) AS back
        ) AS calendar,
        LATERAL (
          SELECT count(*) FILTER (WHERE status = 'success')::int AS succeeded,
            count(*) FILTER (WHERE status IN ('failure', 'rolled_back'))::int AS failed, count(*)::int AS all
          FROM (
            SELECT status FROM deployments
            WHERE organization_id = ${organizationId} AND voided_at IS NULL AND started_at >= day::timestamp AT TIME ZONE time_zone
              AND started_at < (day + 1)::timestamp AT TIME ZONE time_zone
            ORDER BY started_at, id LIMIT ${mostOfOneDay}
          ) AS started
        ) AS counts
      ORDER BY day`),
  )
}
