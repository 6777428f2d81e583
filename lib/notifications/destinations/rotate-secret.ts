import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { findDestination } from './find'
import { generateSigningSecret, sealDestination, unsealDestination } from './secrets'

/**
 * Signs the webhooks of a destination with another secret from the next attempt on; it is returned now and never shown
 * again. Throws `not_found`, `conflict` for other kinds, and `unavailable` when the address cannot be read any more.
 */
export async function rotateSigningSecret(actor: Actor, id: number): Promise<{ name: string; signingSecret: string }> {
  const { organizationId } = actor
  return db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const destination = await findDestination(tx, organizationId, id)
    const { kind, name, sealedSecrets } = destination
    if (kind !== 'webhook' || sealedSecrets === null) throw new AppError('conflict', 'Only webhooks are signed.')
    const { url } = await unsealDestination(destination, sealedSecrets)
    const signingSecret = generateSigningSecret()
    const data = { sealedSecrets: await sealDestination(destination, { url, signingSecret }) }
    await tx.notificationDestination.update({ where: { organizationId_id: { organizationId, id } }, data })
    await recordAudit(tx, actor, { action: 'destination-secret.replaced', subject: name, subjectId: id })
    return { name, signingSecret }
  })
}
