import type { Organization } from '@/lib/accounts/organizations/find'
import { listFirst } from '@/lib/core/listed'
import { runInSteps } from '@/lib/core/run-in-steps'
import { isNextStep, type Steps } from '@/lib/core/steps'
import { reporting } from '@/lib/db/reporting'
import { groupServiceEnvironments } from '@/lib/insights/metrics/groups'
import { leadTime, leadTimeDrilldown } from '@/lib/insights/metrics/lead-time'
import { latestFirst } from '@/lib/insights/metrics/ranking'
import type { Deliveries } from '@/lib/insights/metrics/samples'
import type { MetricFilters } from './filters'
import { readSamples } from './read-report'
import { nameRows } from './rows/name-rows'

/** What was brought to production in a period. */
export type Shipped = {
  /** The most pull requests first, at most as many as requested. */
  services: ShippedByService[]
  /** All other services. */
  others: { services: number; pullRequests: number }
}

type ShippedByService = {
  service: string | null
  total: number
  /** The latest first, at most as many as requested. */
  pullRequests: ShippedPullRequest[]
}

/** `leadTimeSeconds` is null where its beginning is not known. */
type ShippedPullRequest = { id: number; number: number; title: string; leadTimeSeconds: number | null }

/** The pull requests that reached production, by service, whatever the plan. */
export async function readShipped(
  organization: Organization,
  filters: MetricFilters,
  now: Date,
  max: { services: number; ofEach: number },
): Promise<Shipped> {
  const { samples, context } = await readSamples(organization, filters, now, [leadTime.rows.needs])
  const { deliveries } = samples.current
  const all = await runInSteps(latestByService(deliveries, max.ofEach))
  const listed = listFirst(all, (a, b) => b.total - a.total).listed.slice(0, max.services)
  const shown = listed.flatMap(({ service, latest }) =>
    leadTimeDrilldown(deliveries, context, latest)
      .slice(0, latest.length)
      .map((row) => ({ ...row, service })),
  )
  const named = await reporting(organization.id, (read) => nameRows(read, organization.id, shown))
  const services = listed.map(({ service, total }) => ({
    service,
    total,
    pullRequests: named.flatMap((row) => {
      const { pullRequestId: id, number, title, leadTimeSeconds = null } = row
      return row.service === service && id && number && title ? [{ id, number, title, leadTimeSeconds }] : []
    }),
  }))
  const listedTotal = listed.reduce((sum, { total }) => sum + total, 0)
  return {
    services,
    others: { services: all.length - listed.length, pullRequests: deliveries.length - listedTotal },
  }
}

type Latest = { service: string | null; total: number; latest: number[] }

/** Each service with the indexes of its latest deliveries; the one with the latest of all first. */
function* latestByService(deliveries: Deliveries, maxOfEach: number): Steps<Latest[]> {
  const { names, indexes } = yield* groupServiceEnvironments(deliveries, ({ service }) => service)
  const order = yield* latestFirst(deliveries.deliveredAt, deliveries.pullRequestId)
  const found = new Map<number, Latest>()
  for (const [place, sample] of order.entries()) {
    if (isNextStep(place)) yield
    const group = indexes[sample] ?? -1
    const own = found.get(group) ?? { service: names[group] ?? null, total: 0, latest: [] }
    found.set(group, own)
    own.total += 1
    if (own.latest.length < maxOfEach) own.latest.push(sample)
  }
  return [...found.values()]
}
