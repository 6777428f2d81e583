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
  const successes = ofStreams(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT d.id FROM deployments d
      WHERE ${isInScope} AND ${counts} AND d.status = 'success' AND d.completed_at >= ${from} AND d.completed_at < ${to}
      OFFSET 0`,
  )
  // Links of many deployments are found in one walk through their index.
  const [row] = await read<CoverageCounts>(Prisma.sql`
    WITH successes AS MATERIALIZED (SELECT coalesce(array_agg(id), '{}') AS ids FROM (${successes}) AS each)
    SELECT cardinality(ids) AS of, (
      SELECT count(DISTINCT l.deployment_id)::int FROM deployment_pull_requests l
      WHERE l.deployment_id = ANY ((SELECT ids FROM successes)::bigint[])) AS linked
    FROM successes`)
  return row ?? { linked: 0, of: 0 }
}
