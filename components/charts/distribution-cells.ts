import { formatCount, formatDuration } from '@/lib/core/format'
import type { Distribution } from '@/lib/insights/metrics/distribution'
import type { TableCell } from './chart-table'

/** What charts draw of a distribution. */
export type Percentiles = Pick<Distribution, 'count' | 'p50' | 'p75' | 'p95'>

export const distributionColumns = ['Count', 'p50', 'p75', 'p95']

/** What of a distribution is sent to a chart; null for none. */
export function percentilesOf(distribution: Distribution | null | undefined): Percentiles | null {
  if (!distribution) return null
  const { count, p50, p75, p95 } = distribution
  return { count, p50, p75, p95 }
}

/** Percentiles of many buckets, each figure of all of them side by side: a third of what as many objects take. */
export type PackedPercentiles = Record<keyof Percentiles, readonly (number | null)[]>

export function packPercentiles(buckets: readonly (Percentiles | null | undefined)[]): PackedPercentiles {
  const column = (name: keyof Percentiles) =>
    buckets.map((each) => (each ? Math.round(each[name] * 1_000) / 1_000 : null))
  return { count: column('count'), p50: column('p50'), p75: column('p75'), p95: column('p95') }
}

export function unpackPercentiles(packed: PackedPercentiles): (Percentiles | null)[] {
  return packed.count.map((count, index) => {
    const [p50, p75, p95] = [packed.p50[index], packed.p75[index], packed.p95[index]]
    return count == null || p50 == null || p75 == null || p95 == null ? null : { count, p50, p75, p95 }
  })
}

/** Durations as the cells of a table under `distributionColumns`. */
export function distributionCells(percentiles: Percentiles | null): TableCell[] {
  const missing = { missing: 'Nothing to measure' }
  if (!percentiles) return ['0', missing, missing, missing]
  const { count, p50, p75, p95 } = percentiles
  return [formatCount(count), formatDuration(p50), formatDuration(p75), formatDuration(p95)]
}
