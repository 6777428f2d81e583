import type { Copy } from '@/lib/db/reading'
import { counts } from '@/lib/deployments/delivers'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Deployments, deploymentColumns } from '@/lib/insights/metrics/samples'
import type { Period } from '@/lib/time/period'
import { columnsOf, loadPlacedGroups, type PlacedGroup, placesOf, serviceEnvironmentsOf } from './packed-columns'
import type { Scope } from './scope'

/** Deployments to production that ended in a period, void ones left out, in any order. */
export function loadDeployments(
  copy: Copy,
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  scope: Scope,
): Promise<Deployments> {
  return loadWhere(copy, organizationId, period, scope, Prisma.sql`true`)
}

/** The same of repositories outside the scope; none where it selects all. */
export async function loadElsewhere(
  copy: Copy,
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  { serviceEnvironments, repositoryId }: Scope,
): Promise<Deployments> {
  if (repositoryId === null) return noDeployments
  const ofAny = { serviceEnvironments, repositoryId: null }
  return loadWhere(copy, organizationId, period, ofAny, Prisma.sql`d.repository_id <> ${repositoryId}`)
}

async function loadWhere(
  copy: Copy,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Pick<Scope, 'serviceEnvironments' | 'repositoryId'>,
  condition: Prisma.Sql,
): Promise<Deployments> {
  const groups = await loadPlacedGroups(copy, organizationId, scope, {
    names: deploymentColumns,
    from: Prisma.sql`deployments d`,
    where: Prisma.sql`${condition} AND ${counts} AND d.completed_at >= ${from} AND d.completed_at < ${to}`,
  })
  return placed(groups)
}

/** Deployments in groups, each at the place of its service environment. */
export function placed(groups: readonly PlacedGroup[]): Deployments {
  return Object.assign(columnsOf(deploymentColumns, groups), {
    serviceEnvironment: placesOf(groups, deploymentColumns),
    serviceEnvironments: serviceEnvironmentsOf(groups),
  })
}

export const noDeployments = placed([])
