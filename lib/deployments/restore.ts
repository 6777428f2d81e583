import { changeDeployment } from '@/lib/deployments/change-deployment'
import { markVoided } from '@/lib/deployments/mark-voided'
import { AppError } from '@/lib/errors'

/**
 * Lets a void deployment count again, with what its events and corrections say of it by now. Throws `invalid`,
 * `not_found`, and `conflict` for one that is not void.
 */
export async function restoreDeployment(
  organizationId: number,
  id: number,
  reason: string,
  userId: number | null,
): Promise<void> {
  const correction = { organizationId, id, reason, userId }
  await changeDeployment(correction, 'deployment.restored', async (client, { voided }) => {
    if (!voided) throw new AppError('conflict', 'This deployment is not void')
    return { stored: await markVoided(client, id, null) }
  })
}
