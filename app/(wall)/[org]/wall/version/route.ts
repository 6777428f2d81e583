import { versionRoute } from '@/app/version-route'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { readFeed } from '@/lib/insights/services/read-feed'

/** Of a wall. */
export const GET = versionRoute(async ({ organization }, _params, query) => {
  const now = new Date()
  const { filters } = parseMetricFilters(query, organization.timeZone, now)
  return (await readFeed(organization.id, filters, now)).version
})
