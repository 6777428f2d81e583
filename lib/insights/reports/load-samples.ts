import type { Copy, Read } from '@/lib/db/reading'
import { counts } from '@/lib/deployments/delivers'
import { Prisma } from '@/lib/generated/prisma/client'
import {
  type CoverageCounts,
  type Deliveries,
  type DeliveryColumn,
  deliveryColumns,
  type Merges,
  type PeriodNeeds,
  type PeriodSamples,
  type PullRequestColumn,
  pullRequestColumns,
} from '@/lib/insights/metrics/samples'
import type { Period } from '@/lib/time/period'
import { loadDeployments, loadElsewhere, noDeployments } from './load-deployments'
import {
  columnsOf,
  columnsTo,
  groupedColumns,
  loadGroups,
  loadPlacedGroups,
  type PlacedGroup,
  placesOf,
  serviceEnvironmentsOf,
} from './packed-columns'
import { inScope } from './per-service-environment'
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

const noDeliveries: Deliveries = deliveriesOf([], deliveryColumns)
const noPullRequests: Merges = columnsOf(pullRequestColumns, [])

/** Of a period that is not looked at. */
export const noSamples: PeriodSamples = {
  deployments: noDeployments,
  elsewhere: noDeployments,
  deliveries: noDeliveries,
  merges: noPullRequests,
  opened: noPullRequests,
  coverage: { linked: 0, of: 0 },
}

/** How many deployments of a period were a production success, and how many of those have a pull request. */
async function loadCoverage(
  read: Read,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
): Promise<CoverageCounts> {
  const successes = inScope(
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
      WHERE l.organization_id = ${organizationId} AND l.deployment_id = ANY ((SELECT ids FROM successes)::bigint[])) AS linked
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
  const groups = await loadPlacedGroups(copy, organizationId, scope, {
    names,
    from: Prisma.sql`deliveries d`,
    where: Prisma.sql`d.delivered_at >= ${from} AND d.delivered_at < ${to}`,
  })
  return deliveriesOf(groups, names)
}

/** Deliveries in groups, each at the place of its service environment, with the columns that are named. */
function deliveriesOf(groups: readonly PlacedGroup[], names: readonly DeliveryColumn[]): Deliveries {
  return Object.assign(columnsOf<DeliveryColumn>(names, groups), {
    serviceEnvironment: placesOf(groups, names),
    serviceEnvironments: serviceEnvironmentsOf(groups),
  })
}

/** Pull requests that were merged in a period. */
export const loadMerges = loaderOf(Prisma.sql`p.merged_at`)

/** Pull requests that were opened in a period, whatever became of them. */
const loadOpened = loaderOf(Prisma.sql`p.opened_at`)

/**
 * A loader of the scope's pull requests whose instant `at` is in a period, in any order, with the columns up to `last`.
 */
function loaderOf(at: Prisma.Sql) {
  return async (
    copy: Copy,
    organizationId: number,
    { from, to }: Pick<Period, 'from' | 'to'>,
    { repositoryIds }: Scope,
    last: PullRequestColumn,
  ): Promise<Merges> => {
    const isInScope =
      repositoryIds === null ? Prisma.sql`true` : Prisma.sql`p.repository_id = ANY (${[...repositoryIds]}::int[])`
    const names = columnsTo(pullRequestColumns, last)
    const cuts = cutsOf(from, to)
    const query = Prisma.sql`
      SELECT rows.* FROM unnest(${cuts.slice(0, -1)}::timestamptz[], ${cuts.slice(1)}::timestamptz[]) AS part(starts, ends)
      CROSS JOIN LATERAL (
        SELECT ${groupedColumns(names)} FROM pull_requests p
        WHERE p.organization_id = ${organizationId} AND ${at} >= part.starts AND ${at} < part.ends AND ${isInScope}
        HAVING count(*) > 0) rows`
    return columnsOf<PullRequestColumn>(names, await loadGroups(copy, query))
  }
}

const parts = 64

/** Cuts a period into parts of the same length: one value for all of it would be put together in fresh memory. */
function cutsOf(from: Date, to: Date): Date[] {
  const each = (to.getTime() - from.getTime()) / parts
  return Array.from({ length: parts + 1 }, (_, index) =>
    index === parts ? to : new Date(from.getTime() + index * each),
  )
}
