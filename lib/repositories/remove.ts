import { recordAudit } from '@/lib/audit/record'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { relinkServices } from '@/lib/linking/relink'
import { holdRepository } from './find'

/**
 * Removes a repository with its commits, its pull requests and their links; `name` has to be its full name. Deployments
 * stay, and are linked again to what is left. Throws `not_found`, and `invalid` for another name.
 */
export async function removeRepository(
  organizationId: number,
  userId: number | null,
  repositoryId: number,
  name: string,
): Promise<{ fullName: string; relinked: Promise<number> }> {
  const { fullName, names } = await db().prisma.$transaction(
    async (tx) => {
      const repository = await holdRepository(tx, organizationId, repositoryId)
      const { fullName, fullNameKey, nameKey, aliases } = repository
      if (name.trim().toLowerCase() !== fullNameKey) {
        throw new AppError('invalid', `Type ${fullName} to remove it. Nothing was removed.`)
      }
      const pullRequests = await tx.pullRequest.count({ where: { repositoryId } })
      await tx.$executeRaw`
        INSERT INTO pending_links (deployment_id, organization_id)
        SELECT id, ${organizationId} FROM deployments
        WHERE repository_id = ${repositoryId} AND organization_id = ${organizationId}
          AND production AND status IN ('success', 'rolled_back') AND voided_at IS NULL
        ON CONFLICT DO NOTHING`
      await tx.repository.delete({ where: { id: repositoryId } })
      const line = { organizationId, userId, action: 'repository.removed', subject: fullName, subjectId: repositoryId }
      await recordAudit(tx, { ...line, details: { pullRequests } })
      return { fullName, names: [fullNameKey, nameKey, ...aliases] }
    },
    { timeout: 300_000 },
  )
  return { fullName, relinked: relinkServices(organizationId, names) }
}
