import type { Read } from '@/lib/deployments/reading'
import type { CoverageCounts } from '@/lib/metrics/coverage'
import type { Period } from '@/lib/metrics/period'
import type { DeliverySample, DeploymentSample, MergeSample } from '@/lib/metrics/samples'
import { loadCoverage } from './load-coverage'
import { loadDeliveries, loadDeliveryInstants } from './load-deliveries'
import { loadDeployments } from './load-deployments'
import { loadMergeInstants, loadMerges } from './load-merges'
import { loadOpened, type OpenedSample } from './load-opened'
import type { Scope } from './scope'

/** What metrics are made of. */
export type SampleName = keyof PeriodSamples

/** What happened in a period; what was not asked for is empty. */
export type PeriodSamples = {
  deployments: DeploymentSample[]
  deliveries: DeliverySample[]
  merges: MergeSample[]
  /** When pull requests reached production and were merged: with all that is known of them where that is asked for. */
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
  return {
    deployments: await load('deployments', loadDeployments, []),
    deliveries,
    merges,
    delivered: names.has('deliveries') ? deliveries : await load('delivered', loadDeliveryInstants, []),
    merged: names.has('merges') ? merges : await load('merged', loadMergeInstants, []),
    opened: await load('opened', loadOpened, []),
    coverage: await load('coverage', loadCoverage, { linked: 0, of: 0 }),
  }
}
