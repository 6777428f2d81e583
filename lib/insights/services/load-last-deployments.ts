import { maxListedServices } from '@/lib/core/listed'
import type { Read } from '@/lib/db/reading'
import { counts } from '@/lib/deployments/delivers'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { ended } from '@/lib/insights/reports/load-service-environments'
import { perServiceEnvironment } from '@/lib/insights/reports/per-service-environment'
import { findChosen, type Selection } from '@/lib/insights/reports/scope'
import { findLatest, loadLastsOf } from './load-known'

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
 * deployed last. One look at an index for each service in an environment, or one walk where they are too many. Throws
 * `unavailable` as `findChosen` does.
 */
export async function loadLastDeployments(
  read: Read,
  organizationId: number,
  selection: Selection,
  keys: readonly string[],
): Promise<LastDeployments> {
  const { serviceEnvironments, repositoryId } = await findChosen(read, organizationId, selection, ended)
  if (serviceEnvironments === null) return loadLastOfAll(read, organizationId, keys)
  const named = serviceEnvironments.filter(({ service }) => service !== null)
  const lasts = perServiceEnvironment(
    organizationId,
    { serviceEnvironments: named, repositoryId },
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
    services: new Set(named.map(({ service }) => service)).size,
  }
}

async function loadLastOfAll(read: Read, organizationId: number, keys: readonly string[]): Promise<LastDeployments> {
  const requested = await loadLastsOf(read, organizationId, keys)
  const latest = await findLatest(read, organizationId)
  const known = new Set(requested.map(({ key }) => key))
  const others = latest.keys.filter((key) => !known.has(key)).slice(0, Math.max(maxListedServices - known.size, 0))
  const lasts = [...requested, ...(await loadLastsOf(read, organizationId, others))]
  return {
    lasts: new Map(lasts.map(({ key, at, status }) => [key, { at, status }])),
    services: latest.services,
  }
}
