import type { Copy } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { valueAt } from '@/lib/metrics/column'
import type { Period } from '@/lib/metrics/period'
import type { DeploymentSample } from '@/lib/metrics/samples'
import { columnsOf, deploymentFacts, type Group, groupedFacts, loadFacts, placesOf } from './facts'
import { counts } from './load-streams'
import { ofStreams } from './of-streams'
import type { Scope } from './scope'

/** The ends that metrics know, in the order of their numbers in `facts`. */
const statuses = ['success', 'failure', 'cancelled', 'rolled_back'] as const

/** Deployments to production that ended in a period, void ones left out, in any order. */
export function loadDeployments(
  copy: Copy,
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  scope: Scope,
): Promise<DeploymentSample[]> {
  return loadWhere(copy, organizationId, period, scope, Prisma.sql`true`)
}

/** The same of other repositories than the one that the scope selects; none where it selects all. */
export async function loadElsewhere(
  copy: Copy,
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  { streams, repositoryId }: Scope,
): Promise<DeploymentSample[]> {
  if (repositoryId === null) return []
  const ofAny = { streams, repositoryId: null }
  return loadWhere(copy, organizationId, period, ofAny, Prisma.sql`d.repository_id <> ${repositoryId}`)
}

async function loadWhere(
  copy: Copy,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Pick<Scope, 'streams' | 'repositoryId'>,
  condition: Prisma.Sql,
): Promise<DeploymentSample[]> {
  const query = ofStreams(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT ${groupedFacts(deploymentFacts)} FROM deployments d
      WHERE ${isInScope} AND ${condition} AND ${counts}
        AND d.completed_at >= ${from} AND d.completed_at < ${to}
      HAVING count(*) > 0`,
  )
  return samplesOf(await loadFacts(copy, query), scope.streams)
}

function samplesOf(groups: readonly Group[], streams: Scope['streams']): DeploymentSample[] {
  const { id, completedAt, status } = columnsOf(deploymentFacts, groups)
  const deployments: DeploymentSample[] = []
  placesOf(groups, deploymentFacts).forEach((place, index) => {
    const stream = streams[place]
    if (!stream) return
    deployments.push({
      id: valueAt(id, index),
      service: stream.service,
      environment: stream.environment,
      status: statuses[valueAt(status, index)] ?? 'success',
      completedAt: valueAt(completedAt, index),
    })
  })
  return deployments
}
