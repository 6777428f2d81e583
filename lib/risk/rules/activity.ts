import { Prisma } from '@/lib/generated/prisma/client'
import { defineRule } from '../define-rule'

type Row = { current: number; previous: number; known: boolean }

export const activity = defineRule({
  slug: 'activity',
  title: 'Activity changed',
  category: 'deployments',
  sentence:
    'Production saw far fewer or far more deployments in 14 days than in the 14 days before, of which there were at least 10.',
  recommendation:
    'Find out what changed: a freeze, holidays, a pipeline that stopped to post, or many small steps towards something.',
  thresholds: {
    fewer: { label: 'Fewer by', unit: '%', suggested: 30, min: 1, max: 100 },
    more: { label: 'More by', unit: '%', suggested: 50, min: 1, max: 1_000 },
  },
  find: async (read, { organizationId, now, thresholds: { fewer, more } }) => {
    const [row] = await read<Row>(Prisma.sql`
      SELECT (count(*) FILTER (WHERE d.started_at >= ${now}::timestamptz - interval '14 days'))::int AS current,
        (count(*) FILTER (WHERE d.started_at < ${now}::timestamptz - interval '14 days'))::int AS previous,
        EXISTS (
          SELECT FROM deployments e
          WHERE e.organization_id = ${organizationId} AND e.production AND e.voided_at IS NULL
            AND e.started_at < ${now}::timestamptz - interval '28 days') AS known
      FROM deployments d
      WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL
        AND d.started_at >= ${now}::timestamptz - interval '28 days' AND d.started_at <= ${now}`)
    // Of an organization that began to report meanwhile, the days before are not whole.
    if (!row?.known || row.previous < 10) return []
    const change = row.current / row.previous - 1
    if (change > -fewer / 100 && change < more / 100) return []
    return [
      {
        subject: '',
        name: null,
        service: null,
        severity: 'low',
        evidence: [
          { label: 'Deployments in 14 days', value: row.current, unit: 'count' },
          { label: 'In the 14 days before', value: row.previous, unit: 'count' },
        ],
        path: '/insights/deployment-frequency',
      },
    ]
  },
})
