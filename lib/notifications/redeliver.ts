import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'

const action = 'notification.redelivered'

/** As many as a destination is sent without it. */
const maxPerHour = 60

/**
 * Sends a notification again, with the same id and body, within seconds; one that is waiting already at once. Throws
 * `not_found`, `conflict` while its destination is paused, and `rate_limited` after sixty of an organization in an hour.
 */
export async function redeliver(actor: Actor, notificationId: string): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdRole(tx, actor)
    const notification = await tx.notification.findFirst({
      where: { id: BigInt(notificationId), organizationId },
      select: { id: true, type: true, destination: { select: { name: true, pausedAt: true } } },
    })
    if (!notification) throw new AppError('not_found', 'There is no such notification any more.')
    const { id, type, destination } = notification
    if (destination.pausedAt) throw new AppError('conflict', `“${destination.name}” is paused. Resume it first.`)
    const at = { gt: new Date(Date.now() - 60 * 60 * 1_000) }
    const sentAgain = await tx.auditEntry.count({ where: { organizationId, action, at } })
    if (sentAgain >= maxPerHour) {
      throw new AppError('rate_limited', `At most ${maxPerHour} are sent again in an hour. Try again later.`)
    }
    const where = { organizationId_id: { organizationId, id } }
    await tx.notification.update({ where, data: { state: 'pending', dueAt: new Date(), attempts: 0 } })
    const subject = `${type} to ${destination.name}`
    await recordAudit(tx, actor, { action, subject, subjectId: String(id) })
  })
}
