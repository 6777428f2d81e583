import { serviceKeyOf } from '@/lib/core/service-key'
import { reading } from '@/lib/db/reading'
import { isSameTeam } from '@/lib/insights/services/team-name'
import { listUndeployed, type UndeployedGroup } from '@/lib/pull-requests/list-undeployed'
import type { MetricFilters } from './filters'
import { findRepositoryId } from './load-sources'
import { loadTeams } from './load-teams'

/**
 * What is merged and not deployed now, by service, the longest wait first, of what filters mean. It waits for production
 * as a whole: days and environment do not matter.
 */
export async function listWaiting(
  organizationId: number,
  { service, repository, team }: Pick<MetricFilters, 'service' | 'repository' | 'team'>,
): Promise<UndeployedGroup[]> {
  const { teams, isUnknown } = await reading(async (read) => ({
    teams: team === null ? null : await loadTeams(read, organizationId),
    isUnknown: repository !== null && (await findRepositoryId(read, organizationId, repository)) === null,
  }))
  if (isUnknown) return []
  const { listed: groups } = await listUndeployed(organizationId, {
    repository: repository ?? undefined,
    service: service ?? undefined,
  })
  return groups.filter((group) => team === null || isSameTeam(teams?.get(serviceKeyOf(group.service ?? '')), team))
}
