import { dayOf } from '@/lib/deployments/days'
import type { MetricContext } from '@/lib/metrics/context'
import { cycleSeconds, cycleTimeMade, firstReviewSeconds, isOpened, sizeClassOf } from '@/lib/metrics/cycle-time'
import { leadTimeMade, timedFrom } from '@/lib/metrics/lead-time'
import type { DeliverySample, MergeSample } from '@/lib/metrics/samples'
import { meanStages, type Stages } from '@/lib/metrics/stages'
import { type Book, bookOf, dateOf, verdictOf } from './book'
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

const shownFrom: Record<MetricContext['choices']['leadTimeFrom'], readonly ColumnName[]> = {
  merge: ['title', 'mergedAt', 'deliveredAt', 'leadTimeSeconds', 'counted'],
  'first-commit': ['title', 'firstCommitAt', 'openedAt', 'mergedAt', 'deliveredAt', 'leadTimeSeconds', 'counted'],
}

/** Every pull request that reached production in the period. */
export function leadTimeBook(deliveries: readonly DeliverySample[], context: MetricContext): Book {
  const from = context.choices.leadTimeFrom
  return bookOf(
    { columns: leadTimeColumns, shown: shownFrom[from] },
    deliveries,
    (a, b) => b.deliveredAt - a.deliveredAt || b.pullRequestId - a.pullRequestId,
    (delivery) => {
      const { pullRequestId, deploymentId, service, environment, openedAt } = delivery
      const timed = timedFrom([delivery], from)
      const deliveredAt = new Date(delivery.deliveredAt)
      return {
        pullRequestId,
        firstCommitAt: dateOf(delivery.firstCommitAt),
        openedAt: dateOf(openedAt),
        mergedAt: new Date(delivery.mergedAt),
        deliveredAt,
        day: dayOf(deliveredAt, context.period.timeZone),
        id: deploymentId,
        service,
        environment,
        ...stageCells(meanStages([delivery]), openedAt !== null),
        leadTimeSeconds: timed.seconds[0] ?? null,
        ...verdictOf(leadTimeMade([delivery], timed)),
      }
    },
  )
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
export function cycleTimeBook(merges: readonly MergeSample[], context: MetricContext): Book {
  return bookOf(
    cycleTimeColumns,
    merges,
    (a, b) => b.mergedAt - a.mergedAt || b.pullRequestId - a.pullRequestId,
    (merge) => {
      const opened = isOpened(merge) ? merge : null
      const mergedAt = new Date(merge.mergedAt)
      return {
        pullRequestId: merge.pullRequestId,
        openedAt: dateOf(merge.openedAt),
        firstReviewAt: dateOf(merge.firstReviewAt),
        mergedAt,
        day: dayOf(mergedAt, context.period.timeZone),
        changedLines: merge.changedLines,
        size: (opened && sizeClassOf(opened.changedLines)?.name) ?? null,
        firstReviewSeconds: opened && firstReviewSeconds(opened),
        cycleTimeSeconds: opened && cycleSeconds(opened),
        ...verdictOf(cycleTimeMade([merge])),
      }
    },
  )
}
