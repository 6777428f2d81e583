import { countKnown, countWhere, secondsBetween, valueAt } from './column'
import { type Leveled, levelOf } from './levels'
import { medianOf } from './median'
import { type Provenance, type Reason, reasons } from './metric-value'
import type { DeliveryTimes } from './samples'
import type { LeadTimeStart } from './settings'
import { countBackwards, secondsSinceFirstCommit } from './stages'

/** Seconds that deliveries took; NaN for those whose start is not known. */
export function leadSeconds(deliveries: DeliveryTimes, from: LeadTimeStart): Float64Array {
  return from === 'merge'
    ? secondsBetween(deliveries.mergedAt, deliveries.deliveredAt)
    : secondsSinceFirstCommit(deliveries)
}

/** How many deliveries have a start. */
export function countTimed({ length, firstCommitAt }: DeliveryTimes, from: LeadTimeStart): number {
  return from === 'merge' ? length : countKnown(firstCommitAt)
}

/** The level of a lead time. The report asks how long a change takes from its commit on, so one from the merge has none. */
export function leadTimeLevel(from: LeadTimeStart, seconds: number | null, sampleSize: number): Leveled {
  if (from === 'first-commit' || seconds === null) return levelOf('leadTime', seconds, sampleSize)
  return { level: null, noLevel: 'No level from the merge' }
}

/** The median from the other start, of as many as have one; null where that is not known of any. */
export type OtherStart = { from: LeadTimeStart; seconds: number | null; sampleSize: number } & Leveled

/** The median by a definition, with its level, of as many deliveries as can be timed by it. */
export function medianFrom(deliveries: DeliveryTimes, from: LeadTimeStart): OtherStart {
  const seconds = medianOf(leadSeconds(deliveries, from))
  const sampleSize = countTimed(deliveries, from)
  return { from, seconds, sampleSize, ...leadTimeLevel(from, seconds, sampleSize) }
}

/** Of deliveries those count that can be timed. */
export function provenanceOf(deliveries: DeliveryTimes, from: LeadTimeStart): Provenance {
  const sampleSize = countTimed(deliveries, from)
  return {
    sampleSize,
    excluded: reasons([deliveries.length - sampleSize, ...withoutFirstCommit]),
    adjusted: adjustedOf(deliveries, from),
  }
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

const withoutFirstCommit: [one: string, many: string] = [
  'reached production, but its first commit is not known',
  'reached production, but their first commits are not known',
]
