import { definition as changeFailureRate } from './change-failure-rate'
import { definition as coverage } from './coverage'
import { definition as cycleTime } from './cycle-time'
import type { Definition, MetricSlug } from './definition'
import { definition as deploymentFrequency } from './deployment-frequency'
import { definition as leadTime } from './lead-time'
import { definition as recoveryTime } from './recovery-time'
import { definition as reworkRate } from './rework-rate'
import { definition as throughput } from './throughput'

const definitions: Record<MetricSlug, Definition> = {
  'deployment-frequency': deploymentFrequency,
  'lead-time': leadTime,
  'change-failure-rate': changeFailureRate,
  'recovery-time': recoveryTime,
  'rework-rate': reworkRate,
  coverage,
  'cycle-time': cycleTime,
  throughput,
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

/** What a number means, in words that can be shown beside it. */
export function definitionOf(slug: MetricSlug): Definition {
  return definitions[slug]
}
