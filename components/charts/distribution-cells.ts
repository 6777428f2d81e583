import { formatCount, formatDuration } from '@/lib/core/format'
import type { Distribution } from '@/lib/insights/metrics/distribution'
import type { TableCell } from './chart-table'

export const distributionColumns = ['Count', 'p50', 'p75', 'p95']

/** Durations as the cells of a table under `distributionColumns`. */
export function distributionCells(distribution: Distribution | null): TableCell[] {
  const missing = { missing: 'Nothing to measure' }
  if (!distribution) return ['0', missing, missing, missing]
  const { count, p50, p75, p95 } = distribution
  return [formatCount(count), formatDuration(p50), formatDuration(p75), formatDuration(p95)]
}
