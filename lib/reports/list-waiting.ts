import { reading } from '@/lib/deployments/reading'
import { listUndeployed, type UndeployedGroup } from '@/lib/pull-requests/list-undeployed'
import { serviceKeyOf } from '@/lib/services/service-key'
import type { MetricFilters } from './filters'
import { loadTeams } from './load-teams'

/**
 * What is merged and not deployed now, by service, the longest wait first, of what filters mean. It waits for production
 * as a whole: days and environment do not matter.
 */
export async function listWaiting(
  organizationId: number,
  { service, repository, team }: Pick<MetricFilters, 'service' | 'repository' | 'team'>,
): Promise<UndeployedGroup[]> {
  const groups = await listUndeployed(organizationId)
  const teams = team === null ? null : await reading((read) => loadTeams(read, organizationId))
  return groups.filter((group) => {
    const key = group.service === null ? null : serviceKeyOf(group.service)
    return (
      (service === null || key === service) &&
      (repository === null || group.repository.toLowerCase() === repository.toLowerCase()) &&
      (teams === null || (key !== null && teams.get(key) === team))
    )
  })
}
