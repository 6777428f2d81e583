import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { checkToken } from './check-token'
import { connectionSubject, findConnection } from './find'
import { tokenSchema } from './schema'
import { generateWebhookSecret, sealSecrets, unsealSecrets } from './secrets'

/**
 * Puts another token in the place of a connection's, after it was checked with the host; the webhook secret stays. Where
 * what is stored cannot be read any more, it makes a new webhook secret too. It is stored `inTurn`. Throws
 * `not_found`, `conflict` for a GitHub App, and `invalid`, also for a host that does not answer.
 */
export async function rotateToken(
  actor: Actor,
  connectionId: number,
  token: string,
  inTurn: InTurn = atOnce,
): Promise<{ name: string }> {
  const { organizationId } = actor
  const trimmed = parse(tokenSchema, token)
  const connection = await findConnection(organizationId, connectionId)
  if (connection.appId !== null) {
    throw new AppError('conflict', 'A GitHub App has no token. Remove the connection and create the app again.')
  }
  const name = await checkToken(actor.organizationId, connection.host, { baseUrl: connection.baseUrl, token: trimmed })
  const webhookSecret = await unsealSecrets(connection, connection.sealedSecrets).then(
    (secrets) => secrets.webhookSecret,
    () => generateWebhookSecret(),
  )
  const sealedSecrets = await sealSecrets(connection, { token: trimmed, webhookSecret })
  const store = async (tx: Prisma.TransactionClient) => {
    await holdAsManager(tx, actor)
    const data = { name, sealedSecrets, problem: null, problemAt: null }
    await tx.hostConnection.update({ where: { organizationId_id: { organizationId, id: connectionId } }, data })
    const subject = connectionSubject({ ...connection, name })
    const line = { action: 'connection-token.replaced', subject, subjectId: connectionId }
    await recordAudit(tx, actor, line)
  }
  await inTurn(() => db().prisma.$transaction(store))
  return { name }
}
