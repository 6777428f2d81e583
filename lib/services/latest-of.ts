import type { MetricFilters } from '@/lib/reports/filters'
import { listServices } from './list'
import type { LatestOf } from './list-latest'

/** Which deployments to production the filters of a report mean, whenever they were. */
export async function latestOf(organizationId: number, filters: MetricFilters): Promise<LatestOf> {
  const { service, team, environment, repository } = filters
  const rest = { environment, repository, production: true }
  if (service === null && team === null) return { spellings: null, ...rest }
  const meant = (await listServices(organizationId)).filter(
    (known) => (service === null || service === known.key) && (team === null || team === known.team),
  )
  return { spellings: meant.flatMap(({ spellings }) => spellings), ...rest }
}
