import type { Actor } from '@/lib/accounts/actor'
import { AppError } from '@/lib/core/errors'
import { changeDeployment } from '@/lib/deployments/change-deployment'
import { markVoided } from '@/lib/deployments/mark-voided'

/**
 * Takes a deployment out of all numbers, as if it had never been posted: a range that started at it because nothing else
 * was said starts before it instead. Events still come in, and it stays void until it is restored. Throws `invalid`, `not_found`, and `conflict` for one
 * that is void already.
 */
export async function voidDeployment(actor: Actor, id: number, reason: string): Promise<void> {
  await changeDeployment({ actor, id, reason }, 'deployment.voided', async (client, { voided }, _, why) => {
    if (voided) throw new AppError('conflict', 'This deployment is void already')
    return { stored: await markVoided(client, actor.organizationId, id, { reason: why, userId: actor.userId }) }
  })
}
