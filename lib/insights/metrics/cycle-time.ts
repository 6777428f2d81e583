import { dayOf } from '@/lib/time/days'
import { bucketIndexes } from './buckets'
import { countKnown, countWhere, knownAt, secondsBetween, valueAt } from './column'
import type { When } from './context'
import { courseOfMedian } from './course'
import { defineMetric, type ResultOf } from './define-metric'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import { dateAt, drilldownOf, verdictOf } from './drilldown/drilldown'
import { only, pullRequestNames, valueIn } from './drilldown/pull-requests'
import { type Measured, measured, type Provenance, reasons } from './metric-value'
import { latestFirst, type Ranking, rank } from './ranking'
import type { Columns, Merges } from './samples'
import { type SizeClass, sizeClasses, sizeClassOf, sizeIndexOf } from './sizes'

export type CycleTime = ResultOf<typeof cycleTime>

type Details = {
  distribution: Distribution | null
  perPart: (Distribution | null)[]
  /** Cycle time by size of the change, from small to large; all classes, also empty ones. */
  bySize: { class: SizeClass; distribution: Distribution | null }[]
}

type MergeTimes = Columns<'mergedAt' | 'openedAt'>
type MergeColumns = Columns<(typeof measuredColumns)[number]>
const measuredColumns = ['mergedAt', 'openedAt', 'firstReviewAt', 'changedLines'] as const

/** How long pull requests that were merged had been open: the median. */
export const cycleTime = defineMetric({
  slug: 'cycle-time',
  title: 'Pull request cycle time',
  feature: 'metrics',
  unit: 'seconds',
  better: 'lower',
  sample: ['merged pull request'],
  define: () => ({
    definition: 'How long a pull request is open before it is merged. The number is the median.',
    formula: 'median of (pull request merged − pull request opened)',
    source: null,
  }),
  needs: { current: { merges: 'changedLines' }, previous: { merges: 'openedAt' } },
  *compute({ current: { merges }, previous }, { period: { parts } }) {
    const ranking = yield* rank(cycleSeconds(merges))
    const before = yield* rank(cycleSeconds(previous.merges))
    const distribution = distributionOf(ranking)
    yield
    const perPart = distributionsOf(ranking, bucketIndexes(parts, merges.mergedAt), parts.length)
    yield
    const details: Details = { distribution, perPart, bySize: bySize(merges, ranking) }
    yield
    return {
      current: measure(merges, distribution, 'in this period'),
      previous: measure(previous.merges, distributionOf(before), 'in the period before'),
      evidence: { kind: 'median', current: ranking.values, previous: before.values },
      provenance: provenanceOf(merges),
      details,
    }
  },
  median: ({ current }) => cycleSeconds(current.merges),
  course: courseOfMedian('seconds'),
  rows: {
    needs: { current: { merges: 'pullRequestId' } },
    only: ['counted'],
    sort: ['slowest'],
    *of({ current: { merges } }, { period }) {
      const rowOf = (index: number) => {
        const merge = only(merges, measuredColumns, index)
        const openedAt = dateAt(merges.openedAt, index)
        const mergedAt = dateAt(merges.mergedAt, index)
        const changedLines = knownAt(merges.changedLines, index)
        return {
          pullRequestId: valueAt(merges.pullRequestId, index),
          openedAt,
          firstReviewAt: dateAt(merges.firstReviewAt, index),
          mergedAt,
          day: mergedAt && dayOf(mergedAt, period.timeZone),
          changedLines,
          size: (openedAt && sizeClassOf(changedLines)?.name) ?? null,
          firstReviewSeconds: knownAt(firstReviewSeconds(merge), 0),
          cycleTimeSeconds: knownAt(cycleSeconds(merge), 0),
          ...verdictOf(provenanceOf(merge)),
        }
      }
      return drilldownOf(columns, yield* latestFirst(merges.mergedAt, merges.pullRequestId), rowOf, {
        counted: (index) => knownAt(merges.openedAt, index) !== null,
        slowest: () => valueIn(cycleSeconds(merges)),
      })
    },
  },
})

const columns = {
  columns: [
    ...pullRequestNames,
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

function provenanceOf(merges: MergeColumns): Provenance {
  const sampleSize = countKnown(merges.openedAt)
  return {
    sampleSize,
    excluded: reasons([
      merges.length - sampleSize,
      'was merged, but it is not known when it was opened',
      'were merged, but it is not known when they were opened',
    ]),
    adjusted: adjustedOf(merges),
  }
}

/** Seconds from opening to merge; NaN where it is not known when a pull request was opened. */
function cycleSeconds({ openedAt, mergedAt }: MergeTimes): Float64Array {
  return secondsBetween(openedAt, mergedAt)
}

/** Seconds from opening to the first review; NaN without one. */
function firstReviewSeconds({ openedAt, firstReviewAt }: MergeColumns): Float64Array {
  return secondsBetween(openedAt, firstReviewAt)
}

function bySize({ changedLines }: MergeColumns, ranking: Ranking): Details['bySize'] {
  const sizes = new Int32Array(changedLines.length)
  for (let index = 0; index < sizes.length; index += 1) sizes[index] = sizeIndexOf(valueAt(changedLines, index))
  const distributions = distributionsOf(ranking, sizes, sizeClasses.length)
  return sizeClasses.map((size, index) => ({ class: size, distribution: distributions[index] ?? null }))
}

function measure({ length }: Pick<Merges, 'length'>, distribution: Distribution | null, when: When): Measured {
  const missing =
    length === 0
      ? `No pull request was merged ${when}.`
      : `Of the pull requests that were merged ${when}, it is not known when they were opened.`
  return measured(distribution?.p50, missing)
}

function adjustedOf({ length, openedAt, mergedAt, changedLines }: MergeColumns) {
  const isOpened = (index: number) => !Number.isNaN(valueAt(openedAt, index))
  return reasons(
    [
      countWhere(length, (index) => valueAt(mergedAt, index) < valueAt(openedAt, index)),
      'was merged before it was opened and counts as 0 s',
      'were merged before they were opened and count as 0 s',
    ],
    [
      countWhere(length, (index) => isOpened(index) && Number.isNaN(valueAt(changedLines, index))),
      'counts, but not by size, because its changed lines are not known',
      'count, but not by size, because their changed lines are not known',
    ],
  )
}
