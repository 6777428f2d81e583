import type { Read } from '@/lib/deployments/reading'
import type { CoverageCounts } from '@/lib/metrics/coverage'
import type { Period } from '@/lib/metrics/period'
import type { DeliverySample, DeliveryTimes, DeploymentSample, MergeSample, MergeTimes } from '@/lib/metrics/samples'
import { loadCoverage } from './load-coverage'
import { loadDeliveries, loadDeliveryInstants, loadDeliveryTimes } from './load-deliveries'
import { loadDeployments } from './load-deployments'
import { loadMergeInstants, loadMerges, loadMergeTimes } from './load-merges'
import { loadOpened, type OpenedSample } from './load-opened'
import type { Scope } from './scope'

/** What metrics are made of. */
export type SampleName = keyof PeriodSamples

/** What happened in a period; what was not asked for is empty. */
export type PeriodSamples = {
  deployments: DeploymentSample[]
  deliveries: DeliverySample[]
  merges: MergeSample[]
  /** Less of the same pull requests: the samples above stand for them where both are asked for. */
  deliveryTimes: DeliveryTimes[]
  mergeTimes: MergeTimes[]
  delivered: Pick<DeliverySample, 'deliveredAt'>[]
  merged: Pick<MergeSample, 'mergedAt'>[]
  opened: OpenedSample[]
  coverage: CoverageCounts
}

/** Loads those samples of a period that are asked for. */
export async function loadSamples(
  read: Read,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  names: ReadonlySet<SampleName>,
): Promise<PeriodSamples> {
  const load = async <T>(
    name: SampleName,
    loader: (read: Read, organizationId: number, from: Date, to: Date, scope: Scope) => Promise<T>,
    none: T,
  ) => (names.has(name) ? await loader(read, organizationId, from, to, scope) : none)
  const deliveries = await load('deliveries', loadDeliveries, [])
  const merges = await load('merges', loadMerges, [])
  const deliveryTimes = names.has('deliveries') ? deliveries : await load('deliveryTimes', loadDeliveryTimes, [])
  const mergeTimes = names.has('merges') ? merges : await load('mergeTimes', loadMergeTimes, [])
  return {
    deployments: await load('deployments', loadDeployments, []),
    deliveries,
    merges,
    deliveryTimes,
    mergeTimes,
    delivered: deliveryTimes.length > 0 ? deliveryTimes : await load('delivered', loadDeliveryInstants, []),
    merged: mergeTimes.length > 0 ? mergeTimes : await load('merged', loadMergeInstants, []),
    opened: await load('opened', loadOpened, []),
    coverage: await load('coverage', loadCoverage, { linked: 0, of: 0 }),
  }
}
