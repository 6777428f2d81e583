import { db } from '@/lib/db/db'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import type { HostRepository } from '../model'
import { renameRepository } from './rename-repository'

/** Takes over what a host reports of a repository: its name, page and default branch. Returns what it reported. */
export async function refreshRepository(
  { organizationId, repositoryId }: RepositoryKey,
  reported: HostRepository,
): Promise<HostRepository> {
  const { defaultBranch, fullName, webUrl } = reported
  const before = await db().prisma.repository.update({
    where: { id: repositoryId, organizationId },
    data: { defaultBranch, webUrl },
    select: { fullName: true },
  })
  if (before.fullName !== fullName) await renameRepository({ organizationId, repositoryId }, fullName)
  return reported
}
