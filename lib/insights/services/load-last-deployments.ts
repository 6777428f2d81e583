import { maxListedServices } from '@/lib/core/listed'
import type { Read } from '@/lib/db/reading'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { counts, ended, loadServiceEnvironments } from '@/lib/insights/reports/load-service-environments'
import { perServiceEnvironment } from '@/lib/insights/reports/per-service-environment'
import { chooseServiceEnvironments, type Selection } from '@/lib/insights/reports/scope'

/** What came of a deployment, and when it ended. */
export type LastDeployment = { at: Date; status: DeploymentStatus }

export type LastDeployments = {
  /** Of at most `maxListedServices`, by key. */
  lasts: Map<string, LastDeployment>
  /** How many services filters select. */
  services: number
}

/**
 * The last deployment to production of the services that filters select: of those of some keys, then of those that were
 * deployed last. One look at an index for each service in an environment.
 */
export async function loadLastDeployments(
  read: Read,
  organizationId: number,
  selection: Selection,
  keys: readonly string[],
): Promise<LastDeployments> {
  const serviceEnvironments = await loadServiceEnvironments(read, organizationId, ended)
  const named = serviceEnvironments.filter(({ service }) => service !== null)
  const chosen = await chooseServiceEnvironments(read, organizationId, selection, named)
  const lasts = perServiceEnvironment(
    organizationId,
    chosen,
    (isInScope) => Prisma.sql`
      SELECT d.completed_at AS at, d.status, d.id FROM deployments d WHERE ${isInScope} AND ${counts}
      ORDER BY d.completed_at DESC, d.id DESC LIMIT 1`,
  )
  const rows = await read<LastDeployment & { service: string }>(Prisma.sql`
    SELECT service, at, status FROM (
      SELECT DISTINCT ON (service) service, at, status, id FROM (${lasts}) AS lasts ORDER BY service, at DESC, id DESC
    ) AS lasts
    ORDER BY service = ANY (${[...keys]}::text[]) DESC, at DESC, id DESC LIMIT ${maxListedServices}`)
  return {
    lasts: new Map(rows.map(({ service, at, status }) => [service, { at, status }])),
    services: new Set(chosen.serviceEnvironments.map(({ service }) => service)).size,
  }
}
