import type { Copy } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Deployments, deploymentColumns } from '@/lib/insights/metrics/samples'
import type { Period } from '@/lib/time/period'
import { counts } from './load-service-environments'
import { columnsOf, type Group, groupedColumns, loadGroups, placesOf } from './packed-columns'
import { perServiceEnvironment } from './per-service-environment'
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

/** The same of other repositories than the one that the scope selects; none where it selects all. */
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
  const query = perServiceEnvironment(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT ${groupedColumns(deploymentColumns)} FROM deployments d
      WHERE ${isInScope} AND ${condition} AND ${counts}
        AND d.completed_at >= ${from} AND d.completed_at < ${to}
      HAVING count(*) > 0`,
  )
  return placed(await loadGroups(copy, query), scope.serviceEnvironments)
}

/** Deployments in groups, each at the place of its service environment. */
function placed(groups: readonly Group[], serviceEnvironments: Deployments['serviceEnvironments']): Deployments {
  return Object.assign(columnsOf(deploymentColumns, groups), {
    serviceEnvironment: placesOf(groups, deploymentColumns),
    serviceEnvironments,
  })
}

export const noDeployments = placed([], [])
