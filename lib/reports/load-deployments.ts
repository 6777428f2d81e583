import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DeploymentSample } from '@/lib/metrics/samples'
import { counts } from './load-streams'
import { ofStreams } from './of-streams'
import { packIds, packInstants, unpackIds, unpackInstants, unpackRows } from './packed-columns'
import type { Scope } from './scope'

const statuses = new Map<string | undefined, DeploymentSample['status']>([
  ['s', 'success'],
  ['f', 'failure'],
  ['c', 'cancelled'],
  ['r', 'rolled_back'],
])

/** Whether a deployment `d` came to one of the ends that metrics know. */
const ended = Prisma.sql`d.status IN ('success', 'failure', 'cancelled', 'rolled_back')`

const packed = Prisma.sql`
  ${packIds(Prisma.sql`d.id`)} AS ids,
  ${packInstants(Prisma.sql`d.completed_at`)} AS "completedAt",
  string_agg(CASE d.status WHEN 'success' THEN 's' WHEN 'failure' THEN 'f' WHEN 'cancelled' THEN 'c' ELSE 'r' END, '')
    AS statuses`

type Packed = {
  service: string | null
  environment: string
  ids: Buffer
  completedAt: Buffer
  statuses: string
}

/** Deployments to production that ended from `from` on and before `to`, void ones left out, in any order. */
export async function loadDeployments(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<DeploymentSample[]> {
  const query = ofStreams(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT ${packed} FROM deployments d
      WHERE ${isInScope} AND ${counts} AND ${ended} AND d.completed_at >= ${from} AND d.completed_at < ${to}
      HAVING count(*) > 0`,
  )
  return (await read<Packed>(query)).flatMap(unpack)
}

function unpack({ service, environment, ...row }: Packed): DeploymentSample[] {
  const id = unpackIds(row.ids)
  const completedAt = unpackInstants(row.completedAt)
  return unpackRows(row.ids, (index) => ({
    id: id(index),
    service,
    environment,
    status: statuses.get(row.statuses[index]) ?? 'success',
    completedAt: completedAt(index),
  }))
}
