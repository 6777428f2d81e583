import type { DeliverySample, DeliveryTimes } from './samples'

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
export function meanStages(deliveries: readonly DeliverySample[]): Stages | null {
  const sums = { count: 0, coding: 0, review: 0, codingAndReview: 0, deploy: 0, total: 0 }
  for (const { firstCommitAt, openedAt, mergedAt, deliveredAt } of deliveries) {
    if (firstCommitAt === null) continue
    const opened = openedAt === null ? firstCommitAt : Math.max(firstCommitAt, openedAt)
    const merged = Math.max(opened, mergedAt)
    const live = Math.max(merged, deliveredAt)
    sums.count += 1
    sums.coding += opened - firstCommitAt
    sums[openedAt === null ? 'codingAndReview' : 'review'] += merged - opened
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

/** Seconds from the first commit to production, all stages together; null where the first commit is not known. */
export function sinceFirstCommitSeconds(delivery: DeliveryTimes): number | null {
  const { firstCommitAt, openedAt, mergedAt, deliveredAt } = delivery
  if (firstCommitAt === null) return null
  return (Math.max(firstCommitAt, openedAt ?? firstCommitAt, mergedAt, deliveredAt) - firstCommitAt) / 1000
}

/** Whether an instant of a pull request lies before one that should have come first. */
export function runsBackwards({ firstCommitAt, openedAt, mergedAt, deliveredAt }: DeliverySample): boolean {
  const begun = firstCommitAt ?? openedAt ?? mergedAt
  const opened = openedAt ?? begun
  return opened < begun || mergedAt < Math.max(begun, opened) || deliveredAt < mergedAt
}
