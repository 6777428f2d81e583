import { Prisma } from '@/lib/generated/prisma/client'
import { addDays, dayOf } from '@/lib/time/days'
import { defineRule, maxFindings } from '../define-rule'

type Row = {
  key: string
  service: string | null
  failed: number
  total: number
}

/** Today included, as the page of the metric has them. */
const days = 28

/** As the change failure rate counts: what was cancelled never went live. */
export const failureRate = defineRule({
  slug: 'failure-rate',
  title: 'Deployments fail often',
  category: 'deployments',
  sentence:
    'A service failed or was rolled back in too large a share of at least 10 production deployments of 28 days, today included.',
  recommendation:
    'Look at what the failed deployments have in common: the step that failed, the kind of change, its size. Smaller changes and a check before the step that fails most help first.',
  thresholds: {
    share: { label: 'Share that failed', unit: '%', suggested: 15, min: 1, max: 100 },
  },
  find: async (read, { organizationId, timeZone, now, thresholds: { share } }) => {
    const lastDay = dayOf(now, timeZone)
    const firstDay = addDays(lastDay, 1 - days)
    const rows = await read<Row>(Prisma.sql`
      SELECT * FROM (
        SELECT coalesce(d.service_key, '') AS key, max(d.service) AS service, count(*)::int AS total,
          (count(*) FILTER (WHERE d.status = 'failure' OR d.status = 'rolled_back' AND o.rolled_back_fails))::int AS failed
        FROM deployments d JOIN organizations o ON o.id = d.organization_id
        WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL
          AND d.status IN ('success', 'failure', 'rolled_back')
          AND d.completed_at >= ${firstDay}::timestamp AT TIME ZONE ${timeZone}::text AND d.completed_at <= ${now}
        GROUP BY 1
      ) AS services
      WHERE total >= 10 AND failed > total * ${share / 100}::float8
      ORDER BY failed::float8 / total DESC, key LIMIT ${maxFindings}`)
    const period = { from: firstDay, to: lastDay }
    return rows.map(({ key, service, failed, total }) => ({
      subject: key,
      name: service,
      service: key || null,
      severity: failed > total * Math.min((2 * share) / 100, 0.5) ? 'high' : 'medium',
      evidence: [
        { label: 'Failed', value: failed / total, unit: 'share' },
        { label: 'Failed deployments', value: failed, unit: 'count' },
        { label: 'Deployments in 28 days', value: total, unit: 'count' },
      ],
      path: `/insights/change-failure-rate?${new URLSearchParams({ ...period, ...(service !== null && { service }) })}`,
    }))
  },
})
