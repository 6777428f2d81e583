import { countWhere, valueAt } from './column'
import type { Row } from './drilldown/columns'
import type { DeliveryTimes } from './samples'

/** Mean seconds of each stage over the pull requests whose first commit is known; they add up to `total`. */
export type Stages = {
  count: number
  coding: number
  review: number
  codingAndReview: number
  deploy: number
  total: number
}

/** Mean stages of pull requests in production, cut as `stagesOf` cuts those of one; null when no first commit is known. */
export function meanStages(deliveries: DeliveryTimes): Stages | null {
  const sums = { count: 0, coding: 0, review: 0, codingAndReview: 0, deploy: 0, total: 0 }
  const columns = instantsOf(deliveries)
  for (let index = 0; index < deliveries.length; index += 1) {
    const { firstCommitAt, openedAt, mergedAt, deliveredAt } = instantsAt(columns, index)
    if (Number.isNaN(firstCommitAt)) continue
    const opened = Number.isNaN(openedAt) ? firstCommitAt : Math.max(firstCommitAt, openedAt)
    const merged = Math.max(opened, mergedAt)
    const live = Math.max(merged, deliveredAt)
    sums.count += 1
    sums.coding += opened - firstCommitAt
    sums[Number.isNaN(openedAt) ? 'codingAndReview' : 'review'] += merged - opened
    sums.deploy += live - merged
    sums.total += live - firstCommitAt
  }
  if (sums.count === 0) return null
  const ms = sums.count * 1000
  return {
    count: sums.count,
    coding: sums.coding / ms,
    review: sums.review / ms,
    codingAndReview: sums.codingAndReview / ms,
    deploy: sums.deploy / ms,
    total: sums.total / ms,
  }
}

/** The cells of mean stages; coding and review are one where it is not known when the pull request was opened. */
export function stageCells(stages: Stages | null, opened: boolean): Row {
  if (!stages) return {}
  const { coding, review, codingAndReview, deploy } = stages
  const before = opened ? { codingSeconds: coding, reviewSeconds: review } : { codingAndReviewSeconds: codingAndReview }
  return { ...before, deploySeconds: deploy }
}

/** Seconds from the first commit of each to production, all stages together; NaN where the first commit is not known. */
export function secondsSinceFirstCommit(deliveries: DeliveryTimes): Float64Array {
  const seconds = new Float64Array(deliveries.length)
  const columns = instantsOf(deliveries)
  for (let index = 0; index < seconds.length; index += 1) {
    const { firstCommitAt, openedAt, mergedAt, deliveredAt } = instantsAt(columns, index)
    let live = firstCommitAt
    if (openedAt > live) live = openedAt
    if (mergedAt > live) live = mergedAt
    if (deliveredAt > live) live = deliveredAt
    seconds[index] = (live - firstCommitAt) / 1000
  }
  return seconds
}

/** Of how many pull requests an instant lies before one that should have come first. */
export function countBackwards(deliveries: DeliveryTimes): number {
  const columns = instantsOf(deliveries)
  return countWhere(deliveries.length, (index) => {
    const { firstCommitAt, openedAt, mergedAt, deliveredAt } = instantsAt(columns, index)
    return !Number.isNaN(firstCommitAt) && runsBackwards([firstCommitAt, openedAt, mergedAt, deliveredAt])
  })
}

function runsBackwards(instants: readonly number[]): boolean {
  let latest = Number.NEGATIVE_INFINITY
  for (const instant of instants) {
    if (instant < latest) return true
    if (!Number.isNaN(instant)) latest = instant
  }
  return false
}

type Instants = Omit<DeliveryTimes, 'length'>

/** Columns may be made when they are read: once, not for each row. */
function instantsOf({ firstCommitAt, openedAt, mergedAt, deliveredAt }: DeliveryTimes): Instants {
  return { firstCommitAt, openedAt, mergedAt, deliveredAt }
}

function instantsAt({ firstCommitAt, openedAt, mergedAt, deliveredAt }: Instants, index: number) {
  return {
    firstCommitAt: valueAt(firstCommitAt, index),
    openedAt: valueAt(openedAt, index),
    mergedAt: valueAt(mergedAt, index),
    deliveredAt: valueAt(deliveredAt, index),
  }
}
