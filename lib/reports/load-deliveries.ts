import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DeliverySample, DeliveryTimes } from '@/lib/metrics/samples'
import { ofStreams } from './of-streams'
import {
  packIds,
  packInstants,
  packIntegers,
  unpackIds,
  unpackInstants,
  unpackInstantsOrNull,
  unpackIntegers,
  unpackRows,
} from './packed-columns'
import type { Scope } from './scope'

const packed = Prisma.sql`
  ${packIntegers(Prisma.sql`d.pull_request_id`)} AS "pullRequestIds",
  ${packIds(Prisma.sql`d.deployment_id`)} AS "deploymentIds",
  ${packInstants(Prisma.sql`d.delivered_at`)} AS "deliveredAt",
  ${packInstants(Prisma.sql`d.merged_at`)} AS "mergedAt",
  ${packInstants(Prisma.sql`d.opened_at`)} AS "openedAt",
  ${packInstants(Prisma.sql`d.first_commit_at`)} AS "firstCommitAt"`

type Packed = { service: string | null; environment: string } & Record<
  'pullRequestIds' | 'deploymentIds' | 'deliveredAt' | 'mergedAt' | 'openedAt' | 'firstCommitAt',
  Buffer
>

/** Pull requests that reached production from `from` on and before `to`, each once, in any order. */
export async function loadDeliveries(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<DeliverySample[]> {
  return (await read<Packed>(deliveriesOf(organizationId, from, to, scope, packed))).flatMap(unpack)
}

/** The columns of the deliveries of a period, a row for each service and environment that has some. */
function deliveriesOf(organizationId: number, from: Date, to: Date, scope: Scope, columns: Prisma.Sql): Prisma.Sql {
  return ofStreams(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT ${columns} FROM deliveries d
      WHERE ${isInScope} AND d.delivered_at >= ${from} AND d.delivered_at < ${to}
      HAVING count(*) > 0`,
  )
}

function unpack({ service, environment, ...row }: Packed): DeliverySample[] {
  const pullRequestId = unpackIntegers(row.pullRequestIds)
  const deploymentId = unpackIds(row.deploymentIds)
  const deliveredAt = unpackInstants(row.deliveredAt)
  const mergedAt = unpackInstants(row.mergedAt)
  const openedAt = unpackInstantsOrNull(row.openedAt)
  const firstCommitAt = unpackInstantsOrNull(row.firstCommitAt)
  return unpackRows(row.deploymentIds, (index) => ({
    pullRequestId: pullRequestId(index) ?? 0,
    deploymentId: deploymentId(index),
    service,
    environment,
    deliveredAt: deliveredAt(index),
    mergedAt: mergedAt(index),
    openedAt: openedAt(index),
    firstCommitAt: firstCommitAt(index),
  }))
}

const packedTimes = Prisma.sql`
  ${packInstants(Prisma.sql`d.delivered_at`)} AS "deliveredAt",
  ${packInstants(Prisma.sql`d.merged_at`)} AS "mergedAt",
  ${packInstants(Prisma.sql`d.opened_at`)} AS "openedAt",
  ${packInstants(Prisma.sql`d.first_commit_at`)} AS "firstCommitAt"`

/** The instants of the same pull requests. */
export async function loadDeliveryTimes(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<DeliveryTimes[]> {
  const query = deliveriesOf(organizationId, from, to, scope, packedTimes)
  return (await read<Record<keyof DeliveryTimes, Buffer>>(query)).flatMap((row) => {
    const deliveredAt = unpackInstants(row.deliveredAt)
    const mergedAt = unpackInstants(row.mergedAt)
    const openedAt = unpackInstantsOrNull(row.openedAt)
    const firstCommitAt = unpackInstantsOrNull(row.firstCommitAt)
    return unpackRows(row.deliveredAt, (index) => ({
      deliveredAt: deliveredAt(index),
      mergedAt: mergedAt(index),
      openedAt: openedAt(index),
      firstCommitAt: firstCommitAt(index),
    }))
  })
}

/** When the same pull requests reached production, and nothing else of them. */
export async function loadDeliveryInstants(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<Pick<DeliverySample, 'deliveredAt'>[]> {
  const column = Prisma.sql`${packInstants(Prisma.sql`d.delivered_at`)} AS "deliveredAt"`
  const query = deliveriesOf(organizationId, from, to, scope, column)
  return (await read<{ deliveredAt: Buffer }>(query)).flatMap((row) => {
    const deliveredAt = unpackInstants(row.deliveredAt)
    return unpackRows(row.deliveredAt, (index) => ({ deliveredAt: deliveredAt(index) }))
  })
}
