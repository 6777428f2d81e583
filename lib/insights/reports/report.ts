import type { Goal } from '@/lib/insights/metrics/goal'
import type { FreeMetricName, MetricName, MetricResults } from '@/lib/insights/metrics/registry'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import type { MetricSettings } from '@/lib/insights/metrics/settings'
import type { Period } from '@/lib/time/period'
import type { MetricFilters, SubjectName } from './filters'

type PlannedMetricName = Exclude<MetricName, FreeMetricName>

/** The parts of a report that not every plan includes. */
export type ReportPart = PlannedMetricName | 'services'

/** Every metric by its name; null where the plan does not include it. */
export type ReportResults = Pick<MetricResults, FreeMetricName> & {
  [Name in PlannedMetricName]: MetricResults[Name] | null
}

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
  /** Goals that hold on some of its days, of its team and of the organization. */
  goals: Goal[]
  /** Names of the parts that the plan does not include. */
  locked: ReportPart[]
  /** At most `maxListedServices`, those with the most deployments. */
  services: ServiceHealth[] | null
  /** How many services are listed nowhere in it; its totals count them. */
  servicesLeftOut: number
} & ReportResults
