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
  /** The first day of each, and the day after the last of them: the next begins when one ends. */
  days: readonly string[]
  /** What was noted of them. */
  marks: readonly ChartMark[]
}

/** What an address of rows has in the place of the days of a bucket. */
export const openDays = 'from=&to='

/** The address of the rows behind a bucket; of those behind all of them for null. */
export function rowsOf(rows: string, { days }: Pick<ChartBuckets, 'days'>, index: number | null): string {
  const [from, after] = index === null ? [days[0], days.at(-1)] : [days[index], days[index + 1]]
  return from && after ? rows.replace(openDays, `from=${from}&to=${addDays(after, -1)}`) : rows
}
