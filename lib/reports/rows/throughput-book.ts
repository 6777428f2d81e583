import { dayOf } from '@/lib/deployments/days'
import type { MetricContext } from '@/lib/metrics/context'
import type { PeriodSamples } from '@/lib/reports/load-samples'
import { type Book, bookOf } from './book'

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
  const events = [
    ...merges.map(({ pullRequestId, mergedAt }) => ({ event: 'merged', pullRequestId, at: mergedAt })),
    ...deliveries.map(({ pullRequestId, deliveredAt }) => ({
      event: 'deployed',
      pullRequestId,
      at: deliveredAt,
    })),
    ...opened.map(({ pullRequestId, openedAt }) => ({ event: 'opened', pullRequestId, at: openedAt })),
  ]
  return bookOf(
    columns,
    events,
    (a, b) => b.at - a.at || b.pullRequestId - a.pullRequestId,
    ({ event, pullRequestId, at: ms }) => {
      const at = new Date(ms)
      const counted = event === 'merged'
      const why = counted ? null : `was ${event}; the number counts merges`
      return { event, at, day: dayOf(at, timeZone), pullRequestId, counted, why, days }
    },
  )
}
