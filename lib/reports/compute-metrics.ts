import { changeFailureRate } from '@/lib/metrics/change-failure-rate'
import type { MetricContext } from '@/lib/metrics/context'
import { coverage } from '@/lib/metrics/coverage'
import { cycleTime } from '@/lib/metrics/cycle-time'
import { deploymentFrequency } from '@/lib/metrics/deployment-frequency'
import { leadTime } from '@/lib/metrics/lead-time'
import { recoveryTime } from '@/lib/metrics/recovery-time'
import { reworkRate } from '@/lib/metrics/rework-rate'
import type { DeploymentSample } from '@/lib/metrics/samples'
import { serviceHealth } from '@/lib/metrics/service-health'
import { throughput } from '@/lib/metrics/throughput'
import type { PeriodSamples, SampleName } from './load-samples'
import type { MetricName, MetricResults } from './report'

/** What happened in a period and in the one before. */
export type ReportSamples = {
  current: PeriodSamples
  previous: PeriodSamples
  /** What was open when the earlier period began. */
  leadIn: readonly DeploymentSample[]
  /** The team of each service that has one. */
  teams: ReadonlyMap<string, string>
}

/** What has to be loaded of a period and of the one before. */
export type Needs = {
  current: readonly SampleName[]
  previous: readonly SampleName[]
  needsLeadIn: boolean
}

type Recipe<Name extends MetricName> = Needs & {
  compute: (samples: ReportSamples, context: MetricContext) => MetricResults[Name]
}

const deployments: Needs = {
  current: ['deployments'],
  previous: ['deployments'],
  needsLeadIn: false,
}

/** What each metric is made of, and how. */
export const recipes: { [Name in MetricName]: Recipe<Name> } = {
  deploymentFrequency: {
    ...deployments,
    compute: (samples, context) => deploymentFrequency(deploymentsOf(samples), context),
  },
  leadTime: {
    current: ['deliveries'],
    previous: ['deliveryTimes'],
    needsLeadIn: false,
    compute: ({ current, previous }, context) =>
      leadTime({ current: current.deliveries, previous: previous.deliveryTimes }, context),
  },
  changeFailureRate: {
    ...deployments,
    compute: (samples, context) => changeFailureRate(deploymentsOf(samples), context),
  },
  recoveryTime: {
    ...deployments,
    needsLeadIn: true,
    compute: (samples, context) => recoveryTime(deploymentsOf(samples), context),
  },
  reworkRate: {
    ...deployments,
    needsLeadIn: true,
    compute: (samples, context) => reworkRate(deploymentsOf(samples), context),
  },
  coverage: {
    current: ['coverage'],
    previous: ['coverage'],
    needsLeadIn: false,
    compute: ({ current, previous }, context) =>
      coverage({ current: current.coverage, previous: previous.coverage }, context),
  },
  cycleTime: {
    current: ['merges'],
    previous: ['mergeTimes'],
    needsLeadIn: false,
    compute: ({ current, previous }, context) =>
      cycleTime({ current: current.merges, previous: previous.mergeTimes }, context),
  },
  throughput: {
    current: ['merged', 'opened', 'delivered'],
    previous: ['merged', 'delivered'],
    needsLeadIn: false,
    compute: (samples, context) =>
      throughput(
        {
          merges: { current: samples.current.merged, previous: samples.previous.merged },
          openedAt: samples.current.opened.map(({ openedAt }) => openedAt),
          deliveries: { current: samples.current.delivered, previous: samples.previous.delivered },
        },
        context,
      ),
  },
  services: {
    current: ['deployments', 'deliveries'],
    previous: ['deployments'],
    needsLeadIn: true,
    compute: (samples, context) =>
      serviceHealth(
        { deployments: deploymentsOf(samples), deliveries: deliveriesOf(samples), teams: samples.teams },
        context,
      ),
  },
}

/** Deployments as metrics of incidents take them. */
export function deploymentsOf({ current, previous, leadIn }: ReportSamples) {
  return { current: current.deployments, previous: previous.deployments, leadIn }
}

function deliveriesOf({ current, previous }: ReportSamples) {
  return { current: current.deliveries, previous: previous.deliveries }
}
