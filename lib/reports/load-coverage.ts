import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { CoverageCounts } from '@/lib/metrics/coverage'
import type { Period } from '@/lib/metrics/period'
import { counts } from './load-streams'
import { ofStreams } from './of-streams'
import type { Scope } from './scope'

/** How many deployments of a period were a production success, and how many of those have a pull request. */
export async function loadCoverage(
  read: Read,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
): Promise<CoverageCounts> {
  const query = ofStreams(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT count(*)::int AS of, count(*) FILTER (WHERE EXISTS (
        SELECT FROM deployment_pull_requests l WHERE l.deployment_id = d.id))::int AS linked
      FROM deployments d
      WHERE ${isInScope} AND ${counts} AND d.status = 'success' AND d.completed_at >= ${from} AND d.completed_at < ${to}`,
  )
  const rows = await read<CoverageCounts>(query)
  return {
    linked: rows.reduce((sum, { linked }) => sum + linked, 0),
    of: rows.reduce((sum, row) => sum + row.of, 0),
  }
}
