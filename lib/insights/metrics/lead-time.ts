import { formatDuration, plural } from '@/lib/core/format'
import { compareNames, listFirst } from '@/lib/core/listed'
import { isNextStep, type Steps } from '@/lib/core/steps'
import { bucketIndexes } from './buckets'
import { knownAt, valueAt } from './column'
import { comparable, type MetricContext, type When } from './context'
import { splitMedian } from './contributions'
import { courseOfMedian } from './course'
import { defineMetric, doraMetrics, type Part, type ResultOf } from './define-metric'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import type { ColumnName } from './drilldown/columns'
import { type Drilldown, dateAt, drilldownOf, verdictOf } from './drilldown/drilldown'
import { deliveryCells, only, pullRequestNames, valueIn } from './drilldown/pull-requests'
import { groupServiceEnvironments, placesAmong } from './groups'
import { type Measured, type MetricValue, measured } from './metric-value'
import { latestFirst, type Ranking, rank } from './ranking'
import type { Deliveries, DeliveryTimes } from './samples'
import { type LeadTimeStart, leadTimeWords, startText } from './settings'
import { meanStages, type Stages, stageCells } from './stages'
import { countTimed, leadSeconds, leadTimeLevel, medianFrom, type OtherStart, provenanceOf } from './time-deliveries'

export type LeadTime = ResultOf<typeof leadTime>

type Details = {
  from: LeadTimeStart
  /** The same pull requests by the other definition. */
  otherStart: OtherStart
  distribution: Distribution | null
  /** Pull requests that reached production, in the period and in the one before. */
  delivered: number
  previousDelivered: number
  /** Null when no first commit is known. */
  stages: Stages | null
  /** Those of the period before. */
  previousStages: Stages | null
  /** One for each part of the period; null for one without a delivery. */
  perPart: (Distribution | null)[]
  /** The most deliveries first. */
  byService: { service: string | null; distribution: Distribution }[]
  /** The slowest first, ten at most. */
  slowest: { pullRequestId: number; seconds: number }[]
}

/** How long pull requests took to production, each once: the median. */
export const leadTime = defineMetric({
  slug: 'lead-time',
  title: 'Lead time for changes',
  feature: 'metrics',
  isKey: true,
  unit: 'seconds',
  better: 'lower',
  sample: ['pull request'],
  define: ({ leadTimeFrom }) => ({
    definition:
      `How long a change takes to reach production: ${startText[leadTimeFrom]} of its pull request until the earliest ` +
      'successful production deployment that shipped it. The number is the median.',
    ...definitions[leadTimeFrom],
  }),
  setting: leadTimeWords,
  variant: ({ from }) => startText[from],
  also: alsoWords,
  levelsNote: 'Levels are for lead time from the first commit',
  notYetCounted: 'Merged pull requests that are not live yet are not in it. They count once they are live.',
  restsOnCoverage: true,
  needs: { current: { deliveries: 'deploymentId' }, previous: { deliveries: 'firstCommitAt' } },
  *compute({ current, previous, teams }, context) {
    const { period, settings } = context
    const { deliveries } = current
    const from = settings.leadTimeFrom
    const ranking = yield* rank(leadSeconds(deliveries, from))
    const distribution = distributionOf(ranking)
    yield
    const before = yield* rank(leadSeconds(previous.deliveries, from))
    const services = yield* byService(deliveries, ranking)
    const otherStart = medianFrom(deliveries, from === 'merge' ? 'first-commit' : 'merge')
    yield
    const stages = meanStages(deliveries)
    yield
    const perPart = distributionsOf(ranking, bucketIndexes(period.parts, deliveries.deliveredAt), period.parts.length)
    yield
    const details: Details = {
      from,
      otherStart,
      distribution,
      delivered: deliveries.length,
      previousDelivered: previous.deliveries.length,
      stages,
      previousStages: meanStages(previous.deliveries),
      perPart,
      byService: services,
      slowest: slowestOf(deliveries, ranking),
    }
    return {
      current: measure(deliveries, distribution, 'in this period'),
      previous: comparable(context, () => measure(previous.deliveries, distributionOf(before), 'in the period before')),
      evidence: { kind: 'median', current: ranking.values, previous: before.values },
      split: splitMedian({
        current: { of: deliveries, ranking },
        previous: { of: previous.deliveries, ranking: before },
        teams,
      }),
      provenance: provenanceOf(deliveries, from),
      leveled: leadTimeLevel(from, distribution?.p50 ?? null, countTimed(deliveries, from)),
      details,
    }
  },
  median: ({ current }, { from }) => leadSeconds(current.deliveries, from),
  course: courseOfMedian('seconds'),
  stages: ({ stages, previousStages }) => stages && previousStages && changedStages(stages, previousStages),
  rows: {
    needs: { current: { deliveries: 'deploymentId' } },
    only: ['counted'],
    sort: ['slowest'],
    *of({ current: { deliveries } }, context) {
      const indexes = yield* latestFirst(deliveries.deliveredAt, deliveries.pullRequestId)
      return leadTimeDrilldown(deliveries, context, indexes)
    },
  },
})

const definitions = {
  merge: {
    formula: 'median of (deployment completed − pull request merged)',
    source: { ...doraMetrics, before: 'Leadline’s own.', title: 'DORA counts from the first commit' },
  },
  'first-commit': {
    formula: 'median of (deployment completed − first commit of the pull request)',
    source: doraMetrics,
  },
}

