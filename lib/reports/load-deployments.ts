import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { valueAt } from '@/lib/metrics/column'
import type { Period } from '@/lib/metrics/period'
import type { DeploymentSample } from '@/lib/metrics/samples'
import { counts } from './load-streams'
import { ofStreams } from './of-streams'
import { packedInstants, packedNumbers, selectPacked, unpackColumns } from './packed-columns'
import type { Scope } from './scope'

/** The ends that metrics know, in the order that their numbers travel in. */
const statuses = ['success', 'failure', 'cancelled', 'rolled_back'] as const

const columns = {
  id: packedNumbers(Prisma.sql`d.id`),
  completedAt: packedInstants(Prisma.sql`d.completed_at`),
  status: packedNumbers(
    Prisma.sql`CASE d.status WHEN 'success' THEN 0 WHEN 'failure' THEN 1 WHEN 'cancelled' THEN 2 ELSE 3 END`,
  ),
}

type Column = keyof typeof columns
const names = Object.keys(columns) as Column[]

type Stream = Pick<DeploymentSample, 'service' | 'environment'> & Record<Column, Buffer>

/** Deployments to production that ended in a period, void ones left out, in any order. */
export function loadDeployments(
  read: Read,
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  scope: Scope,
): Promise<DeploymentSample[]> {
  return loadWhere(read, organizationId, period, scope, Prisma.sql`true`)
}

/** The same of other repositories than the one that the scope selects; none where it selects all. */
export async function loadElsewhere(
  read: Read,
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  { streams, repositoryId }: Scope,
): Promise<DeploymentSample[]> {
  if (repositoryId === null) return []
  const ofAny = { streams, repositoryId: null }
  return loadWhere(read, organizationId, period, ofAny, Prisma.sql`d.repository_id <> ${repositoryId}`)
}

async function loadWhere(
  read: Read,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Pick<Scope, 'streams' | 'repositoryId'>,
  condition: Prisma.Sql,
): Promise<DeploymentSample[]> {
  const query = ofStreams(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT ${selectPacked(columns, names)} FROM deployments d
      WHERE ${isInScope} AND ${condition} AND ${counts}
        AND d.completed_at >= ${from} AND d.completed_at < ${to}
      HAVING count(*) > 0`,
  )
  return (await read<Stream>(query)).flatMap(unpack)
}

function unpack({ service, environment, ...packed }: Stream): DeploymentSample[] {
  const { id, completedAt, status } = unpackColumns(columns, names, [packed])
  const deployments: DeploymentSample[] = []
  for (let index = 0; index < id.length; index += 1) {
    deployments.push({
      id: valueAt(id, index),
      service,
      environment,
      status: statuses[valueAt(status, index)] ?? 'success',
      completedAt: valueAt(completedAt, index),
    })
  }
  return deployments
}
