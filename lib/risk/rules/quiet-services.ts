import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { defineRule, type Finding, maxFindings } from '../define-rule'

type Row = { key: string; service: string; deployments: number; silent: number; usual: number }

/** Services by their production deployments of 90 days: how many, how long none, and the gap that 90% stay below. */
const rhythms = (organizationId: number, now: Date) => Prisma.sql`
  SELECT service_key AS key, max(service) AS service, count(*)::int AS deployments,
    extract(epoch FROM ${now}::timestamptz - max(started_at))::float8 AS silent,
    (array_agg(repository_id ORDER BY started_at DESC))[1] AS repository_id,
    percentile_cont(0.9) WITHIN GROUP (ORDER BY gap) AS usual
  FROM (
    SELECT d.service_key, d.service, d.started_at, d.repository_id,
      extract(epoch FROM d.started_at - lag(d.started_at) OVER (PARTITION BY d.service_key ORDER BY d.started_at))::float8
        AS gap
    FROM deployments d
    WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL AND d.service_key IS NOT NULL
      AND d.started_at >= ${now}::timestamptz - interval '90 days' AND d.started_at <= ${now}
  ) AS starts
  GROUP BY service_key`

const daySeconds = 86_400

/** Nothing for a while is a habit of some services: it is compared with what each did before. */
export const silentService = defineRule({
  slug: 'silent-service',
  title: 'Service reports less than usual',
  category: 'pipelines',
  sentence:
    'A service with at least 10 production deployments in 90 days has had none for much longer than 90% of its gaps.',
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
        WHERE deployments >= 10 AND silent > ${times} * usual AND silent > ${days * daySeconds}
        ORDER BY silent / greatest(usual, 1) DESC, key LIMIT ${maxFindings}`,
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
  return rows.map(({ key, service, deployments, silent, usual }) => ({
    subject: key,
    name: service,
    service: key,
    severity,
    evidence: [
      { label: 'No deployment for', value: silent, unit: 'seconds' as const },
      ...(usual === null ? [] : [{ label: '90% of its gaps were below', value: usual, unit: 'seconds' as const }]),
      { label: 'Deployments in 90 days', value: deployments, unit: 'count' as const },
    ],
    path: `/services/${encodeURIComponent(service)}`,
  }))
}
