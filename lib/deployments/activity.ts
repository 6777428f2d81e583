import { readTimeZone } from '@/lib/accounts/organizations/read-time-zone'
import { parseCursor } from '@/lib/db/cursor'
import type { Read } from '@/lib/db/reading'
import { reporting } from '@/lib/db/reporting'
import { allOf, conditionsOf, type Scope, scopeOf } from '@/lib/deployments/conditions'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { Prisma } from '@/lib/generated/prisma/client'
import { addDays, dayOf } from '@/lib/time/days'
import { type Bucket, periodOf } from '@/lib/time/period'

/** What an organization deployed on one day of its time zone. */
export type ActivityDay = {
  /** "2026-03-31" */
  day: string
  succeeded: number
  /** Failed or rolled back. */
  failed: number
  /** Every deployment that started, whatever became of it, but for void ones. */
  all: number
  /** Whether there may be more than are counted. */
  atLeast: boolean
}

export const activityDays = 84

/** So many deployments of a day are looked at: where an index alone counts them, and where each is read. */
const maxOfOneDay = { counted: 5_000, read: 1_000 }
/** So many are found by a text. */
const maxFound = 10_000

const isSuccess = Prisma.sql`d.status = 'success'`
const isFailed = Prisma.sql`d.status IN ('failure', 'rolled_back')`

/** Twelve weeks of days up to `now`, the earliest first, of the deployments that filters mean, whatever their days. */
export function listActivity(
  organizationId: number,
  { from: _from, to: _to, ...filters }: DeploymentFilters,
  now: Date,
): Promise<ActivityDay[]> {
  return reporting(organizationId, async (read, { byBitmap }) => {
    const timeZone = await readTimeZone(read, organizationId)
    const today = dayOf(now, timeZone)
    const { days } = periodOf(addDays(today, 1 - activityDays), today, timeZone, now)
    const scope = await scopeOf(read, organizationId, filters)
    return filters.q === undefined ? countDayByDay(read, scope, days) : countFound(byBitmap, scope, days)
  })
}

function countDayByDay(read: Read, scope: Scope, days: readonly Bucket[]): Promise<ActivityDay[]> {
  const { ordered, rest } = conditionsOf(scope, parseCursor(null))
  const { q: _, status: _status, production: _production, ...values } = scope.filters
  const max = Object.keys(values).length > 0 ? maxOfOneDay.read : maxOfOneDay.counted
  const count = (...conditions: Prisma.Sql[]) =>
    Prisma.sql`count(*) FILTER (WHERE ${allOf([...rest, ...conditions])})::int`
  return read<ActivityDay>(Prisma.sql`
    SELECT calendar.day, counts.*
    FROM unnest(
        ${days.map(({ firstDay }) => firstDay)}::text[], ${days.map(({ from }) => from)}::timestamptz[],
        ${days.map(({ to }) => to)}::timestamptz[]
      ) AS calendar (day, "from", "to"),
      LATERAL (
        SELECT ${count(isSuccess)} AS succeeded, ${count(isFailed)} AS failed, ${count()} AS all,
          count(*) = ${max} AS "atLeast"
        FROM (
          SELECT status, production, environment, service, service_key, branch, triggered_by FROM deployments d
          WHERE ${allOf(ordered)} AND d.voided_at IS NULL
            AND d.started_at >= calendar."from" AND d.started_at < calendar."to"
          ORDER BY d.started_at, d.id LIMIT ${max}
        ) AS d
      ) AS counts
    ORDER BY calendar.day`)
}

/** What indexes of text find, sorted into days. */
function countFound(byBitmap: Read, scope: Scope, days: readonly Bucket[]): Promise<ActivityDay[]> {
  const { ordered, rest, sought } = conditionsOf(scope, parseCursor(null))
  const count = (condition: Prisma.Sql) => Prisma.sql`count(*) FILTER (WHERE ${condition})::int`
  return byBitmap<ActivityDay>(Prisma.sql`
    WITH found AS MATERIALIZED (SELECT * FROM deployments d WHERE ${allOf(sought)} LIMIT ${maxFound + 1}),
    counts AS (
      SELECT width_bucket(d.started_at, ${days.map(({ from }) => from)}::timestamptz[]) AS rank,
        ${count(isSuccess)} AS succeeded, ${count(isFailed)} AS failed, count(*)::int AS all
      FROM found d WHERE ${allOf([...ordered, ...rest])} AND d.voided_at IS NULL AND d.started_at < ${days.at(-1)?.to}::timestamptz
      GROUP BY 1
    )
    SELECT calendar.day, coalesce(succeeded, 0) AS succeeded, coalesce(failed, 0) AS failed, coalesce(counts.all, 0) AS all,
      (SELECT count(*) FROM found) > ${maxFound} AS "atLeast"
    FROM unnest(${days.map(({ firstDay }) => firstDay)}::text[]) WITH ORDINALITY AS calendar (day, rank)
    LEFT JOIN counts USING (rank)
    ORDER BY calendar.day`)
}
