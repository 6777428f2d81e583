import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { requestSync } from '@/lib/sources/hosts/sync/request'
import { holdRepository } from './find'

/**
 * Decides whether news of a repository are taken from its host; what is known of it stays. Throws `not_found`, and
 * `conflict` without a connection.
 */
export async function setMonitored(actor: Actor, repositoryId: number, monitored: boolean): Promise<void> {
  const { organizationId } = actor
  const changed = await db().prisma.$transaction(async (tx) => {
    const repository = await holdRepository(tx, actor, repositoryId)
    if (repository.connectionId === null) {
      throw new AppError('conflict', `${repository.fullName} has no connection: import its clone again for news.`)
    }
    if (repository.monitored === monitored) return false
    await tx.repository.update({
      where: { organizationId_id: { organizationId, id: repositoryId } },
      data: { monitored },
    })
    const action = monitored ? 'repository.monitored' : 'repository.paused'
    await recordAudit(tx, actor, { action, subject: repository.fullName, subjectId: repositoryId })
    return true
  })
  if (changed && monitored) await requestSync(organizationId, repositoryId)
}
