import { reading } from '@/lib/db/reading'
import { findRepositories } from '@/lib/deployments/linking/find-repository'

/** Whether a service name means a repository of the organization, by its name, an alias or paths. */
export function isRepositoryName(organizationId: number, service: string): Promise<boolean> {
  return reading(async (read) => (await findRepositories(read, organizationId, service)).length > 0)
}
