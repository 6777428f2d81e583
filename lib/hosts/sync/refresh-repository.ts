import { isUniqueViolation } from '@/lib/database-errors'
import { db } from '@/lib/db'
import { parseRepositoryName } from '@/lib/git-import/repository-name'
import { relinkServices } from '@/lib/linking/relink'
import type { RepositoryKey } from '../check-repository'
import type { HostRepository } from '../model'

/** Takes over what a host tells of a repository: its name, page and default branch. Returns what it told. */
export async function refreshRepository(
  { organizationId, repositoryId }: RepositoryKey,
  told: HostRepository,
): Promise<HostRepository> {
  const { prisma } = db()
  const where = { id: repositoryId, organizationId }
  const { defaultBranch, webUrl } = told
  const before = await prisma.repository.update({
    where,
    data: { defaultBranch, webUrl },
    select: { fullName: true, fullNameKey: true, nameKey: true },
  })
  const name = parseRepositoryName(told.fullName)
  if (before.fullName === name.fullName) return told
  try {
    await prisma.repository.update({ where, data: name })
  } catch (error) {
    // A repository of the new name is there already, such as one from a clone: then this one keeps its name.
    if (isUniqueViolation(error)) return told
    throw error
  }
  await relinkServices(organizationId, [before.fullNameKey, before.nameKey, name.fullNameKey, name.nameKey])
  return told
}
