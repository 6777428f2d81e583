import { dayOf } from '@/lib/deployments/days'
import { valueAt } from '@/lib/metrics/column'
import type { MetricContext } from '@/lib/metrics/context'
import type { PeriodSamples } from '@/lib/reports/load-samples'
import { type Book, bookOf, latestFirst, sentenceOf } from './book'

const columns = {
  columns: ['event', 'at', 'day', 'pullRequestId', 'repository', 'number', 'title', 'counted', 'why', 'days'],
  shown: ['title', 'event', 'at', 'counted'],
} as const

type Flows = Pick<PeriodSamples, 'merges' | 'deliveries' | 'opened'>

/** What was opened, merged and deployed in the period; `days` is what the merges are divided by. */
export function throughputBook(
  { merges, deliveries, opened }: Flows,
  { period: { timeZone } }: MetricContext,
  days: number | null,
): Book {
  const instants = joined(merges.mergedAt, deliveries.deliveredAt, opened.openedAt)
  const pullRequestIds = joined(merges.pullRequestId, deliveries.pullRequestId, opened.pullRequestId)
  const eventAt = (index: number) => {
    if (index < merges.length) return 'merged'
    return index < merges.length + deliveries.length ? 'deployed' : 'opened'
  }
  const isMerge = (index: number) => eventAt(index) === 'merged'
  const rowOf = (index: number) => {
    const at = new Date(valueAt(instants, index))
    const counted = isMerge(index)
    const why = counted ? null : sentenceOf('is not a merge')
    const pullRequestId = valueAt(pullRequestIds, index)
    return { event: eventAt(index), at, day: dayOf(at, timeZone), pullRequestId, counted, why, days }
  }
  return bookOf(columns, latestFirst(instants, pullRequestIds), rowOf, { counted: isMerge })
}

/** Columns one after the other. */
function joined(...columns: Float64Array[]): Float64Array {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const column of columns) {
    all.set(column, end)
    end += column.length
  }
  return all
}
