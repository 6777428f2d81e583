import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { keepsSql } from '@/lib/deployments/delivers'
import { markAgain } from '@/lib/deployments/linking/mark-again'
import { markServices } from '@/lib/deployments/linking/mark-services'
import { linkPending } from '@/lib/deployments/linking/relink'
import { holdRepository, markingTimeoutMs } from './find'

/** An event holds its deployment and then its repository: code that takes them the other way round may wait forever. */
const holdDeployments = `
  SELECT count(*) FROM (
    SELECT FROM deployments WHERE organization_id = $1 AND repository_id = $2 ORDER BY id FOR NO KEY UPDATE) held`

/** The deployments whose repository is gone, and those that could not choose between it and another. */
const markFound = markAgain(`
  SELECT d.id FROM deployments d
  WHERE d.organization_id = $1 AND ${keepsSql} AND d.repository_id IS NULL AND (d.resolved_sha IS NOT NULL
    OR d.unlinked_reason IN ('commit found in several repositories', 'ambiguous short SHA'))`)

/**
 * Removes a repository with its commits, its pull requests and their links; `name` has to be its full name. Deployments
 * stay, and are linked again to what is left. Throws `not_found`, and `invalid` for another name.
 */
export async function removeRepository(
  actor: Actor,
  repositoryId: number,
  name: string,
): Promise<{ fullName: string; relinked: Promise<number> }> {
  const { organizationId } = actor
  const fullName = await db().prisma.$transaction(
    async (tx) => {
      const { fullName, fullNameKey, nameKey, aliases } = await holdRepository(tx, actor, repositoryId)
      if (name.trim().toLowerCase() !== fullNameKey) {
        throw new AppError('invalid', `Type ${fullName} to remove it. Nothing was removed.`)
      }
      const pullRequests = await tx.pullRequest.count({ where: { organizationId, repositoryId } })
      const paths = await tx.servicePath.findMany({
        where: { organizationId, repositoryId },
        select: { nameKey: true },
      })
      await tx.$queryRawUnsafe(holdDeployments, organizationId, repositoryId)
      const services = paths.map(({ nameKey }) => nameKey)
      await markServices(tx, organizationId, [fullNameKey, nameKey, ...aliases, ...services])
      await tx.repository.delete({ where: { organizationId_id: { organizationId, id: repositoryId } } })
      await tx.$executeRawUnsafe(markFound, organizationId)
      const line = { action: 'repository.removed', subject: fullName, subjectId: repositoryId }
      await recordAudit(tx, actor, { ...line, details: { pullRequests } })
      return fullName
    },
    { timeout: markingTimeoutMs },
  )
  return { fullName, relinked: linkPending(organizationId) }
}
