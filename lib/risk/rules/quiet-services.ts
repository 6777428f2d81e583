import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { defineRule, type Finding, maxFindings } from '../define-rule'

type Row = {
  key: string
  service: string
  deployments: number
  /** Seconds since the last deployment; `idle` of these on weekdays on which it usually deploys. */
  silent: number
  idle: number
  /** The gap that 90% stay below, counted as `idle` is. */
  usual: number | null
}

type Of = { organizationId: number; timeZone: string; now: Date }

const daySeconds = 86_400

/** Of its deployments: a weekday with less is none on which a service usually deploys. */
const leastShare = 0.05

const weekdays = [1, 2, 3, 4, 5, 6, 7]
/** `u3` says by 1 or 0 whether a service usually deploys on Wednesdays. */
const column = (weekday: number) => Prisma.raw(`u${weekday}`)
const usually = weekdays.map(
  (weekday) => Prisma.sql`
    (count(*) FILTER (WHERE weekday = ${weekday} AND NOT is_now) OVER own
      >= ${leastShare}::float8 * count(*) FILTER (WHERE NOT is_now) OVER own)::int AS ${column(weekday)}`,
)
/** Days of a week on which it usually deploys, up to and with a weekday. */
const upTo = (weekday: number) => Prisma.join([0, ...weekdays.slice(0, weekday).map(column)], ' + ')

/**
 * Services without a production deployment for so many days, by those of 90 days: how many, how long none, and the gap
 * that 90% stay below. Gaps are counted on weekdays on which a service usually deploys, in the organization's time zone:
 * its weekend is no silence.
 */
const rhythms = ({ organizationId, timeZone, now }: Of, days: number) => Prisma.sql`
  WITH recent AS NOT MATERIALIZED (
    SELECT d.service_key AS key, d.service, d.repository_id, d.started_at AS at FROM deployments d
    WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL AND d.service_key IS NOT NULL
      AND d.started_at >= ${now}::timestamptz - interval '90 days' AND d.started_at <= ${now}
  ), quiet AS MATERIALIZED (
    SELECT key FROM recent GROUP BY key HAVING max(at) < ${now}::timestamptz - ${days} * interval '1 day'
  ), starts AS MATERIALIZED (
    SELECT * FROM recent WHERE key IN (SELECT key FROM quiet)
  ), moments AS (
    SELECT *, at AT TIME ZONE ${timeZone}::text AS local FROM (
      SELECT *, false AS is_now FROM starts UNION ALL SELECT DISTINCT key, NULL, NULL::int, ${now}::timestamptz, true FROM starts
    ) AS instants
  ), counted AS (
    SELECT *, ${Prisma.join(usually)} FROM (SELECT *, extract(isodow FROM local)::int AS weekday FROM moments) AS moments
    WINDOW own AS (PARTITION BY key)
  ), passed AS (
    SELECT *, ${daySeconds}::float8 * ((${upTo(7)}) * floor((local::date - date '2001-01-01') / 7.0)
        + (ARRAY[${Prisma.join(weekdays.map((weekday) => upTo(weekday - 1)))}])[weekday])
      + (ARRAY[${Prisma.join(weekdays.map(column))}])[weekday] * extract(epoch FROM local::time)::float8 AS seconds
    FROM counted
  )
  SELECT key, max(service) AS service, (count(*) FILTER (WHERE NOT is_now))::int AS deployments,
    extract(epoch FROM ${now}::timestamptz - max(at) FILTER (WHERE NOT is_now))::float8 AS silent,
    (array_agg(repository_id ORDER BY at DESC) FILTER (WHERE NOT is_now))[1] AS repository_id,
    max(gap) FILTER (WHERE is_now) AS idle,
    percentile_cont(0.9) WITHIN GROUP (ORDER BY gap) FILTER (WHERE NOT is_now) AS usual
  FROM (SELECT *, seconds - lag(seconds) OVER (PARTITION BY key ORDER BY at, is_now) AS gap FROM passed) AS gaps
  GROUP BY key`

/** So many weeks before the last two are compared with them, two at a time. */
const fortnights = [1, 2, 3, 4]
const fortnight = '14 days'
/** A service with fewer in one of them has no rhythm to tell from chance. */
const fewestToCompare = 6

const within = ({ now }: Of, index: number) => Prisma.sql`
  (count(*) FILTER (WHERE at > ${now}::timestamptz - ${index + 1} * interval '${Prisma.raw(fortnight)}'
    AND at <= ${now}::timestamptz - ${index} * interval '${Prisma.raw(fortnight)}'))::int`

