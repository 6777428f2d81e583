import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { coverageMade } from '@/lib/metrics/coverage'
import { verdictOf } from './book'
import type { Row } from './columns'

/** Rows of successful deployments with the number of their pull requests, and what that means for coverage. */
export async function countLinks(read: Read, organizationId: number, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const counted = await read<{ id: number; links: number }>(Prisma.sql`
    SELECT deployment_id::float8 AS id, count(*)::int AS links FROM deployment_pull_requests
    WHERE organization_id = ${organizationId} AND deployment_id = ANY(${ids}::bigint[]) GROUP BY deployment_id`)
  const linksOf = new Map(counted.map(({ id, links }) => [id, links]))
  return rows.map((row) => {
    const linkedPullRequests = linksOf.get(row.id ?? 0) ?? 0
    const made = coverageMade({ linked: Math.min(linkedPullRequests, 1), of: 1 })
    return { ...row, linkedPullRequests, ...verdictOf(made) }
  })
}
