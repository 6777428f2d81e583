import type { Copy } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Period } from '@/lib/metrics/period'
import type { Deliveries } from '@/lib/metrics/samples'
import {
  columnsOf,
  type DeliveryFact,
  deliveryFacts,
  factsTo,
  type Group,
  groupedFacts,
  loadFacts,
  placesOf,
} from './facts'
import { ofStreams } from './of-streams'
import type { Scope } from './scope'

/** Pull requests that reached production in a period, each once, in any order, with the columns up to `last`. */
export async function loadDeliveries(
  copy: Copy,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  last: DeliveryFact,
): Promise<Deliveries> {
  const names = factsTo(deliveryFacts, last)
  const query = ofStreams(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT ${groupedFacts(names)} FROM deliveries d
      WHERE ${isInScope} AND d.delivered_at >= ${from} AND d.delivered_at < ${to}
      HAVING count(*) > 0`,
  )
  return deliveriesOf(await loadFacts(copy, query), scope.streams, names)
}

/** Deliveries in groups, each at the place of its stream, with the columns that are named. */
export function deliveriesOf(
  groups: readonly Group[],
  streams: Scope['streams'],
  names: readonly DeliveryFact[],
): Deliveries {
  return Object.assign(columnsOf<DeliveryFact>(names, groups), { stream: placesOf(groups, names), streams })
}
