import { recordAudit } from '@/lib/audit/record'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { markServices } from '@/lib/linking/mark-services'
import { linkPending } from '@/lib/linking/relink'
import { linkable } from '@/lib/linking/spread-changes'
import { holdRepository, markingTimeoutMs } from './find'

/** An event holds its deployment and then its repository: whoever takes them the other way round may wait for ever. */
const holdDeployments = `
  SELECT count(*) FROM (
    SELECT FROM deployments WHERE organization_id = $1 AND repository_id = $2 ORDER BY id FOR NO KEY UPDATE) held`

/** The deployments whose repository is gone, and those that could not choose between it and another. */
const markFound = `
  INSERT INTO pending_links (deployment_id, organization_id)
  SELECT d.id, $1::int FROM deployments d
  WHERE d.organization_id = $1 AND ${linkable} AND d.repository_id IS NULL AND (d.resolved_sha IS NOT NULL
    OR d.unlinked_reason IN ('commit found in several repositories', 'ambiguous short SHA'))
  ORDER BY d.id ON CONFLICT DO NOTHING`

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
  const fullName = await db().prisma.$transaction(
    async (tx) => {
      const { fullName, fullNameKey, nameKey, aliases } = await holdRepository(tx, organizationId, repositoryId)
      if (name.trim().toLowerCase() !== fullNameKey) {
        throw new AppError('invalid', `Type ${fullName} to remove it. Nothing was removed.`)
      }
      const pullRequests = await tx.pullRequest.count({ where: { repositoryId } })
      const paths = await tx.servicePath.findMany({ where: { repositoryId }, select: { serviceKey: true } })
      await tx.$queryRawUnsafe(holdDeployments, organizationId, repositoryId)
      const services = paths.map(({ serviceKey }) => serviceKey)
      await markServices(tx, organizationId, [fullNameKey, nameKey, ...aliases, ...services])
      await tx.repository.delete({ where: { id: repositoryId } })
      await tx.$executeRawUnsafe(markFound, organizationId)
      const line = { organizationId, userId, action: 'repository.removed', subject: fullName, subjectId: repositoryId }
      await recordAudit(tx, { ...line, details: { pullRequests } })
      return fullName
    },
    { timeout: markingTimeoutMs },
  )
  return { fullName, relinked: linkPending(organizationId) }
}
