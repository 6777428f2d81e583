import { Prisma } from '@/lib/generated/prisma/client'
import { defineRule, maxFindings } from '../define-rule'

type SlowRow = { id: number; name: string; median: number; merged: number }

export const slowReviews = defineRule({
  slug: 'slow-reviews',
  title: 'Pull requests wait long',
  category: 'pull requests',
  sentence: 'Half of at least 10 pull requests that a repository merged in 28 days had been open for too long.',
  recommendation:
    'Agree on when reviews happen, and cut changes smaller: small ones are reviewed sooner. Cycle time by size shows whether that is it.',
  thresholds: {
    hours: { label: 'Median from opened to merged', unit: 'hours', suggested: 72, min: 1, max: 2_000 },
  },
  find: async (read, { organizationId, now, thresholds: { hours } }) => {
    const rows = await read<SlowRow>(Prisma.sql`
      SELECT r.id, r.full_name AS name, repositories.median, repositories.merged FROM (
        SELECT p.repository_id, count(*)::int AS merged,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM p.merged_at - p.opened_at)::float8) AS median
        FROM pull_requests p
        WHERE p.organization_id = ${organizationId} AND p.merged_at >= ${now}::timestamptz - interval '28 days'
          AND p.merged_at <= ${now} AND p.opened_at <= p.merged_at
        GROUP BY p.repository_id
      ) AS repositories JOIN repositories r ON r.organization_id = ${organizationId} AND r.id = repositories.repository_id
      WHERE merged >= 10 AND median > ${hours * 3_600}
      ORDER BY median DESC, r.id LIMIT ${maxFindings}`)
    return rows.map(({ id, name, median, merged }) => ({
      subject: String(id),
      name,
      service: null,
      severity: median > 2 * hours * 3_600 ? 'medium' : 'low',
      evidence: [
        { label: 'Median from opened to merged', value: median, unit: 'seconds' },
        { label: 'Merged in 28 days', value: merged, unit: 'count' },
      ],
      path: `/insights/cycle-time?range=30d&repository=${encodeURIComponent(name)}`,
    }))
  },
})

type LargeRow = { id: number; name: string; lines: number; seconds: number }

export const largePullRequest = defineRule({
  slug: 'large-pull-request',
  title: 'Large pull request waits',
  category: 'pull requests',
  sentence: 'A pull request with many changed lines has been open for some days, and not for more than 30.',
  recommendation: 'Split it, or sit down together to review it: the longer it stays open, the more it collides with.',
  thresholds: {
    lines: { label: 'Changed', unit: 'lines', suggested: 500, min: 10, max: 1_000_000 },
    hours: { label: 'Open for', unit: 'hours', suggested: 48, min: 1, max: 720 },
  },
  find: async (read, { organizationId, now, thresholds: { lines, hours } }) => {
    const rows = await read<LargeRow>(Prisma.sql`
      SELECT p.id, r.full_name || ' #' || p.number AS name,
        (p.additions::bigint + p.deletions)::float8 AS lines,
        extract(epoch FROM ${now}::timestamptz - p.opened_at)::float8 AS seconds
      FROM pull_requests p JOIN repositories r ON r.organization_id = p.organization_id AND r.id = p.repository_id
      WHERE p.organization_id = ${organizationId} AND p.state = 'open'
        AND p.opened_at <= ${now}::timestamptz - ${hours} * interval '1 hour'
        AND p.opened_at > ${now}::timestamptz - interval '30 days' AND p.additions::bigint + p.deletions >= ${lines}
      ORDER BY lines DESC, p.id LIMIT ${maxFindings}`)
    return rows.map(({ id, name, lines: changed, seconds }) => ({
      subject: String(id),
      name,
      service: null,
      severity: 'low',
      evidence: [
        { label: 'Changed', value: changed, unit: 'lines' },
        { label: 'Open for', value: seconds, unit: 'seconds' },
      ],
      path: `/pull-requests/${id}`,
    }))
  },
})
