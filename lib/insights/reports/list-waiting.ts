import { type Read, reading } from '@/lib/db/reading'
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
  const { services, isUnknown } = await reading(async (read) => ({
    services: team === null ? null : await loadServicesOf(read, organizationId, team),
    isUnknown: repository !== null && (await findRepositoryId(read, organizationId, repository)) === null,
  }))
  if (isUnknown) return []
  const chosen = { repository: repository ?? undefined, service: service ?? undefined, services }
  return (await listUndeployed(organizationId, chosen)).listed
}

/** Their keys. */
async function loadServicesOf(read: Read, organizationId: number, team: string): Promise<string[]> {
  const teams = await loadTeams(read, organizationId)
  return [...teams].filter(([, own]) => isSameTeam(own, team)).map(([key]) => key)
}
