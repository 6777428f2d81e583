import type { Read } from '@/lib/deployments/reading'
import type { CoverageCounts } from '@/lib/metrics/coverage'
import type { Period } from '@/lib/metrics/period'
import type { Deliveries, DeploymentSample, Merges, Openings } from '@/lib/metrics/samples'
import { loadCoverage } from './load-coverage'
import { type DeliveryColumn, loadDeliveries } from './load-deliveries'
import { loadDeployments, loadElsewhere } from './load-deployments'
import { loadMerges, loadOpened, type MergeColumn, type OpenedColumn } from './load-pull-requests'
import type { Scope } from './scope'

/** What happened in a period; what nobody wanted is empty. Columns that nobody wanted are missing. */
export type PeriodSamples = {
  deployments: DeploymentSample[]
  /** Where a repository is chosen: what the same services deployed from others. */
  elsewhere: DeploymentSample[]
  deliveries: Deliveries
  merges: Merges
  opened: Openings
  coverage: CoverageCounts
}

/** What is wanted of a period: of what is kept as columns only those that are named. */
export type Wanted = {
  deployments?: boolean
  elsewhere?: boolean
  deliveries?: readonly DeliveryColumn[]
  merges?: readonly MergeColumn[]
  opened?: readonly OpenedColumn[]
  coverage?: boolean
}

/** Loads of a period what any of those who want something wants. */
export async function loadSamples(
  read: Read,
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  wanted: readonly Wanted[],
): Promise<PeriodSamples> {
  const load = async <Loaded, Column>(
    loader: (...all: [Read, number, typeof period, Scope, readonly Column[]]) => Promise<Loaded>,
    columnsOf: (each: Wanted) => readonly Column[] | undefined,
    none: Loaded,
  ) => {
    const columns = new Set(wanted.flatMap((each) => columnsOf(each) ?? []))
    return columns.size === 0 ? none : loader(read, organizationId, period, scope, [...columns])
  }
  const isWanted = (name: 'deployments' | 'elsewhere' | 'coverage') => wanted.some((each) => each[name])
  return {
    deployments: isWanted('deployments') ? await loadDeployments(read, organizationId, period, scope) : [],
    elsewhere: isWanted('elsewhere') ? await loadElsewhere(read, organizationId, period, scope) : [],
    deliveries: await load(loadDeliveries, ({ deliveries }) => deliveries, noDeliveries),
    merges: await load(loadMerges, ({ merges }) => merges, noMerges),
    opened: await load(loadOpened, ({ opened }) => opened, noOpenings),
    coverage: isWanted('coverage') ? await loadCoverage(read, organizationId, period, scope) : { linked: 0, of: 0 },
  }
}

const empty = new Float64Array(0)

const noDeliveries: Deliveries = {
  length: 0,
  stream: new Int32Array(0),
  streams: [],
  pullRequestId: empty,
  deploymentId: empty,
  deliveredAt: empty,
  mergedAt: empty,
  openedAt: empty,
  firstCommitAt: empty,
}

const noMerges: Merges = {
  length: 0,
  pullRequestId: empty,
  mergedAt: empty,
  openedAt: empty,
  firstReviewAt: empty,
  changedLines: empty,
}

const noOpenings: Openings = { length: 0, pullRequestId: empty, openedAt: empty }
