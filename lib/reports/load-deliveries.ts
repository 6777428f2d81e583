import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Period } from '@/lib/metrics/period'
import type { Deliveries } from '@/lib/metrics/samples'
import { ofStreams } from './of-streams'
import { packedInstants, packedNumbers, selectPacked, unpackColumns } from './packed-columns'
import type { Scope } from './scope'

const columns = {
  pullRequestId: packedNumbers(Prisma.sql`d.pull_request_id`),
  deploymentId: packedNumbers(Prisma.sql`d.deployment_id`),
  deliveredAt: packedInstants(Prisma.sql`d.delivered_at`),
  mergedAt: packedInstants(Prisma.sql`d.merged_at`),
  openedAt: packedInstants(Prisma.sql`d.opened_at`),
  firstCommitAt: packedInstants(Prisma.sql`d.first_commit_at`),
}

export type DeliveryColumn = keyof typeof columns

type Stream = Deliveries['streams'][number] & { length: number } & Record<DeliveryColumn, Buffer>

/** Pull requests that reached production in a period, each once, in any order, with the columns that are named. */
export async function loadDeliveries(
  read: Read,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  names: readonly DeliveryColumn[],
): Promise<Deliveries> {
  const query = ofStreams(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT count(*)::int AS length, ${selectPacked(columns, names)} FROM deliveries d
      WHERE ${isInScope} AND d.delivered_at >= ${from} AND d.delivered_at < ${to}
      HAVING count(*) > 0`,
  )
  const streams = await read<Stream>(query)
  const stream = indexesOf(streams)
  return {
    ...unpackColumns(columns, names, streams),
    length: stream.length,
    stream,
    streams: streams.map(({ service, environment }) => ({ service, environment })),
  }
}

/** For each delivery the index of its stream. */
function indexesOf(streams: readonly Stream[]): Int32Array {
  const lengths = streams.map(({ length }) => length)
  const indexes = new Int32Array(lengths.reduce((sum, length) => sum + length, 0))
  let end = 0
  lengths.forEach((length, index) => {
    indexes.fill(index, end, end + length)
    end += length
  })
  return indexes
}
