import type { Actor } from '@/lib/accounts/actor'
import { AppError } from '@/lib/core/errors'
import { changeDeployment } from '@/lib/deployments/change-deployment'
import { foldStoredEvents } from '@/lib/deployments/store-event'

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
    await client.query("UPDATE deployments SET status_correction = 'failure' WHERE id = $1", [id])
    return { stored: await foldStoredEvents(client, sender, id) }
  })
}

/** Lets it be again what its pipeline reported. Throws `invalid`, `not_found`, and `conflict` for one that is not marked. */
export async function takeBackFailure(actor: Actor, id: number, reason: string): Promise<void> {
  await changeDeployment({ actor, id, reason }, 'deployment.failure-taken-back', async (client, before, sender) => {
    if (before.statusCorrection === null) throw new AppError('conflict', 'Nobody has marked this deployment as failed')
    await client.query('UPDATE deployments SET status_correction = NULL WHERE id = $1', [id])
    return { stored: await foldStoredEvents(client, sender, id) }
  })
}
