import type { ChartMark } from './annotation'

/** The days or weeks of a chart, in order: little enough to be sent to a browser next to the drawing that it makes. */
export type ChartBuckets = {
  /** "2 to 8 Mar 2026", with what has to be said of a bucket: "2 Mar 2026 (in part)". */
  names: readonly string[]
  /** Those under the axis, short: "2 Mar". `labelTiers` says of which buckets. */
  labels: readonly string[]
  /** Places of buckets that are not over, or lie in the period only in part. */
  partial: readonly number[]
  /** Their days in an address: "from=2026-03-02&to=2026-03-08". */
  queries: readonly string[]
  /** What was noted of them. */
  marks: readonly ChartMark[]
}

/** What an address of rows has in the place of the days of a bucket. */
export const openDays = 'from=&to='

/** The address of the rows behind a bucket; of those behind all of them for null. */
export function rowsOf(rows: string, { queries }: Pick<ChartBuckets, 'queries'>, index: number | null): string {
  const [first, last] = index === null ? [queries[0], queries.at(-1)] : [queries[index], queries[index]]
  const [from] = (first ?? openDays).split('&')
  const [, to] = (last ?? openDays).split('&')
  return rows.replace(openDays, `${from}&${to}`)
}
