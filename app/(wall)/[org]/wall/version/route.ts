import { versionRoute } from '@/app/version-route'
import { parseMetricFilters } from '@/lib/reports/filters'
import { readFeed } from '@/lib/services/read-feed'

/** Of a wall. */
export const GET = versionRoute(async ({ organization }, _params, query) => {
  const now = new Date()
  const { filters } = parseMetricFilters(query, organization.timeZone, now)
  return (await readFeed(organization.id, filters, now)).version
})
