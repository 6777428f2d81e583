import type { Read } from '@/lib/deployments/reading'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { counts, ended, loadStreams } from '@/lib/reports/load-streams'
import { ofStreams } from '@/lib/reports/of-streams'
import { chooseStreams, type Selection } from '@/lib/reports/scope'

/** What came of a deployment, and when it ended. */
export type LastDeployment = { at: Date; status: DeploymentStatus }

/**
 * The last deployment to production of each service that filters select, by its key. One look at an index for each
 * service in an environment.
 */
export async function loadLastDeployments(
  read: Read,
  organizationId: number,
  selection: Selection,
): Promise<Map<string, LastDeployment>> {
  const streams = await loadStreams(read, organizationId, ended)
  const named = streams.filter(({ service }) => service !== null)
  const lasts = ofStreams(
    organizationId,
    await chooseStreams(read, organizationId, selection, named),
    (isInScope) => Prisma.sql`
      SELECT d.completed_at AS at, d.status, d.id FROM deployments d WHERE ${isInScope} AND ${counts}
      ORDER BY d.completed_at DESC, d.id DESC LIMIT 1`,
  )
  const rows = await read<LastDeployment & { service: string }>(Prisma.sql`
    SELECT service, at, status FROM (${lasts}) AS lasts ORDER BY at, id`)
  return new Map(rows.map(({ service, at, status }) => [service, { at, status }]))
}
