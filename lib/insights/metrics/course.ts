import { type Period, partUnit } from '@/lib/time/period'
import type { Course } from './define-metric'
import type { Distribution } from './distribution'
import type { Unit } from './metric-value'

/** The course of a number day by day or week by week, as a line; `what` is what is drawn: "Share". */
export function courseOf<Part>(
  what: string,
  unit: Unit,
  pick: (part: Part) => number | null,
): (result: { perPart: readonly Part[] }, period: Period) => Course {
  return (result, period) => ({
    kind: 'line',
    words: `${what} per ${partUnit(period)}`,
    buckets: period.parts,
    values: result.perPart.map(pick),
    unit,
  })
}

/** The course of a median day by day or week by week. */
export function courseOfMedian(unit: Unit) {
  return courseOf('Median', unit, (part: Distribution | null) => part?.p50 ?? null)
}
