import { changeFailureRate } from '@/lib/metrics/change-failure-rate'
import type { MetricContext } from '@/lib/metrics/context'
import { coverage } from '@/lib/metrics/coverage'
import { cycleTime } from '@/lib/metrics/cycle-time'
import { deploymentFrequency } from '@/lib/metrics/deployment-frequency'
import { leadTime } from '@/lib/metrics/lead-time'
import { type IncidentSamples, recoveryTime } from '@/lib/metrics/recovery-time'
import { reworkRate } from '@/lib/metrics/rework-rate'
import type { Deployments } from '@/lib/metrics/samples'
import { serviceHealth } from '@/lib/metrics/service-health'
import { throughput } from '@/lib/metrics/throughput'
import type { PeriodSamples, Wanted } from './load-samples'
import type { MetricName, MetricResults } from './report'

/** What happened in a period and in the one before. */
export type ReportSamples = {
  current: PeriodSamples
  previous: PeriodSamples
  /** What was open when the earlier period began. */
  leadIn: Deployments
  /** The team of each service that has one. */
  teams: ReadonlyMap<string, string>
}

/** What has to be loaded of a period and of the one before. */
export type Needs = {
  current: Wanted
  previous: Wanted
  needsLeadIn: boolean
}

type Recipe<Name extends MetricName> = {
  needs: Needs
  compute: (samples: ReportSamples, context: MetricContext) => MetricResults[Name]
}

const deployments: Needs = { current: { deployments: true }, previous: { deployments: true }, needsLeadIn: false }

/** Where an incident began depends on what came before, and whether it is over on other repositories. */
export const incidents: Needs = {
  current: { deployments: true, elsewhere: true },
  previous: { deployments: true, elsewhere: true },
  needsLeadIn: true,
}

/** What each metric is made of, and how. */
export const recipes: { [Name in MetricName]: Recipe<Name> } = {
  deploymentFrequency: {
    needs: deployments,
    compute: (samples, context) => deploymentFrequency(incidentSamplesOf(samples), context),
  },
  leadTime: {
    needs: {
      current: { deliveries: 'deploymentId' },
      previous: { deliveries: 'firstCommitAt' },
      needsLeadIn: false,
    },
    compute: ({ current, previous }, context) =>
      leadTime({ current: current.deliveries, previous: previous.deliveries }, context),
  },
  changeFailureRate: {
    needs: deployments,
    compute: (samples, context) => changeFailureRate(incidentSamplesOf(samples), context),
  },
  recoveryTime: {
    needs: incidents,
    compute: (samples, context) => recoveryTime(incidentSamplesOf(samples), context),
  },
  reworkRate: {
    needs: incidents,
    compute: (samples, context) => reworkRate(incidentSamplesOf(samples), context),
  },
  coverage: {
    needs: { current: { coverage: true }, previous: { coverage: true }, needsLeadIn: false },
    compute: ({ current, previous }, context) =>
      coverage({ current: current.coverage, previous: previous.coverage }, context),
  },
  cycleTime: {
    needs: { current: { merges: 'changedLines' }, previous: { merges: 'openedAt' }, needsLeadIn: false },
    compute: ({ current, previous }, context) =>
      cycleTime({ current: current.merges, previous: previous.merges }, context),
  },
  throughput: {
    needs: {
      current: { merges: 'mergedAt', opened: 'openedAt', deliveries: 'deliveredAt' },
      previous: { merges: 'mergedAt', deliveries: 'deliveredAt' },
      needsLeadIn: false,
    },
    compute: (samples, context) =>
      throughput(
        {
          merges: { current: samples.current.merges, previous: samples.previous.merges },
          opened: samples.current.opened,
          deliveries: { current: samples.current.deliveries, previous: samples.previous.deliveries },
        },
        context,
      ),
  },
  services: {
    needs: { ...incidents, current: { ...incidents.current, deliveries: 'firstCommitAt' } },
    compute: (samples, context) =>
      serviceHealth(
        { deployments: incidentSamplesOf(samples), deliveries: samples.current.deliveries, teams: samples.teams },
        context,
      ),
  },
}

/** Deployments as metrics of incidents take them. */
export function incidentSamplesOf({ current, previous, leadIn }: ReportSamples): IncidentSamples {
  return {
    current: current.deployments,
    previous: previous.deployments,
    uncounted: [leadIn, previous.elsewhere, current.elsewhere],
  }
}
