import type { Organization } from '@/lib/accounts/organizations/find'
import { groupBy } from '@/lib/core/listed'
import { reading } from '@/lib/db/reading'
import { leadTime, leadTimeDrilldown } from '@/lib/insights/metrics/lead-time'
import { latestFirst } from '@/lib/insights/metrics/ranking'
import type { MetricFilters } from './filters'
import { readSamples } from './read-report'
import { nameRows } from './rows/name-rows'

/** What a service brought to production in a period. */
export type Shipped = {
  service: string | null
  total: number
  /** The latest first, at most as many as requested. */
  pullRequests: ShippedPullRequest[]
}

/** `leadTimeSeconds` is null where its beginning is not known. */
type ShippedPullRequest = { id: number; number: number; title: string; leadTimeSeconds: number | null }

/** The pull requests that reached production, by service, the most first, whatever the plan. */
export async function readShipped(
  organization: Organization,
  filters: MetricFilters,
  now: Date,
  maxOfEach: number,
): Promise<Shipped[]> {
  const { samples, context } = await readSamples(organization, filters, now, [leadTime.rows.needs])
  const { deliveries } = samples.current
  const { deliveredAt, pullRequestId, serviceEnvironment, serviceEnvironments } = deliveries
  const byService = groupBy(
    [...latestFirst(deliveredAt, pullRequestId)],
    (index) => serviceEnvironments[serviceEnvironment[index] ?? -1]?.service ?? null,
  )
  const services = [...byService]
    .map(([service, indexes]) => ({
      service,
      total: indexes.length,
      drilldown: leadTimeDrilldown(deliveries, context, indexes),
    }))
    .sort((a, b) => b.total - a.total)
  const shown = services.flatMap(({ service, drilldown }) =>
    drilldown.slice(0, maxOfEach).map((row) => ({ ...row, service })),
  )
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
