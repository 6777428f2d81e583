import type { ChangeFailureRate } from '@/lib/metrics/change-failure-rate'
import type { Coverage } from '@/lib/metrics/coverage'
import type { CycleTime } from '@/lib/metrics/cycle-time'
import type { DeploymentFrequency } from '@/lib/metrics/deployment-frequency'
import type { LeadTime } from '@/lib/metrics/lead-time'
import type { Period } from '@/lib/metrics/period'
import type { RecoveryTime } from '@/lib/metrics/recovery-time'
import type { ReworkRate } from '@/lib/metrics/rework-rate'
import type { ServiceHealth } from '@/lib/metrics/service-health'
import type { MetricSettings } from '@/lib/metrics/settings'
import type { Throughput } from '@/lib/metrics/throughput'
import type { MetricFilters, SubjectName } from './filters'

/** Each metric by its name in a report. */
export type MetricResults = {
  deploymentFrequency: DeploymentFrequency
  leadTime: LeadTime
  changeFailureRate: ChangeFailureRate
  recoveryTime: RecoveryTime
  reworkRate: ReworkRate
  coverage: Coverage
  cycleTime: CycleTime
  throughput: Throughput
  services: ServiceHealth[]
}

export type MetricName = keyof MetricResults

/** The parts of a report that not every plan includes. */
export type ReportPart = Exclude<MetricName, 'deploymentFrequency'>

/**
 * The metrics of an organization in a period: the one object that the pages, the CSV files and the command line show.
 * What the plan does not include is null, and named in `locked`.
 */
export type MetricsReport = {
  organization: string
  filters: MetricFilters
  /** The filters that name what the organization does not have: of these the report says nothing. */
  unknown: SubjectName[]
  settings: MetricSettings
  /** What the levels of its numbers are taken from. */
  levelsReport: { title: string; url: string }
  period: Period
  previousPeriod: Period
  /** First day that the organization has a production deployment of; null for none at all. */
  dataFrom: string | null
  deploymentFrequency: DeploymentFrequency
  /** Names of the parts that the plan does not include. */
  locked: ReportPart[]
} & { [Part in ReportPart]: MetricResults[Part] | null }
