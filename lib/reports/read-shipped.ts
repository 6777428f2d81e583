import { reading } from '@/lib/deployments/reading'
import { groupBy } from '@/lib/metrics/groups'
import type { Organization } from '@/lib/organizations/find'
import type { MetricFilters } from './filters'
import { readSamples } from './read-report'
import { latestFirst } from './rows/book'
import { books } from './rows/books'
import { nameRows } from './rows/name-rows'
import { leadTimeBook } from './rows/pull-request-books'

/** What a service brought to production in a period. */
export type Shipped = {
  service: string | null
  total: number
  /** The latest first, so many as were asked for at most. */
  pullRequests: ShippedPullRequest[]
}

/** `leadTimeSeconds` is null where its beginning is not known. */
type ShippedPullRequest = { id: number; number: number; title: string; leadTimeSeconds: number | null }

/** The pull requests that reached production, by service, the most first, whatever the plan. */
export async function readShipped(
  organization: Organization,
  filters: MetricFilters,
  now: Date,
  mostOfEach: number,
): Promise<Shipped[]> {
  const { samples, context } = await readSamples(organization, filters, now, [books['lead-time'].needs])
  const { deliveries } = samples.current
  const { deliveredAt, pullRequestId, stream, streams } = deliveries
  const byService = groupBy(
    [...latestFirst(deliveredAt, pullRequestId)],
    (index) => streams[stream[index] ?? -1]?.service ?? null,
  )
  const services = [...byService]
    .map(([service, indexes]) => ({
      service,
      total: indexes.length,
      book: leadTimeBook(deliveries, context, indexes),
    }))
    .sort((a, b) => b.total - a.total)
  const shown = services.flatMap(({ service, book }) => book.slice(0, mostOfEach).map((row) => ({ ...row, service })))
  const named = await reading((read) => nameRows(read, organization.id, shown))
  return services.map(({ service, total }) => ({
    service,
    total,
    pullRequests: named.flatMap((row) => {
      const { pullRequestId: id, number, title, leadTimeSeconds = null } = row
      return row.service === service && id && number && title ? [{ id, number, title, leadTimeSeconds }] : []
    }),
  }))
}
