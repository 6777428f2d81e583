import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { defineRule, maxFindings } from '../define-rule'

type Row = { id: number; name: string; merged: number; authors: number; most: number }

/** Repositories with at least 10 pull requests of people merged in 90 days, by how many wrote them. */
function findRepositories(read: Read, organizationId: number, now: Date, condition: Prisma.Sql): Promise<Row[]> {
  return read<Row>(Prisma.sql`
    SELECT r.id, r.full_name AS name, repositories.merged, repositories.authors, repositories.most FROM (
      SELECT repository_id, sum(merged)::int AS merged, count(*)::int AS authors, max(merged)::int AS most FROM (
        SELECT p.repository_id, count(*) AS merged FROM pull_requests p
        WHERE p.organization_id = ${organizationId} AND p.merged_at >= ${now}::timestamptz - interval '90 days'
          AND p.merged_at <= ${now} AND p.author IS NOT NULL AND p.author NOT LIKE '%[bot]'
        GROUP BY p.repository_id, left(p.author, 200)
      ) AS authors GROUP BY repository_id
    ) AS repositories JOIN repositories r ON r.organization_id = ${organizationId} AND r.id = repositories.repository_id
    WHERE merged >= 10 AND ${condition}
    ORDER BY merged DESC, r.id LIMIT ${maxFindings}`)
}

export const singleContributor = defineRule({
  slug: 'single-contributor',
  title: 'Only one person changes it',
  category: 'people',
  sentence:
    'All of at least 10 pull requests that a repository merged in 90 days are by one person. Bots do not count.',
  recommendation: 'Let someone else make the next change, with help: then two people can mend it at night.',
  thresholds: {},
  find: async (read, { organizationId, now }) => {
    const rows = await findRepositories(read, organizationId, now, Prisma.sql`authors = 1`)
    return rows.map(({ id, name, merged }) => ({
      subject: String(id),
      name,
      service: null,
      severity: 'medium',
      evidence: [
        { label: 'Merged in 90 days', value: merged, unit: 'count' },
        { label: 'Authors', value: 1, unit: 'count' },
      ],
      path: `/pull-requests?state=merged&repository=${encodeURIComponent(name)}`,
    }))
  },
})

export const fewContributors = defineRule({
  slug: 'few-contributors',
  title: 'Most changes are by one person',
  category: 'people',
  sentence:
    'One of several people wrote a large share of at least 10 pull requests that a repository merged in 90 days. Bots do not count.',
  recommendation:
    'Spread the next changes, and have reviews by those who wrote less: what one person knows waits for them.',
  thresholds: {
    share: { label: 'Share of one person', unit: '%', suggested: 50, min: 10, max: 100 },
  },
  find: async (read, { organizationId, now, thresholds: { share } }) => {
    const large = Prisma.sql`authors > 1 AND most >= merged * ${share / 100}::float8`
    const rows = await findRepositories(read, organizationId, now, large)
    return rows.map(({ id, name, merged, authors, most }) => ({
      subject: String(id),
      name,
      service: null,
      severity: 'low',
      evidence: [
        { label: 'By one person', value: most / merged, unit: 'share' },
        { label: 'Merged in 90 days', value: merged, unit: 'count' },
        { label: 'Authors', value: authors, unit: 'count' },
      ],
      path: `/pull-requests?state=merged&repository=${encodeURIComponent(name)}`,
    }))
  },
})
