import { addDays } from '@/lib/time/days'
import type { ChartMark } from './annotation'

/** The days or weeks of a chart, in order: little enough to be sent to a browser next to the drawing that it makes. */
export type ChartBuckets = {
  /** "2 to 8 Mar 2026", with what has to be said of a bucket: "2 Mar 2026 (in part)". */
  names: readonly string[]
  /** Those under the axis, short: "2 Mar". `labelTiers` says of which buckets. */
  labels: readonly string[]
  /** Places of buckets that are not over, or lie in the period only in part. */
  partial: readonly number[]
  /** The first day of the first, and how many days each has: the next begins where one ends. */
  from: string
  days: readonly number[]
  /** What was noted of them. */
  marks: readonly ChartMark[]
}

/** What an address of rows has in the place of the days of a bucket. */
export const openDays = 'from=&to='

/** The address of the rows behind a bucket; of those behind all of them for null. */
export function rowsOf(
  rows: string,
  { from, days }: Pick<ChartBuckets, 'from' | 'days'>,
  index: number | null,
): string {
  if (days.length === 0) return rows
  const daysBefore = (bucket: number) => days.slice(0, bucket).reduce((sum, count) => sum + count, 0)
  const [first, end] = index === null ? [0, daysBefore(days.length)] : [daysBefore(index), daysBefore(index + 1)]
  return rows.replace(openDays, `from=${addDays(from, first)}&to=${addDays(from, end - 1)}`)
}
