import { bucketIndexes } from './buckets'
import { comparable, type MetricContext, type Samples, type When } from './context'
import type { Definition } from './definition'
import { type Distribution, distributionOf, distributionsOf, valuesOf } from './distribution'
import { type Figure, figureOf, type Made, type Measured, measured, type Reason, reasons } from './figure'
import { compareNames, groupIndexes } from './groups'
import type { Bucket } from './period'
import type { DeliverySample, DeliveryTimes } from './samples'
import { meanStages, runsBackwards, type Stages, sinceFirstCommitSeconds } from './stages'

/** Its value is the median. */
export type LeadTime = Figure & {
  from: 'merge' | 'first-commit'
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

export const definition: Definition = {
  slug: 'lead-time',
  title: 'Lead time for changes',
  definition:
    'How long a change takes to reach production: from the merge of its pull request, or from its first commit, until ' +
    'the earliest successful production deployment that shipped it. The number is the median.',
  formula: 'median of (deployment completed − pull request merged, or its first commit)',
  better: 'lower',
  source: { title: 'DORA’s software delivery performance metrics', url: 'https://dora.dev/guides/dora-metrics/' },
}

type From = LeadTime['from']

/** Deliveries that can be timed, and what they took. */
type Timed<Delivery = DeliverySample> = { from: From; deliveries: readonly Delivery[]; seconds: Float64Array }

/** How long pull requests took to production, each once. */
export function leadTime(deliveries: Samples<DeliverySample, DeliveryTimes>, context: MetricContext): LeadTime {
  const { period, choices } = context
  const { current, previous } = deliveries
  const from = choices.leadTimeFrom
  const timed = timedFrom(current, from)
  const distribution = distributionOf(timed.seconds)
  return {
    ...figureOf({
      unit: 'seconds',
      better: definition.better,
      levels: { metric: 'leadTime', year: choices.benchmarkYear },
      current: measure(current.length, distribution, 'in this period'),
      previous: comparable(context, () =>
        measure(previous.length, distributionOf(timedFrom(previous, from).seconds), 'in the period before'),
      ),
      made: leadTimeMade(current, timed),
    }),
    from,
    distribution,
    stages: meanStages(current),
    weekly: distributionsIn(period.weeks, timed),
    daily: distributionsIn(period.days, timed),
    byService: byService(timed),
    slowest: slowestOf(timed),
  }
}

/** How the lead time of deliveries is made of those that can be timed. */
export function leadTimeMade(all: readonly DeliverySample[], { deliveries, from }: Timed): Made {
  return {
    sampleSize: deliveries.length,
    excluded: reasons([all.length - deliveries.length, ...withoutFirstCommit]),
    adjusted: adjustedOf(deliveries, from),
  }
}

/** Deliveries that lead time can be told of, and their seconds; those whose start is not known are left out. */
export function timedFrom<Delivery extends DeliveryTimes>(all: readonly Delivery[], from: From): Timed<Delivery> {
  if (from === 'first-commit') {
    const deliveries = all.filter(({ firstCommitAt }) => firstCommitAt !== null)
    return { from, deliveries, seconds: valuesOf(deliveries, (delivery) => sinceFirstCommitSeconds(delivery) ?? 0) }
  }
  const seconds = valuesOf(all, ({ deliveredAt, mergedAt }) => Math.max(0, deliveredAt - mergedAt) / 1000)
  return { from, deliveries: all, seconds }
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

function adjustedOf(deliveries: readonly DeliverySample[], from: From): Reason[] {
  if (from === 'merge') {
    return reasons([
      deliveries.filter(({ deliveredAt, mergedAt }) => deliveredAt < mergedAt).length,
      'was live before it was merged and counts as 0 s',
      'were live before they were merged and count as 0 s',
    ])
  }
  return reasons([
    deliveries.filter(runsBackwards).length,
    'has a stage that ended before it began, which counts as 0 s',
    'have a stage that ended before it began, which counts as 0 s',
  ])
}

function distributionsIn(buckets: readonly Bucket[], { deliveries, seconds }: Timed): (Distribution | null)[] {
  const indexes = bucketIndexes(buckets, deliveries, ({ deliveredAt }) => deliveredAt)
  return distributionsOf(seconds, indexes, buckets.length)
}

function byService({ deliveries, seconds }: Timed): LeadTime['byService'] {
  const { keys, indexes } = groupIndexes(deliveries, ({ service }) => service)
  const distributions = distributionsOf(seconds, indexes, keys.length)
  return keys
    .flatMap((service, index) => {
      const distribution = distributions[index]
      return distribution ? [{ service, distribution }] : []
    })
    .sort((a, b) => b.distribution.count - a.distribution.count || compareNames(a.service, b.service))
}

function slowestOf({ deliveries, seconds }: Timed): LeadTime['slowest'] {
  let slowest: LeadTime['slowest'] = []
  deliveries.forEach(({ pullRequestId, deploymentId }, index) => {
    const candidate = { pullRequestId, deploymentId, seconds: seconds[index] ?? 0 }
    const last = slowest[9]
    if (last && slowerFirst(candidate, last) > 0) return
    slowest = [...slowest, candidate].sort(slowerFirst).slice(0, 10)
  })
  return slowest
}

function slowerFirst(a: LeadTime['slowest'][number], b: LeadTime['slowest'][number]): number {
  return b.seconds - a.seconds || a.pullRequestId - b.pullRequestId
}
