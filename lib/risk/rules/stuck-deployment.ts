import { Prisma } from '@/lib/generated/prisma/client'
import { defineRule, maxFindings } from '../define-rule'

type Row = { id: number; name: string; key: string | null; seconds: number; p95: number; finished: number }

/** So many that run are looked at, those that began first before others. */
const maxRunning = 200

/** One that was rolled back ended then, not when it was deployed. */
const lastOf = (organizationId: number, service: Prisma.Sql) => Prisma.sql`
  (SELECT extract(epoch FROM e.completed_at - e.started_at)::float8 AS took FROM deployments e
   WHERE e.organization_id = ${organizationId} AND ${service} AND e.environment_key = d.environment_key AND e.production
     AND e.voided_at IS NULL AND e.completed_at IS NOT NULL AND e.status IN ('success', 'failure')
   ORDER BY e.completed_at DESC, e.id DESC LIMIT 100)`

/**
 * One that ended did so after it began: the index that is in the order of their ends leads to those that began later.
 */
const laterOf = (organizationId: number, service: Prisma.Sql) => Prisma.sql`
  SELECT FROM deployments e
  WHERE e.organization_id = ${organizationId} AND ${service} AND e.environment_key = d.environment_key AND e.production
    AND e.voided_at IS NULL AND e.status IN ('success', 'failure', 'cancelled', 'rolled_back')
    AND e.completed_at >= d.started_at AND e.started_at > d.started_at`

const sameService = Prisma.sql`e.service_key = d.service_key`
const noService = Prisma.sql`d.service_key IS NULL AND e.service_key IS NULL`

/** One that a later one of its service and environment ended is over, whatever its pipeline forgot to say. */
export const stuckDeployment = defineRule({
  slug: 'stuck-deployment',
  title: 'Deployment is stuck',
  category: 'deployments',
  sentence:
    'A production deployment is in progress far longer than 95% of the last 100 of its service and environment took.',
  recommendation:
    'Open its pipeline: it waits for someone, hangs, or ended without a word. Post its end, or void it if there was none.',
  thresholds: {
    times: { label: 'Longer than its p95', unit: 'times', suggested: 3, min: 1, max: 100 },
    minutes: { label: 'At least', unit: 'minutes', suggested: 15, min: 1, max: 1_440 },
  },
  find: async (read, { organizationId, now, thresholds: { times, minutes } }) => {
    const rows = await read<Row>(Prisma.sql`
      WITH running AS MATERIALIZED (
        SELECT d.id, d.external_id, d.service, d.service_key, d.environment_key, d.started_at,
          extract(epoch FROM ${now}::timestamptz - d.started_at)::float8 AS seconds FROM deployments d
        WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL
          AND d.status = 'in_progress'
          AND d.started_at > ${now}::timestamptz - interval '30 days'
          AND d.started_at < ${now}::timestamptz - ${minutes} * interval '1 minute'
        ORDER BY d.started_at LIMIT ${maxRunning}
      )
      SELECT d.id::float8 AS id, coalesce(d.service, d.external_id) AS name, d.service_key AS key, d.seconds, past.*
      FROM running d CROSS JOIN LATERAL (
        SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY took) AS p95, count(*)::int AS finished
        FROM (${lastOf(organizationId, sameService)} UNION ALL ${lastOf(organizationId, noService)}) AS last
      ) AS past
      WHERE past.finished >= 5 AND d.seconds > ${times} * past.p95
        AND NOT EXISTS (${laterOf(organizationId, sameService)}) AND NOT EXISTS (${laterOf(organizationId, noService)})
      ORDER BY d.seconds / greatest(past.p95, 1) DESC, d.id LIMIT ${maxFindings}`)
    return rows.map(({ id, name, key, seconds, p95, finished }) => ({
      subject: String(id),
      name,
      service: key,
      severity: 'high',
      evidence: [
        { label: 'In progress for', value: seconds, unit: 'seconds' },
        { label: 'p95 of those before', value: p95, unit: 'seconds' },
        { label: 'Deployments before', value: finished, unit: 'count' },
      ],
      path: `/deployments/${id}`,
    }))
  },
})
