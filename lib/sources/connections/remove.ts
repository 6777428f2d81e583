import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { db } from '@/lib/db/db'
import { connectionSubject, findConnection } from './find'

/**
 * Forgets a connection and its secrets, and answers its webhooks no more. Its repositories stay with all that is known
 * of them; nothing updates them from then on. Throws `not_found`, and as `holdRole` does.
 */
export async function removeConnection(actor: Actor, connectionId: number): Promise<void> {
  const { organizationId } = actor
  const connection = await findConnection(organizationId, connectionId)
  await db().prisma.$transaction(async (tx) => {
    await holdRole(tx, actor)
    // On a cluster no foreign key does it, as it has the organization in it.
    await tx.repository.updateMany({ where: { organizationId, connectionId }, data: { connectionId: null } })
    const { count } = await tx.hostConnection.deleteMany({ where: { id: connectionId, organizationId } })
    if (count === 0) return
    const subject = connectionSubject(connection)
    const line = { action: 'connection.removed', subject, subjectId: connectionId, endsAccess: true }
    await recordAudit(tx, actor, line)
  })
}
