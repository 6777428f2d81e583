import { bucketIndexes } from './buckets'
import { countKnown, countWhere, secondsBetween, valueAt } from './column'
import { comparable, type MetricContext, type Samples, type When } from './context'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import { type Figure, figureOf, type Made, type Measured, measured, type Reason, reasons } from './figure'
import { compareNames, groupStreams } from './groups'
import { type Leveled, levelOf } from './levels'
import { medianOf } from './median'
import type { Bucket } from './period'
import { type Ranking, rank } from './ranking'
import type { Deliveries, DeliveryTimes } from './samples'
import type { LeadTimeStart } from './settings'
import { countBackwards, meanStages, type Stages, secondsSinceFirstCommit } from './stages'

/** Its value is the median. */
export type LeadTime = Figure & {
  from: LeadTimeStart
  /** The same pull requests by the other definition. */
  beside: Beside
  distribution: Distribution | null
  /** Null when no first commit is known. */
  stages: Stages | null
  /** One for each week of the period; null for a week without a delivery. */
  weekly: (Distribution | null)[]
  /** One for each day of the period. */
  daily: (Distribution | null)[]
  /** The most deliveries first. */
  byService: { service: string | null; distribution: Distribution }[]
  /** The slowest first, ten at most. */
  slowest: { pullRequestId: number; deploymentId: number; seconds: number }[]
}

/** The median from the other start, of as many as have one; null where that is not known of any. */
type Beside = { from: LeadTimeStart; seconds: number | null; sampleSize: number } & Leveled

/** How long pull requests took to production, each once. */
export function leadTime({ current, previous }: Samples<Deliveries, DeliveryTimes>, context: MetricContext): LeadTime {
  const { period, settings } = context
  const from = settings.leadTimeFrom
  const seconds = leadSeconds(current, from)
  const ranking = rank(seconds)
  const distribution = distributionOf(ranking)
  const during = (buckets: readonly Bucket[]) =>
    distributionsOf(ranking, bucketIndexes(buckets, current.deliveredAt), buckets.length)
  return {
    ...figureOf({
      unit: 'seconds',
      better: 'lower',
      leveled: leadTimeLevel(from, distribution?.p50 ?? null, countTimed(current, from)),
      current: measure(current.length, distribution, 'in this period'),
      previous: comparable(context, () =>
        measure(previous.length, distributionOf(rank(leadSeconds(previous, from))), 'in the period before'),
      ),
      made: leadTimeMade(current, from),
    }),
    from,
    beside: besideOf(current, from === 'merge' ? 'first-commit' : 'merge'),
    distribution,
    stages: meanStages(current),
    weekly: during(period.weeks),
    daily: during(period.days),
    byService: byService(current, ranking),
    slowest: slowestOf(current, ranking),
  }
}

/** How the lead time of deliveries is made of those that can be timed. */
export function leadTimeMade(deliveries: DeliveryTimes, from: LeadTimeStart): Made {
  const sampleSize = countTimed(deliveries, from)
  return {
    sampleSize,
    excluded: reasons([deliveries.length - sampleSize, ...withoutFirstCommit]),
    adjusted: adjustedOf(deliveries, from),
  }
}

/** Seconds that deliveries took; NaN for those whose start is not known. */
export function leadSeconds(deliveries: DeliveryTimes, from: LeadTimeStart): Float64Array {
  return from === 'merge'
    ? secondsBetween(deliveries.mergedAt, deliveries.deliveredAt)
    : secondsSinceFirstCommit(deliveries)
}

/** The level of a lead time. The report asks how long a change takes from its commit on, so one from the merge has none. */
export function leadTimeLevel(from: LeadTimeStart, seconds: number | null, sampleSize: number): Leveled {
  if (from === 'first-commit' || seconds === null) return levelOf('leadTime', seconds, sampleSize)
  return { level: null, noLevel: 'No level from the merge' }
}

function besideOf(deliveries: DeliveryTimes, from: LeadTimeStart): Beside {
  const seconds = medianOf(leadSeconds(deliveries, from))
  const sampleSize = countTimed(deliveries, from)
  return { from, seconds, sampleSize, ...leadTimeLevel(from, seconds, sampleSize) }
}

function countTimed({ length, firstCommitAt }: DeliveryTimes, from: LeadTimeStart): number {
  return from === 'merge' ? length : countKnown(firstCommitAt)
}

const withoutFirstCommit: [one: string, many: string] = [
  'reached production, but its first commit is not known',
  'reached production, but their first commits are not known',
]

function measure(deliveries: number, distribution: Distribution | null, when: When): Measured {
  const missing =
    deliveries === 0
      ? `No pull request reached production ${when}.`
      : `Of the pull requests that reached production ${when}, no first commit is known.`
  return measured(distribution?.p50, missing)
}

function adjustedOf(deliveries: DeliveryTimes, from: LeadTimeStart): Reason[] {
  if (from === 'merge') {
    const { length, mergedAt, deliveredAt } = deliveries
    return reasons([
      countWhere(length, (index) => valueAt(deliveredAt, index) < valueAt(mergedAt, index)),
      'was live before it was merged and counts as 0 s',
      'were live before they were merged and count as 0 s',
    ])
  }
  return reasons([
    countBackwards(deliveries),
    'has a stage that ended before it began, which counts as 0 s',
    'have a stage that ended before it began, which counts as 0 s',
  ])
}

function byService(deliveries: Deliveries, ranking: Ranking): LeadTime['byService'] {
  const { names: services, indexes } = groupStreams(deliveries, ({ service }) => service)
  const distributions = distributionsOf(ranking, indexes, services.length)
  return services
    .flatMap((service, index) => {
      const distribution = distributions[index]
      return distribution ? [{ service, distribution }] : []
    })
    .sort((a, b) => b.distribution.count - a.distribution.count || compareNames(a.service, b.service))
}

const mostSlowest = 10

function slowestOf({ pullRequestId, deploymentId }: Deliveries, { values, samples }: Ranking): LeadTime['slowest'] {
  const least = valueAt(values, Math.max(values.length - mostSlowest, 0))
  let first = values.length
  while (first > 0 && valueAt(values, first - 1) >= least) first -= 1
  return Array.from(samples.subarray(first), (sample, index) => ({
    pullRequestId: valueAt(pullRequestId, sample),
    deploymentId: valueAt(deploymentId, sample),
    seconds: valueAt(values, first + index),
  }))
    .sort(slowerFirst)
    .slice(0, mostSlowest)
}

function slowerFirst(a: LeadTime['slowest'][number], b: LeadTime['slowest'][number]): number {
  return b.seconds - a.seconds || a.pullRequestId - b.pullRequestId
}
