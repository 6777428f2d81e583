import type { Copy, Read } from '@/lib/deployments/reading'
import type { CoverageCounts } from '@/lib/metrics/coverage'
import type { Period } from '@/lib/metrics/period'
import type { Deliveries, Deployments, Merges, Openings } from '@/lib/metrics/samples'
import { columnsOf, type DeliveryFact, deliveryFacts, type PullRequestFact, pullRequestFacts } from './facts'
import { loadCoverage } from './load-coverage'
import { deliveriesOf, loadDeliveries } from './load-deliveries'
import { loadDeployments, loadElsewhere, noDeployments } from './load-deployments'
import { loadMerges, loadOpened } from './load-pull-requests'
import type { Scope } from './scope'

/** What happened in a period; what nobody wanted is empty. Columns behind the last one that was wanted are missing. */
export type PeriodSamples = {
  deployments: Deployments
  /** Where a repository is chosen: what the same services deployed from others. */
  elsewhere: Deployments
  deliveries: Deliveries
  merges: Merges
  opened: Openings
  coverage: CoverageCounts
}

/** What is wanted of a period: of what is kept as columns, those up to the one that is named. */
export type Wanted = {
  deployments?: boolean
  elsewhere?: boolean
  deliveries?: DeliveryFact
  merges?: PullRequestFact
  opened?: PullRequestFact
  coverage?: boolean
}

/** Loads of a period what any of those who want something wants. */
export async function loadSamples(
  { read, copy }: { read: Read; copy: Copy },
  organizationId: number,
  period: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  wanted: readonly Wanted[],
): Promise<PeriodSamples> {
  const load = async <Loaded, Fact>(
    facts: readonly Fact[],
    lastOf: (each: Wanted) => Fact | undefined,
    loader: (...all: [Copy, number, typeof period, Scope, Fact]) => Promise<Loaded>,
    none: Loaded,
  ) => {
    const last = facts.findLast((fact) => wanted.some((each) => lastOf(each) === fact))
    return last === undefined ? none : loader(copy, organizationId, period, scope, last)
  }
  const isWanted = (name: 'deployments' | 'elsewhere' | 'coverage') => wanted.some((each) => each[name])
  return {
    deployments: isWanted('deployments') ? await loadDeployments(copy, organizationId, period, scope) : noDeployments,
    elsewhere: isWanted('elsewhere') ? await loadElsewhere(copy, organizationId, period, scope) : noDeployments,
    deliveries: await load(deliveryFacts, ({ deliveries }) => deliveries, loadDeliveries, noDeliveries),
    merges: await load(pullRequestFacts, ({ merges }) => merges, loadMerges, noPullRequests),
    opened: await load(pullRequestFacts, ({ opened }) => opened, loadOpened, noPullRequests),
    coverage: isWanted('coverage') ? await loadCoverage(read, organizationId, period, scope) : { linked: 0, of: 0 },
  }
}

const noDeliveries: Deliveries = deliveriesOf([], [], deliveryFacts)
const noPullRequests: Merges = columnsOf(pullRequestFacts, [])
