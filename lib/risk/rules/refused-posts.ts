import { Prisma } from '@/lib/generated/prisma/client'
import { defineRule, maxFindings } from '../define-rule'

type Row = { key: number; name: string; trusted: boolean; refused: number; seconds: number }

/** So many of the latest lines of the request log are looked at. */
const maxLines = 2_000

export const refusedPosts = defineRule({
  slug: 'refused-posts',
  title: 'Posts of a pipeline are refused',
  category: 'pipelines',
  sentence:
    'Requests with a key or from a trusted pipeline were refused in the last 24 hours, and none was accepted since.',
  recommendation:
    'Read the answers under Settings > Deployments: each names the field that was wrong. Nothing that was refused is in any number.',
  thresholds: {
    posts: { label: 'Refused', unit: 'posts', suggested: 3, min: 1, max: 1_000 },
  },
  find: async (read, { organizationId, now, thresholds: { posts } }) => {
    const rows = await read<Row>(Prisma.sql`
      WITH latest AS MATERIALIZED (
        SELECT w.* FROM webhook_requests w
        WHERE w.organization_id = ${organizationId} AND w.api_key_id IS NOT NULL ORDER BY w.id DESC LIMIT ${maxLines}
      ), refused AS (
        SELECT w.api_key_id, sum(w.repeats)::float8 AS refused, max(w.received_at) AS last FROM latest w
        WHERE w.status_code IN (400, 409, 413, 415, 422) AND w.received_at >= ${now}::timestamptz - interval '24 hours'
          AND NOT EXISTS (
            SELECT FROM latest later
            WHERE later.api_key_id = w.api_key_id AND later.status_code < 300 AND later.id > w.id)
        GROUP BY w.api_key_id
      )
      SELECT k.id AS key, k.name, k.token_hash IS NULL AS trusted, refused.refused, extract(epoch FROM ${now}::timestamptz - refused.last)::float8 AS seconds
      FROM refused JOIN api_keys k ON k.id = refused.api_key_id
      WHERE k.organization_id = ${organizationId} AND k.revoked_at IS NULL AND refused.refused >= ${posts}
      ORDER BY refused.refused DESC, k.id LIMIT ${maxFindings}`)
    return rows.map(({ key, name, trusted, refused, seconds }) => ({
      subject: String(key),
      name: trusted ? `Pipeline ${name}` : `Key ${name}`,
      service: null,
      severity: 'high',
      evidence: [
        { label: 'Refused since the last accepted post', value: refused, unit: 'count' },
        { label: 'Since the last refusal', value: seconds, unit: 'seconds' },
      ],
      path: '/settings/deployments',
    }))
  },
})
