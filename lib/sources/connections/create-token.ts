import type { z } from 'zod'
import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { checkToken } from './check-token'
import { connectionSubject } from './find'
import { refuseMoreConnections } from './refuse-more'
import { tokenConnectionSchema } from './schema'
import { generatePublicId, generateWebhookSecret, sealSecrets } from './secrets'

/**
 * Connects an organization to a host through an access token, which is checked with the host first. `userId` is null on
 * the command line. It is stored `inTurn`. Throws `invalid`, also for a host that does not answer.
 */
export async function createTokenConnection(
  actor: Actor,
  input: z.input<typeof tokenConnectionSchema>,
  inTurn: InTurn = atOnce,
): Promise<{ id: number; name: string }> {
  const { organizationId } = actor
  const { host, baseUrl, token } = parse(tokenConnectionSchema, input)
  const name = await checkToken(organizationId, host, { baseUrl, token })
  const publicId = generatePublicId()
  const secrets = { token, webhookSecret: generateWebhookSecret() }
  const sealedSecrets = await sealSecrets({ organizationId, publicId }, secrets)
  const store = async (tx: Prisma.TransactionClient) => {
    await holdAsManager(tx, actor)
    await refuseMoreConnections(tx, organizationId)
    const { id } = await tx.hostConnection.create({
      data: { organizationId, publicId, host, baseUrl, name, sealedSecrets, createdById: actor.userId },
    })
    const subject = connectionSubject({ name, baseUrl })
    await recordAudit(tx, actor, { action: 'connection.created', subject, subjectId: id })
    return { id, name }
  }
  return inTurn(() => db().prisma.$transaction(store))
}
