import type { Actor, UserActor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { changeDeployment } from '@/lib/deployments/change-deployment'
import { foldStoredEvents } from '@/lib/deployments/store-event'

/** What the deployment $2 of the organization $1 counts as, whatever is reported; null for what is reported. */
export const correctStatus = 'UPDATE deployments SET status_correction = $3 WHERE organization_id = $1 AND id = $2'

/**
 * Says that a success broke production after all. It counts as a failure from then on, also when its pipeline reports the
 * success again: what it shipped is delivered by the next success that contains it. Throws `invalid` for a reason that is
 * none, `not_found`, and `conflict` for one that is no success, or void.
 */
export async function markFailed(actor: Actor, id: number, reason: string): Promise<void> {
  await changeDeployment({ actor, id, reason }, 'deployment.marked-failed', async (client, before, sender) => {
    if (before.status !== 'success' || before.voided) {
      throw new AppError('conflict', 'Only a successful deployment that counts can be marked as failed')
    }
    await client.query(correctStatus, [actor.organizationId, id, 'failure'])
    return { stored: await foldStoredEvents(client, sender, id) }
  })
}

/**
 * Says that a deployment did not fail although a pull request of it was reverted: that is not proposed again. Throws
 * `not_found`, and as `holdRole` does.
 */
export async function dismissRevert(actor: UserActor, id: number): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdRole(tx, actor)
    const where = { id, organizationId }
    const found = await tx.deployment.findFirst({ where, select: { externalId: true } })
    if (!found) throw new AppError('not_found', 'No deployment with this id')
    const { count } = await tx.deployment.updateMany({
      where: { ...where, revertDismissedAt: null },
      data: { revertDismissedAt: new Date() },
    })
    if (count === 0) return
    const line = { action: 'deployment.revert-dismissed', subject: found.externalId, subjectId: id }
    await recordAudit(tx, actor, line)
  })
}

/** Lets it be again what its pipeline reported. Throws `invalid`, `not_found`, and `conflict` for one that is not marked. */
export async function takeBackFailure(actor: Actor, id: number, reason: string): Promise<void> {
  await changeDeployment({ actor, id, reason }, 'deployment.failure-taken-back', async (client, before, sender) => {
    if (before.statusCorrection === null) throw new AppError('conflict', 'This deployment is not marked as failed')
    await client.query(correctStatus, [actor.organizationId, id, null])
    await client.query(
      'UPDATE outside_incidents SET marked = false WHERE organization_id = $1 AND deployment_id = $2',
      [actor.organizationId, id],
    )
    return { stored: await foldStoredEvents(client, sender, id) }
  })
}
