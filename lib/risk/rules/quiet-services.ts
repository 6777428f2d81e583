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

const daySeconds = 86_400

/** Of its deployments: a weekday with less is none on which a service usually deploys. */
const leastShare = 0.05

/**
 * Services by their production deployments of 90 days: how many, how long none, and the gap that 90% stay below. Gaps are
 * counted on weekdays on which a service usually deploys, in the organization's time zone: its weekend is no silence.
 */
const rhythms = (organizationId: number, now: Date) => Prisma.sql`
  WITH starts AS MATERIALIZED (
    SELECT d.service_key AS key, d.service, d.repository_id, d.started_at, d.started_at AT TIME ZONE o.time_zone AS local
    FROM deployments d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL AND d.service_key IS NOT NULL
      AND d.started_at >= ${now}::timestamptz - interval '90 days' AND d.started_at <= ${now}
  ), services AS (
    SELECT key, max(service) AS service, count(*)::int AS deployments,
      extract(epoch FROM ${now}::timestamptz - max(started_at))::float8 AS silent,
      (array_agg(repository_id ORDER BY started_at DESC))[1] AS repository_id
    FROM starts GROUP BY key
  ), weekdays AS (
    SELECT *, sum(usually) OVER (PARTITION BY key) AS of_week,
      sum(usually) OVER (PARTITION BY key ORDER BY weekday) - usually AS before
    FROM (
      SELECT services.key, weekday, (count(starts.key) >= ${leastShare}::float8 * services.deployments)::int AS usually
      FROM services CROSS JOIN generate_series(1, 7) AS weekday
      LEFT JOIN starts ON starts.key = services.key AND extract(isodow FROM starts.local) = weekday
      GROUP BY services.key, services.deployments, weekday
    ) AS counted
  ), moments AS (
    SELECT key, started_at AS at, local, false AS is_now FROM starts
    UNION ALL SELECT services.key, ${now}::timestamptz, ${now}::timestamptz AT TIME ZONE o.time_zone, true
    FROM services JOIN organizations o ON o.id = ${organizationId}
  ), gaps AS (
    SELECT key, is_now, passed - lag(passed) OVER (PARTITION BY key ORDER BY at, is_now) AS gap FROM (
      SELECT m.key, m.at, m.is_now, ${daySeconds}::float8 * (of_week * floor((m.local::date - date '2001-01-01') / 7.0) + before)
        + usually * extract(epoch FROM m.local::time) AS passed
      FROM moments m JOIN weekdays w ON w.key = m.key AND w.weekday = extract(isodow FROM m.local)
    ) AS counted
  )
  SELECT services.*, rhythm.idle, rhythm.usual FROM services JOIN (
    SELECT key, max(gap) FILTER (WHERE is_now)::float8 AS idle,
      percentile_cont(0.9) WITHIN GROUP (ORDER BY gap::float8) FILTER (WHERE NOT is_now) AS usual
    FROM gaps GROUP BY key
  ) AS rhythm ON rhythm.key = services.key`

/** Nothing for a while is a habit of some services: it is compared with what each did before. */
export const silentService = defineRule({
  slug: 'silent-service',
  title: 'Service reports less than usual',
  category: 'pipelines',
  sentence:
    'A service with at least 10 production deployments in 90 days has had none for much longer than 90% of its gaps. Weekdays on which it hardly ever deploys do not count.',
  recommendation:
    'Ask whether its pipeline still posts: a changed workflow or an expired key looks the same from here as a quiet week.',
  thresholds: {
    times: { label: 'Longer than its gaps', unit: 'times', suggested: 3, min: 1, max: 100 },
    days: { label: 'At least', unit: 'days', suggested: 2, min: 1, max: 60 },
  },
  find: (read, { organizationId, now, thresholds: { times, days } }) =>
    toFindings(
      read,
      Prisma.sql`
        SELECT * FROM (${rhythms(organizationId, now)}) AS services
        WHERE deployments >= 10 AND idle > ${times} * usual AND idle > ${days * daySeconds}
        ORDER BY idle / greatest(usual, 1) DESC, key LIMIT ${maxFindings}`,
      'medium',
    ),
})

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
  find: (read, { organizationId, now, thresholds: { days } }) =>
    toFindings(
      read,
      Prisma.sql`
        SELECT * FROM (${rhythms(organizationId, now)}) AS services
        WHERE silent > ${days * daySeconds} AND NOT EXISTS (
          SELECT FROM pull_requests p WHERE p.organization_id = ${organizationId}
            AND p.repository_id = services.repository_id
            AND p.merged_at >= ${now}::timestamptz - ${days} * interval '1 day')
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
