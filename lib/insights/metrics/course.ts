import type { Period } from '@/lib/time/period'
import type { Course } from './define-metric'
import type { Distribution } from './distribution'
import type { Unit } from './metric-value'

/** The course of a number week by week, as a line; `what` is what is drawn: "Share". */
export function weekly<Week>(
  what: string,
  unit: Unit,
  pick: (week: Week) => number | null,
): (result: { weekly: readonly Week[] }, period: Period) => Course {
  return (result, { weeks }) => ({
    kind: 'line',
    words: `${what} per week`,
    buckets: weeks,
    values: result.weekly.map(pick),
    unit,
  })
}

/** The course of a median week by week. */
export function weeklyMedian(unit: Unit) {
  return weekly('Median', unit, (week: Distribution | null) => week?.p50 ?? null)
}
