import { type Read, reading } from '@/lib/db/reading'
import { listUndeployed, type UndeployedGroup } from '@/lib/pull-requests/list-undeployed'
import type { MetricFilters } from './filters'
import { findRepositoryId } from './load-sources'

/**
 * What is merged and not deployed now, by service, the longest wait first, of what filters mean. It waits for production
 * as a whole: days and environment do not matter.
 */
export async function listWaiting(
  organizationId: number,
  { service, repository, team }: Pick<MetricFilters, 'service' | 'repository' | 'team'>,
): Promise<UndeployedGroup[]> {
  const find = (read: Read) => findRepositoryId(read, organizationId, repository ?? '')
  if (repository !== null && (await reading(find)) === null) return []
  const chosen = { repository: repository ?? undefined, service: service ?? undefined, team: team ?? undefined }
  return (await listUndeployed(organizationId, chosen)).listed
}
