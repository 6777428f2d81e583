import { isRepositoryName } from '@/lib/deployments/linking/is-repository-name'
import type { UnknownName } from '@/lib/insights/reports/wording'

/** The repository that filters name, by its name, an alias or paths, where the organization does not have it. */
export async function findUnknownRepository(
  organizationId: number,
  { repository }: { repository?: string },
): Promise<UnknownName[]> {
  if (repository === undefined || (await isRepositoryName(organizationId, repository))) return []
  return [{ name: 'repository', sentence: `No repository is called “${repository.trim()}”.` }]
}