const shownFrom: Record<LeadTimeStart, readonly ColumnName[]> = {
  merge: ['title', 'mergedAt', 'deliveredAt', 'leadTimeSeconds', 'counted'],
  'first-commit': ['title', 'firstCommitAt', 'openedAt', 'mergedAt', 'deliveredAt', 'leadTimeSeconds', 'counted'],
}

const columns = [
  ...pullRequestNames,
  'firstCommitAt',
  'openedAt',
  'mergedAt',
  'deliveredAt',
  'day',
  'id',
  'deploymentId',
  'service',
  'environment',
  'codingSeconds',
  'reviewSeconds',
  'codingAndReviewSeconds',
  'deploySeconds',
  'leadTimeSeconds',
  'counted',
  'why',
] as const

/** Pull requests that reached production in the period: those of the indexes given, in their order. */
export function leadTimeDrilldown(
  deliveries: Deliveries,
  { settings: { leadTimeFrom: from }, period }: MetricContext,
  indexes: ArrayLike<number>,
): Drilldown {
  const rowOf = (index: number) => {
    const delivery = only(deliveries, ['deliveredAt', 'mergedAt', 'openedAt', 'firstCommitAt'], index)
    const openedAt = dateAt(deliveries.openedAt, index)
    return {
      ...deliveryCells(deliveries, index, period.timeZone),
      firstCommitAt: dateAt(deliveries.firstCommitAt, index),
      openedAt,
      ...stageCells(meanStages(delivery), openedAt !== null),
      leadTimeSeconds: knownAt(leadSeconds(delivery, from), 0),
      ...verdictOf(provenanceOf(delivery, from)),
    }
  }
  return drilldownOf({ columns, shown: shownFrom[from] }, indexes, rowOf, {
    counted: (index) => from === 'merge' || knownAt(deliveries.firstCommitAt, index) !== null,
    slowest: () => valueIn(leadSeconds(deliveries, from)),
  })
}

/**
 * A lead time by the other definition: "From the first commit: 1 d 18 h, high", and of how many pull requests where
 * they are not as many. Null where no pull request went live.
 */
function alsoWords({ otherStart, value, provenance }: MetricValue & Details): string | null {
  const { from, seconds, sampleSize, level, noLevel } = otherStart
  if (seconds === null) return value === null ? null : 'From the first commit: not known of any'
  const start = from === 'merge' ? 'From the merge' : 'From the first commit'
  const of = sampleSize === provenance.sampleSize ? null : `of ${plural(sampleSize, 'pull request')}`
  // Lead time from the merge has no levels, which is said where it is the number itself.
  const levels = from === 'first-commit' && noLevel !== null ? [noLevel.replace('No level', 'no level')] : [level, of]
  return [`${start}: ${formatDuration(seconds)}`, ...levels.filter((words) => words !== null)].join(', ')
}

function measure({ length }: DeliveryTimes, distribution: Distribution | null, when: When): Measured {
  const missing =
    length === 0
      ? `No pull request reached production ${when}.`
      : `Of the pull requests that reached production ${when}, no first commit is known.`
  return measured(distribution?.p50, missing)
}

function* byService(deliveries: Deliveries, ranking: Ranking): Steps<Details['byService']> {
  const { names, indexes } = yield* groupServiceEnvironments(deliveries, ({ service }) => service)
  yield
  const counts = new Uint32Array(names.length)
  for (const sample of ranking.samples) {
    const group = indexes[sample] ?? -1
    counts[group] = (counts[group] ?? 0) + 1
  }
  const timed: { service: string | null; count: number }[] = []
  for (const [index, service] of names.entries()) {
    if (isNextStep(index)) yield
    const count = counts[index] ?? 0
    if (count > 0) timed.push({ service, count })
  }
  const { listed } = listFirst(timed, (a, b) => b.count - a.count || compareNames(a.service, b.service))
  const services = listed.map(({ service }) => service)
  const places = yield* placesAmong(services, deliveries)
  const distributions = distributionsOf(ranking, places, services.length)
  return services.flatMap((service, index) => {
    const distribution = distributions[index]
    return distribution ? [{ service, distribution }] : []
  })
}

/** Stages that were there in either period; coding and review are one where a pull request's opening is not known. */
function changedStages(stages: Stages, before: Stages): Part[] {
  const parts = [
    { name: 'Coding', value: stages.coding, previous: before.coding },
    { name: 'Review', value: stages.review, previous: before.review },
    { name: 'Coding and review', value: stages.codingAndReview, previous: before.codingAndReview },
    { name: 'Deploy', value: stages.deploy, previous: before.deploy },
  ]
  return parts.filter(({ value, previous }) => value + previous > 0)
}

const maxSlowest = 10

function slowestOf({ pullRequestId }: Deliveries, { values, samples }: Ranking): Details['slowest'] {
  const least = valueAt(values, Math.max(values.length - maxSlowest, 0))
  let first = values.length
  while (first > 0 && valueAt(values, first - 1) >= least) first -= 1
  return Array.from(samples.subarray(first), (sample, index) => ({
    pullRequestId: valueAt(pullRequestId, sample),
    seconds: valueAt(values, first + index),
  }))
    .sort((a, b) => b.seconds - a.seconds || a.pullRequestId - b.pullRequestId)
    .slice(0, maxSlowest)
}
