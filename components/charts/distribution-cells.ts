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

/** Durations as the cells of a table under `distributionColumns`. */
export function distributionCells(percentiles: Percentiles | null): TableCell[] {
  const missing = { missing: 'Nothing to measure' }
  if (!percentiles) return ['0', missing, missing, missing]
  const { count, p50, p75, p95 } = percentiles
  return [formatCount(count), formatDuration(p50), formatDuration(p75), formatDuration(p95)]
}
