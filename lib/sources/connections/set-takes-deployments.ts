import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { db } from '@/lib/db/db'
import { connectionSubject, findConnection } from './find'

/**
 * Decides whether deployments that the host itself reports are taken as events. Throws `not_found`, and as `holdRole`
 * does.
 */
export async function setTakesDeployments(
  actor: Actor,
  connectionId: number,
  takesDeployments: boolean,
): Promise<void> {
  const { organizationId } = actor
  const connection = await findConnection(organizationId, connectionId)
  const subject = connectionSubject(connection)
  const details = { from: { takesDeployments: !takesDeployments }, to: { takesDeployments } }
  const endsAccess = !takesDeployments
  const line = { action: 'connection.changed', subject, subjectId: connectionId, details, endsAccess }
  await db().prisma.$transaction(async (tx) => {
    await holdRole(tx, actor)
    const { count } = await tx.hostConnection.updateMany({
      where: { id: connectionId, organizationId, takesDeployments: !takesDeployments },
      data: { takesDeployments },
    })
    if (count > 0) await recordAudit(tx, actor, line)
  })
}
