import { reading } from '@/lib/deployments/reading'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Row } from './columns'
import { countLinks } from './count-links'
import { nameRows } from './name-rows'

/** Rows of a metric with all that is looked up by their ids. */
export function completeRows(organizationId: number, slug: MetricSlug, rows: readonly Row[]): Promise<Row[]> {
  return reading(async (read) =>
    nameRows(read, organizationId, slug === 'coverage' ? await countLinks(read, organizationId, rows) : rows),
  )
}
