import { reading } from '@/lib/deployments/reading'
import { findRepositories } from '@/lib/pull-requests/find-repository'

/** Whether a service name means a repository of the organization, by its name, an alias or paths. */
export function isRepositoryName(organizationId: number, service: string): Promise<boolean> {
  return reading(async (read) => (await findRepositories(read, organizationId, service)).length > 0)
}
