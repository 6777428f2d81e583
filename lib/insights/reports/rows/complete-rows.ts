import type { Read } from '@/lib/db/reading'
import { reporting } from '@/lib/db/reporting'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ColumnName, Row } from '@/lib/insights/metrics/drilldown/columns'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { nameRows } from './name-rows'

/** Rows of a metric with all that is looked up by their ids. */
export function completeRows(
  organizationId: number,
  metric: AnyMetric,
  columns: readonly ColumnName[],
  rows: readonly Row[],
): Promise<Row[]> {
  const { complete = (row: Row) => row } = metric.rows
  return reporting(organizationId, async (read) => {
    const counted = columns.includes('linkedPullRequests') ? await countLinks(read, organizationId, rows) : rows
    return nameRows(read, organizationId, counted.map(complete))
  })
}

/** Rows of deployments with the number of their pull requests. */
async function countLinks(read: Read, organizationId: number, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const counted = await read<{ id: number; links: number }>(Prisma.sql`
    SELECT deployment_id::float8 AS id, count(*)::int AS links FROM deployment_pull_requests
    WHERE organization_id = ${organizationId} AND deployment_id = ANY(${ids}::bigint[]) GROUP BY deployment_id`)
  const linksOf = new Map(counted.map(({ id, links }) => [id, links]))
  return rows.map((row) => ({ ...row, linkedPullRequests: linksOf.get(row.id ?? 0) ?? 0 }))
}
