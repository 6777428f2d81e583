import type { Actor } from '@/lib/accounts/actor'
import { AppError } from '@/lib/core/errors'
import { changeDeployment } from '@/lib/deployments/change-deployment'
import { markVoided } from '@/lib/deployments/mark-voided'

/**
 * Lets a void deployment count again, with what its events and corrections say of it by now. Throws `invalid`,
 * `not_found`, and `conflict` when it is not void.
 */
export async function restoreDeployment(actor: Actor, id: number, reason: string): Promise<void> {
  await changeDeployment({ actor, id, reason }, 'deployment.restored', async (client, { voided }) => {
    if (!voided) throw new AppError('conflict', 'This deployment is not void')
    return { stored: await markVoided(client, actor.organizationId, id, null) }
  })
}
