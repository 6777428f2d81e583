import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { db } from '@/lib/db/db'
import { findDestination } from './find'

/** Forgets a destination, its secrets, its log, and what was to be sent to it. Throws `not_found`. */
export async function removeDestination(actor: Actor, id: number): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const { name } = await findDestination(tx, organizationId, id)
    await tx.notificationDestination.delete({ where: { organizationId_id: { organizationId, id } } })
    const line = { action: 'destination.removed', subject: name, subjectId: id, endsAccess: true }
    await recordAudit(tx, actor, line)
  })
}
