import { definition as changeFailureRate } from './change-failure-rate'
import { definition as coverage } from './coverage'
import { definition as cycleTime } from './cycle-time'
import type { Definition, MetricSlug } from './definition'
import { definition as deploymentFrequency } from './deployment-frequency'
import { leadTimeDefinitions } from './lead-time-definitions'
import { definition as recoveryTime } from './recovery-time'
import { definition as reworkRate } from './rework-rate'
import type { LeadTimeStart } from './settings'
import { definition as throughput } from './throughput'

const definitions: Record<Exclude<MetricSlug, 'lead-time'>, Definition> = {
  'deployment-frequency': deploymentFrequency,
  'change-failure-rate': changeFailureRate,
  'recovery-time': recoveryTime,
  'rework-rate': reworkRate,
  coverage,
  'cycle-time': cycleTime,
  throughput,
}

/** What a metric is called, however it is counted. */
export function titleOf(slug: MetricSlug): string {
  return definitionOf(slug, 'merge').title
}

/** In the order in which they are shown. */
export const metricSlugs: readonly MetricSlug[] = [
  'deployment-frequency',
  'lead-time',
  'change-failure-rate',
  'recovery-time',
  'rework-rate',
  'coverage',
  'cycle-time',
  'throughput',
]

/** What a number means, for lead time with its start, in words that can be shown beside it. */
export function definitionOf(slug: MetricSlug, leadTimeFrom: LeadTimeStart): Definition {
  return slug === 'lead-time' ? leadTimeDefinitions[leadTimeFrom] : definitions[slug]
}