/** Services that deployed less in the last two weeks than a share of the fewest in any two of the eight before. */
const slowing = (of: Of, share: number) => Prisma.sql`
  SELECT * FROM (
    SELECT key, max(service) AS service, ${within(of, 0)} AS latest,
      least(${Prisma.join(fortnights.map((index) => within(of, index)))}) AS fewest
    FROM (
      SELECT d.service_key AS key, d.service, d.started_at AS at FROM deployments d
      WHERE d.organization_id = ${of.organizationId} AND d.production AND d.voided_at IS NULL AND d.service_key IS NOT NULL
        AND d.started_at > ${of.now}::timestamptz - ${fortnights.length + 1} * interval '${Prisma.raw(fortnight)}'
        AND d.started_at <= ${of.now}
    ) recent GROUP BY key
  ) services
  WHERE fewest >= ${fewestToCompare} AND latest < ${share / 100}::float8 * fewest
  ORDER BY latest::float8 / fewest, key LIMIT ${maxFindings}`

/** Nothing for a while is a habit of some services: it is compared with what each did before. */
export const silentService = defineRule({
  slug: 'silent-service',
  title: 'Service reports less than usual',
  category: 'pipelines',
  sentence:
    'A service with at least 10 production deployments in 90 days has had none for much longer than 90% of its gaps; weekdays on which it hardly ever deploys do not count. Or it had fewer in two weeks than a share of the fewest in any two of the eight before, which had at least 6.',
  recommendation:
    'Ask whether its pipeline still posts: a changed workflow or an expired key looks the same from here as a quiet week.',
  thresholds: {
    times: { label: 'Longer than its gaps', unit: 'times', suggested: 3, min: 1, max: 100 },
    days: { label: 'At least', unit: 'days', suggested: 2, min: 1, max: 60 },
    share: { label: 'Or fewer than', unit: '%', suggested: 50, min: 1, max: 100 },
  },
  async find(read, { thresholds: { times, days, share }, ...of }) {
    const silent = await toFindings(
      read,
      Prisma.sql`
        SELECT * FROM (${rhythms(of, days)}) AS services
        WHERE deployments >= 10 AND idle > ${times} * usual AND idle > ${days * daySeconds}
        ORDER BY idle / greatest(usual, 1) DESC, key LIMIT ${maxFindings}`,
      'medium',
    )
    const known = new Set(silent.map(({ subject }) => subject))
    const slower = (await read<SlowingRow>(slowing(of, share))).filter(({ key }) => !known.has(key))
    return [...silent, ...slower.map(toSlowing)].slice(0, maxFindings)
  },
})

type SlowingRow = { key: string; service: string; latest: number; fewest: number }

function toSlowing({ key, service, latest, fewest }: SlowingRow): Finding {
  return {
    ...{ subject: key, name: service, service: key, severity: 'medium' },
    evidence: [
      { label: 'Deployments in two weeks', value: latest, unit: 'count' },
      { label: 'Fewest in any two of the eight weeks before', value: fewest, unit: 'count' },
    ],
    path: `/services/${encodeURIComponent(service)}`,
  }
}

export const staleService = defineRule({
  slug: 'stale-service',
  title: 'Service stands still',
  category: 'deployments',
  sentence: 'A service that was deployed in the last 90 days has had neither a deployment nor a merge for some time.',
  recommendation:
    'Make sure that it can still be built and deployed before it has to be: dependencies age, and so do certificates and the people who know it.',
  thresholds: {
    days: { label: 'Without a merge or deployment for', unit: 'days', suggested: 14, min: 1, max: 89 },
  },
  find: (read, { thresholds: { days }, ...of }) =>
    toFindings(
      read,
      Prisma.sql`
        SELECT * FROM (${rhythms(of, days)}) AS services
        WHERE NOT EXISTS (
          SELECT FROM pull_requests p WHERE p.organization_id = ${of.organizationId}
            AND p.repository_id = services.repository_id
            AND p.merged_at >= ${of.now}::timestamptz - ${days} * interval '1 day')
        ORDER BY silent DESC, key LIMIT ${maxFindings}`,
      'low',
    ),
})

async function toFindings(read: Read, query: Prisma.Sql, severity: Finding['severity']): Promise<Finding[]> {
  const rows = await read<Row>(query)
  return rows.map(({ key, service, deployments, silent, idle, usual }) => ({
    subject: key,
    name: service,
    service: key,
    severity,
    evidence: [
      { label: 'No deployment for', value: silent, unit: 'seconds' as const },
      ...(silent - idle < 1 ? [] : [{ label: 'On its usual weekdays', value: idle, unit: 'seconds' as const }]),
      ...(usual === null ? [] : [{ label: '90% of its gaps were below', value: usual, unit: 'seconds' as const }]),
      { label: 'Deployments in 90 days', value: deployments, unit: 'count' as const },
    ],
    path: `/services/${encodeURIComponent(service)}`,
  }))
}
