import type { Copy, Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import {
  type CoverageCounts,
  type Deliveries,
  type DeliveryColumn,
  deliveryColumns,
  type Merges,
  type PeriodNeeds,
  type PeriodSamples,
  pullRequestColumns,
} from '@/lib/insights/metrics/samples'
import type { Period } from '@/lib/time/period'
import { loadDeployments, loadElsewhere, noDeployments } from './load-deployments'
import { loadMerges, loadOpened } from './load-pull-requests'
import { counts } from './load-service-environments'
import { columnsOf, columnsTo, type Group, groupedColumns, loadGroups, placesOf } from './packed-columns'
import { perServiceEnvironment } from './per-service-environment'
import type { Scope } from './scope'

/** Loads what any of several needs of a period. */
export async function loadSamples(
  { read, copy }: { read: Read; copy: Copy },
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  needs: readonly PeriodNeeds[],
): Promise<PeriodSamples> {
  const load = async <Loaded, Column>(
    columns: readonly Column[],
    lastOf: (each: PeriodNeeds) => Column | undefined,
    loader: (...all: [Copy, number, typeof period, Scope, Column]) => Promise<Loaded>,
    none: Loaded,
  ) => {
    const last = columns.findLast((column) => needs.some((each) => lastOf(each) === column))
    return last === undefined ? none : loader(copy, organizationId, period, scope, last)
  }
  const isNeeded = (name: 'deployments' | 'elsewhere' | 'coverage') => needs.some((each) => each[name])
  return {
    deployments: isNeeded('deployments') ? await loadDeployments(copy, organizationId, period, scope) : noDeployments,
    elsewhere: isNeeded('elsewhere') ? await loadElsewhere(copy, organizationId, period, scope) : noDeployments,
    deliveries: await load(deliveryColumns, ({ deliveries }) => deliveries, loadDeliveries, noDeliveries),
    merges: await load(pullRequestColumns, ({ merges }) => merges, loadMerges, noPullRequests),
    opened: await load(pullRequestColumns, ({ opened }) => opened, loadOpened, noPullRequests),
    coverage: isNeeded('coverage') ? await loadCoverage(read, organizationId, period, scope) : { linked: 0, of: 0 },
  }
}

const noDeliveries: Deliveries = deliveriesOf([], [], deliveryColumns)
const noPullRequests: Merges = columnsOf(pullRequestColumns, [])

/** How many deployments of a period were a production success, and how many of those have a pull request. */
async function loadCoverage(
  read: Read,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
): Promise<CoverageCounts> {
  const successes = perServiceEnvironment(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT d.id FROM deployments d
      WHERE ${isInScope} AND ${counts} AND d.status = 'success' AND d.completed_at >= ${from} AND d.completed_at < ${to}
      OFFSET 0`,
  )
  // Links of many deployments are found in one walk through their index.
  const [row] = await read<CoverageCounts>(Prisma.sql`
    WITH successes AS MATERIALIZED (SELECT coalesce(array_agg(id), '{}') AS ids FROM (${successes}) AS each)
    SELECT cardinality(ids) AS of, (
      SELECT count(DISTINCT l.deployment_id)::int FROM deployment_pull_requests l
      WHERE l.deployment_id = ANY ((SELECT ids FROM successes)::bigint[])) AS linked
    FROM successes`)
  return row ?? { linked: 0, of: 0 }
}

/** Pull requests that reached production in a period, each once, in any order, with the columns up to `last`. */
async function loadDeliveries(
  copy: Copy,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  last: DeliveryColumn,
): Promise<Deliveries> {
  const names = columnsTo(deliveryColumns, last)
  const query = perServiceEnvironment(
    organizationId,
    scope,
    (isInScope) => Prisma.sql`
      SELECT ${groupedColumns(names)} FROM deliveries d
      WHERE ${isInScope} AND d.delivered_at >= ${from} AND d.delivered_at < ${to}
      HAVING count(*) > 0`,
  )
  return deliveriesOf(await loadGroups(copy, query), scope.serviceEnvironments, names)
}

/** Deliveries in groups, each at the place of its service environment, with the columns that are named. */
function deliveriesOf(
  groups: readonly Group[],
  serviceEnvironments: Scope['serviceEnvironments'],
  names: readonly DeliveryColumn[],
): Deliveries {
  return Object.assign(columnsOf<DeliveryColumn>(names, groups), {
    serviceEnvironment: placesOf(groups, names),
    serviceEnvironments,
  })
}
