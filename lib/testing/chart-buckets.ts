import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'

/** Weeks of a chart named "week 1", "week 2" and so on; the last one is partial. */
export function chartWeeks(count: number): ChartBuckets {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return {
    names: numbers.map((number) => `week ${number}${number === count ? ' (in part)' : ''}`),
    labels: numbers.map((number) => `w${number}`),
    partial: [count - 1],
    from: '2026-03-02',
    days: numbers.map(() => 7),
    marks: [],
  }
}

/** The address of the rows behind such weeks. */
export const weekRows = '/acme/rows?from=&to=&team=a'

/** Percentiles of a distribution in which every value is `seconds`, or these. */
export function chartPercentiles(p50: number, p75 = p50, p95 = p75) {
  return { count: 12, p50, p75, p95 }
}
