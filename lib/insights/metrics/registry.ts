import { AppError } from '@/lib/core/errors'
import { changeFailureRate } from './change-failure-rate'
import { coverage } from './coverage'
import { cycleTime } from './cycle-time'
import type { Metric, ResultOf } from './define-metric'
import { deploymentFrequency } from './deployment-frequency'
import { leadTime } from './lead-time'
import { pullRequestSize } from './pull-request-size'
import { recoveryTime } from './recovery-time'
import { reworkRate } from './rework-rate'
import { throughput } from './throughput'

const registered = [
  deploymentFrequency,
  leadTime,
  changeFailureRate,
  recoveryTime,
  reworkRate,
  coverage,
  cycleTime,
  pullRequestSize,
  throughput,
] as const

type Registered = (typeof registered)[number]

export type MetricSlug = Registered['slug']
export type MetricName = Registered['name']

/** What each metric computes, by its name in a report. */
export type MetricResults = { [Each in Registered as Each['name']]: ResultOf<Each> }

/** Metrics that every plan includes. */
export type FreeMetricName = Extract<Registered, { feature: 'deployment-frequency' }>['name']

export type AnyMetric = Metric<MetricSlug>

/** Every metric, in the order in which they are shown. */
export const metrics: readonly AnyMetric[] = registered

/** The metric with this slug. Throws `not_found`. */
export function findMetric(slug: string): AnyMetric {
  const found = metrics.find((metric) => metric.slug === slug)
  if (found) return found
  throw new AppError('not_found', `No metric "${slug}". Choose ${metrics.map((metric) => metric.slug).join(', ')}.`)
}
