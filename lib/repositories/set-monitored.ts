import { recordAudit } from '@/lib/audit/record'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { requestSync } from '@/lib/hosts/sync/request'
import { holdRepository } from './find'

/**
 * Decides whether news of a repository are taken from its host; what is known of it stays. Throws `not_found`, and
 * `conflict` for one that has no connection.
 */
export async function setMonitored(
  organizationId: number,
  userId: number | null,
  repositoryId: number,
  monitored: boolean,
): Promise<void> {
  const changed = await db().prisma.$transaction(async (tx) => {
    const repository = await holdRepository(tx, organizationId, repositoryId)
    if (repository.connectionId === null) {
      throw new AppError('conflict', `${repository.fullName} has no connection: import its clone again for news.`)
    }
    if (repository.monitored === monitored) return false
    await tx.repository.update({ where: { id: repositoryId }, data: { monitored } })
    const action = monitored ? 'repository.monitored' : 'repository.paused'
    await recordAudit(tx, { organizationId, userId, action, subject: repository.fullName, subjectId: repositoryId })
    return true
  })
  if (changed && monitored) await requestSync(organizationId, repositoryId)
}
