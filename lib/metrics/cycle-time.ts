import { bucketIndexes } from './buckets'
import { countKnown, countWhere, secondsBetween, valueAt } from './column'
import type { MetricContext, Samples, When } from './context'
import type { Definition } from './definition'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import { type Figure, figureOf, type Made, type Measured, measured, reasons } from './figure'
import { notLeveled } from './levels'
import { type Ranking, rank } from './ranking'
import type { MergeFacts, MergeTimes } from './samples'

/** From opening to merge, over the pull requests merged in the period; its value is the median. */
export type CycleTime = Figure & {
  distribution: Distribution | null
  weekly: (Distribution | null)[]
  /** From opening to the first review of somebody else. */
  firstReview: Distribution | null
  /** Cycle time by size of the change, from small to large; all classes, also empty ones. */
  bySize: { class: SizeClass; distribution: Distribution | null }[]
}

/** Changed lines from `atLeast` to below `below`; null for no upper edge. */
export type SizeClass = { name: 'XS' | 'S' | 'M' | 'L' | 'XL'; atLeast: number; below: number | null }

const sizeClasses: readonly SizeClass[] = [
  { name: 'XS', atLeast: 0, below: 10 },
  { name: 'S', atLeast: 10, below: 50 },
  { name: 'M', atLeast: 50, below: 200 },
  { name: 'L', atLeast: 200, below: 500 },
  { name: 'XL', atLeast: 500, below: null },
]

export const definition: Definition = {
  slug: 'cycle-time',
  title: 'Pull request cycle time',
  definition: 'How long a pull request is open before it is merged. The number is the median.',
  formula: 'median of (pull request merged − pull request opened)',
  better: 'lower',
  source: null,
}

/** How long pull requests that were merged had been open. */
export function cycleTime({ current, previous }: Samples<MergeFacts, MergeTimes>, context: MetricContext): CycleTime {
  const seconds = cycleSeconds(current)
  const ranking = rank(seconds)
  const distribution = distributionOf(ranking)
  const { weeks } = context.period
  return {
    ...figureOf({
      unit: 'seconds',
      better: definition.better,
      leveled: notLeveled,
      current: measure(current.length, distribution, 'in this period'),
      previous: measure(previous.length, distributionOf(rank(cycleSeconds(previous))), 'in the period before'),
      made: cycleTimeMade(current),
    }),
    distribution,
    weekly: distributionsOf(ranking, bucketIndexes(weeks, current.mergedAt), weeks.length),
    firstReview: distributionOf(rank(firstReviewSeconds(current))),
    bySize: bySize(current, ranking),
  }
}

/** How the cycle time is made of merges. */
export function cycleTimeMade(merges: MergeFacts): Made {
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
export function cycleSeconds({ openedAt, mergedAt }: MergeTimes): Float64Array {
  return secondsBetween(openedAt, mergedAt)
}

/** Seconds from opening to the first review; NaN without one. */
export function firstReviewSeconds({ openedAt, firstReviewAt }: MergeFacts): Float64Array {
  return secondsBetween(openedAt, firstReviewAt)
}

/** The class that so many changed lines belong to; null where they are not known. */
export function sizeClassOf(changedLines: number | null): SizeClass | null {
  return sizeClasses[sizeIndexOf(changedLines ?? Number.NaN)] ?? null
}

function sizeIndexOf(changedLines: number): number {
  return Number.isNaN(changedLines) ? -1 : sizeClasses.findIndex(({ below }) => below === null || changedLines < below)
}

function bySize({ changedLines }: MergeFacts, ranking: Ranking): CycleTime['bySize'] {
  const sizes = new Int32Array(changedLines.length)
  for (let index = 0; index < sizes.length; index += 1) sizes[index] = sizeIndexOf(valueAt(changedLines, index))
  const distributions = distributionsOf(ranking, sizes, sizeClasses.length)
  return sizeClasses.map((size, index) => ({ class: size, distribution: distributions[index] ?? null }))
}

function measure(merged: number, distribution: Distribution | null, when: When): Measured {
  const missing =
    merged === 0
      ? `No pull request was merged ${when}.`
      : `Of the pull requests that were merged ${when}, it is not known when they were opened.`
  return measured(distribution?.p50, missing)
}

function adjustedOf({ length, openedAt, mergedAt, changedLines }: MergeFacts) {
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
