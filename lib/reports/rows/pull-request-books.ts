import { dayOf } from '@/lib/deployments/days'
import { knownAt, valueAt } from '@/lib/metrics/column'
import type { MetricContext } from '@/lib/metrics/context'
import { cycleSeconds, cycleTimeMade, firstReviewSeconds, sizeClassOf } from '@/lib/metrics/cycle-time'
import { leadSeconds, leadTimeMade } from '@/lib/metrics/lead-time'
import type { Deliveries, DeliveryTimes, MergeFacts, Merges } from '@/lib/metrics/samples'
import { meanStages, type Stages } from '@/lib/metrics/stages'
import { type Book, bookOf, dateAt, latestFirst, verdictOf } from './book'
import type { ColumnName, Row } from './columns'

const names = ['pullRequestId', 'repository', 'number', 'title'] as const

const leadTimeColumns = [
  ...names,
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

const shownFrom: Record<MetricContext['settings']['leadTimeFrom'], readonly ColumnName[]> = {
  merge: ['title', 'mergedAt', 'deliveredAt', 'leadTimeSeconds', 'counted'],
  'first-commit': ['title', 'firstCommitAt', 'openedAt', 'mergedAt', 'deliveredAt', 'leadTimeSeconds', 'counted'],
}

/** Pull requests that reached production in the period: every one, or those of the indexes given, in their order. */
export function leadTimeBook(
  deliveries: Deliveries,
  context: MetricContext,
  indexes: ArrayLike<number> = latestFirst(deliveries.deliveredAt, deliveries.pullRequestId),
): Book {
  const from = context.settings.leadTimeFrom
  const { pullRequestId, deploymentId, deliveredAt, stream, streams } = deliveries
  const rowOf = (index: number) => {
    const delivery = timesOf(deliveries, index)
    const openedAt = dateAt(deliveries.openedAt, index)
    const live = dateAt(deliveredAt, index)
    return {
      pullRequestId: valueAt(pullRequestId, index),
      firstCommitAt: dateAt(deliveries.firstCommitAt, index),
      openedAt,
      mergedAt: dateAt(deliveries.mergedAt, index),
      deliveredAt: live,
      day: live && dayOf(live, context.period.timeZone),
      id: valueAt(deploymentId, index),
      ...streams[stream[index] ?? -1],
      ...stageCells(meanStages(delivery), openedAt !== null),
      leadTimeSeconds: knownAt(leadSeconds(delivery, from), 0),
      ...verdictOf(leadTimeMade(delivery, from)),
    }
  }
  return bookOf({ columns: leadTimeColumns, shown: shownFrom[from] }, indexes, rowOf, {
    counted: (index) => from === 'merge' || knownAt(deliveries.firstCommitAt, index) !== null,
    seconds: () => secondsIn(leadSeconds(deliveries, from)),
  })
}

/** The duration of the sample at an index of a column. */
function secondsIn(column: Float64Array): (index: number) => number | null {
  return (index) => knownAt(column, index)
}

/** Of a column the one value of a sample. */
function onlyAt(index: number): (column: Float64Array) => Float64Array {
  return (column) => column.subarray(index, index + 1)
}

/** The times of one delivery alone. */
function timesOf({ deliveredAt, mergedAt, openedAt, firstCommitAt }: Deliveries, index: number): DeliveryTimes {
  const only = onlyAt(index)
  return {
    length: 1,
    deliveredAt: only(deliveredAt),
    mergedAt: only(mergedAt),
    openedAt: only(openedAt),
    firstCommitAt: only(firstCommitAt),
  }
}

/** Coding and review are one stage where it is not known when the pull request was opened. */
function stageCells(stages: Stages | null, opened: boolean): Row {
  if (!stages) return {}
  const { coding, review, codingAndReview, deploy } = stages
  const before = opened ? { codingSeconds: coding, reviewSeconds: review } : { codingAndReviewSeconds: codingAndReview }
  return { ...before, deploySeconds: deploy }
}

const cycleTimeColumns = {
  columns: [
    ...names,
    'openedAt',
    'firstReviewAt',
    'mergedAt',
    'day',
    'changedLines',
    'size',
    'firstReviewSeconds',
    'cycleTimeSeconds',
    'counted',
    'why',
  ],
  shown: ['title', 'openedAt', 'firstReviewAt', 'mergedAt', 'changedLines', 'cycleTimeSeconds', 'counted'],
} as const

/** Every pull request that was merged in the period. */
export function cycleTimeBook(merges: Merges, context: MetricContext): Book {
  const rowOf = (index: number) => {
    const merge = mergeOf(merges, index)
    const openedAt = dateAt(merges.openedAt, index)
    const mergedAt = dateAt(merges.mergedAt, index)
    const changedLines = knownAt(merges.changedLines, index)
    return {
      pullRequestId: valueAt(merges.pullRequestId, index),
      openedAt,
      firstReviewAt: dateAt(merges.firstReviewAt, index),
      mergedAt,
      day: mergedAt && dayOf(mergedAt, context.period.timeZone),
      changedLines,
      size: (openedAt && sizeClassOf(changedLines)?.name) ?? null,
      firstReviewSeconds: knownAt(firstReviewSeconds(merge), 0),
      cycleTimeSeconds: knownAt(cycleSeconds(merge), 0),
      ...verdictOf(cycleTimeMade(merge)),
    }
  }
  return bookOf(cycleTimeColumns, latestFirst(merges.mergedAt, merges.pullRequestId), rowOf, {
    counted: (index) => knownAt(merges.openedAt, index) !== null,
    seconds: () => secondsIn(cycleSeconds(merges)),
  })
}

/** One merge alone. */
function mergeOf({ mergedAt, openedAt, firstReviewAt, changedLines }: Merges, index: number): MergeFacts {
  const only = onlyAt(index)
  return {
    length: 1,
    mergedAt: only(mergedAt),
    openedAt: only(openedAt),
    firstReviewAt: only(firstReviewAt),
    changedLines: only(changedLines),
  }
}
