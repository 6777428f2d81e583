import type { z } from 'zod'
import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { checkUrl } from './check-url'
import { checkRecipients } from './recipients'
import { destinationSchema } from './schema'
import { generatePublicId, generateSigningSecret, sealDestination } from './secrets'

const limit = { max: 20, things: 'destinations', remedy: 'Remove one first.' }

/** `signingSecret` of a webhook is shown now and never again; null for other kinds. */
export type CreatedDestination = { id: number; name: string; signingSecret: string | null }

/**
 * Adds a destination, for what happens from now on. It is stored `inTurn`. Throws `invalid`, `conflict` beyond 20 of an
 * organization, and `unavailable` for e-mail on a server that cannot send any.
 */
export async function createDestination(
  actor: Actor,
  input: z.input<typeof destinationSchema>,
  inTurn: InTurn = atOnce,
): Promise<CreatedDestination> {
  const { organizationId } = actor
  const given = parse(destinationSchema, input)
  if (given.kind === 'email') requireMail()
  else await checkUrl(given.kind, given.url)
  const publicId = generatePublicId()
  const signingSecret = given.kind === 'webhook' ? generateSigningSecret() : null
  const sealedSecrets =
    given.kind === 'email'
      ? null
      : await sealDestination({ organizationId, publicId }, { url: given.url, ...(signingSecret && { signingSecret }) })
  const { kind, name, topics, services, teams, digestWeekday } = given
  const store = async (tx: Prisma.TransactionClient) => {
    await holdAsManager(tx, actor)
    await refuseBeyond(limit, () => tx.notificationDestination.count({ where: { organizationId } }))
    if (given.kind === 'email') await checkRecipients(tx, organizationId, given.recipients)
    const { id } = await tx.notificationDestination.create({
      data: {
        ...{ organizationId, publicId, kind, name, topics, services, teams, sealedSecrets },
        host: given.kind === 'email' ? null : new URL(given.url).host,
        recipients: given.kind === 'email' ? given.recipients : [],
        digestWeekday,
        digestHour: digestWeekday === null ? null : given.digestHour,
        since: new Date(),
        createdById: actor.userId,
      },
    })
    const details = { kind, topics }
    await recordAudit(tx, actor, { action: 'destination.created', subject: name, subjectId: id, details })
    return { id, name, signingSecret }
  }
  return inTurn(() => db().prisma.$transaction(store))
}

/** Throws `unavailable`, with what to set, where the server has no way to send e-mail. */
export function requireMail(): void {
  if (env().SMTP_URL !== undefined) return
  throw new AppError('unavailable', 'This server sends no e-mail: its operator has to set SMTP_URL and MAIL_FROM.')
}
