import { bucketIndexes } from './buckets'
import type { MetricContext, Samples, When } from './context'
import type { Definition } from './definition'
import { type Distribution, distributionOf, distributionsOf, valuesOf } from './distribution'
import { type Figure, figureOf, type Made, type Measured, measured, reasons } from './figure'
import type { MergeSample, MergeTimes } from './samples'

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

/** A pull request that was merged, and whose opening is known. */
type Opened = MergeSample & { openedAt: number }

/** How long pull requests that were merged had been open. */
export function cycleTime(merges: Samples<MergeSample, MergeTimes>, context: MetricContext): CycleTime {
  const { current, previous } = merges
  const opened = current.filter(isOpened)
  const seconds = valuesOf(opened, cycleSeconds)
  const distribution = distributionOf(seconds)
  const { weeks } = context.period
  return {
    ...figureOf({
      unit: 'seconds',
      better: definition.better,
      levels: null,
      current: measure(current.length, distribution, 'in this period'),
      previous: measure(
        previous.length,
        distributionOf(valuesOf(previous.filter(isOpened), cycleSeconds)),
        'in the period before',
      ),
      made: cycleTimeMade(current),
    }),
    distribution,
    weekly: distributionsOf(
      seconds,
      bucketIndexes(weeks, opened, ({ mergedAt }) => mergedAt),
      weeks.length,
    ),
    firstReview: distributionOf(opened.flatMap((merge) => firstReviewSeconds(merge) ?? [])),
    bySize: bySize(opened, seconds),
  }
}

/** How the cycle time is made of merges. */
export function cycleTimeMade(merges: readonly MergeSample[]): Made {
  const opened = merges.filter(isOpened)
  return {
    sampleSize: opened.length,
    excluded: reasons([
      merges.length - opened.length,
      'was merged, but it is not known when it was opened',
      'were merged, but it is not known when they were opened',
    ]),
    adjusted: adjustedOf(opened),
  }
}

/** Whether it is known when a pull request was opened: only then is it timed. */
export function isOpened<Merge extends MergeTimes>(merge: Merge): merge is Merge & { openedAt: number } {
  return merge.openedAt !== null
}

/** Seconds from opening to merge. */
export function cycleSeconds({ openedAt, mergedAt }: MergeTimes & { openedAt: number }): number {
  return Math.max(0, mergedAt - openedAt) / 1000
}

/** Seconds from opening to the first review; null without one. */
export function firstReviewSeconds({ openedAt, firstReviewAt }: Opened): number | null {
  return firstReviewAt === null ? null : Math.max(0, firstReviewAt - openedAt) / 1000
}

/** The class that so many changed lines belong to; null where they are not known. */
export function sizeClassOf(changedLines: number | null): SizeClass | null {
  return sizeClasses[sizeIndexOf(changedLines)] ?? null
}

function sizeIndexOf(changedLines: number | null): number {
  return changedLines === null ? -1 : sizeClasses.findIndex(({ below }) => below === null || changedLines < below)
}

function bySize(opened: readonly Opened[], seconds: Float64Array): CycleTime['bySize'] {
  const sizes = Int32Array.from(valuesOf(opened, ({ changedLines }) => sizeIndexOf(changedLines)))
  const distributions = distributionsOf(seconds, sizes, sizeClasses.length)
  return sizeClasses.map((size, index) => ({ class: size, distribution: distributions[index] ?? null }))
}

function measure(merged: number, distribution: Distribution | null, when: When): Measured {
  const missing =
    merged === 0
      ? `No pull request was merged ${when}.`
      : `Of the pull requests that were merged ${when}, it is not known when they were opened.`
  return measured(distribution?.p50, missing)
}

function adjustedOf(opened: readonly Opened[]) {
  return reasons(
    [
      opened.filter(({ openedAt, mergedAt }) => mergedAt < openedAt).length,
      'was merged before it was opened and counts as 0 s',
      'were merged before they were opened and count as 0 s',
    ],
    [
      opened.filter(({ changedLines }) => changedLines === null).length,
      'counts, but not by size, because its changed lines are not known',
      'count, but not by size, because their changed lines are not known',
    ],
  )
}
