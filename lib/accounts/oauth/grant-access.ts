import type { UserActor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { type AuthorizationRequest, answerAddress, issueCode } from '@/lib/accounts/oauth/authorization-request'
import { grantSubject } from '@/lib/accounts/oauth/end-grant'
import { limitPerson } from '@/lib/accounts/oauth/limit-person'
import { AppError } from '@/lib/core/errors'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

/** More than a person has applications; the grant used least recently makes room for a new one. */
const maxGrants = 50

type Given = {
  /** The session in which the person agrees. */
  sessionId: number
  /** The query that the application sent, and what it means. */
  search: URLSearchParams
  request: AuthorizationRequest
}

/**
 * Lets an application read an organization for one of its members, and returns the address that takes the code there, once
 * and within 60 seconds. Drops grants that have expired. Throws `invalid` for a request that is not valid,
 * `unauthenticated` when the session or the membership has ended in the meantime, and `rate_limited`.
 */
export async function grantAccess(actor: UserActor, { sessionId, search, request }: Given): Promise<string> {
  const { client, redirectUri, resource, problem } = request
  if (problem) throw new AppError('invalid', problem.error_description)
  const { organizationId, userId } = actor
  await limitPerson(userId)
  const { code, codeChallenge, expiresAt } = await issueCode(search, client)
  const { prisma } = db()
  await prisma.oauthGrant.deleteMany({ where: { expiresAt: { lte: new Date() } } })
  await prisma.$transaction(async (tx) => {
    await requireStillIn(tx, actor, sessionId)
    const application = { clientId: client.id, clientName: client.name, redirectUri, resource }
    const { id } = await tx.oauthGrant.create({
      data: { organizationId, userId, ...application, codeHash: hashToken(code), codeChallenge, expiresAt },
      select: { id: true },
    })
    await tx.$executeRaw`
      DELETE FROM oauth_grants WHERE user_id = ${userId} AND id IN (
        SELECT id FROM oauth_grants WHERE user_id = ${userId}
        ORDER BY coalesce(last_used_at, created_at) DESC, id DESC OFFSET ${maxGrants})`
    const subject = grantSubject(application)
    await recordAudit(tx, actor, { action: 'application.connected', subject, subjectId: id })
  })
  return answerAddress(request, { code })
}

/** What ends the session or the membership waits until the grant is stored, and then ends it as well. */
async function requireStillIn(
  tx: Prisma.TransactionClient,
  { organizationId, userId }: UserActor,
  sessionId: number,
): Promise<void> {
  const [member] = await tx.$queryRaw<object[]>`
    SELECT u.id FROM users u JOIN memberships m ON m.user_id = u.id
    WHERE u.id = ${userId} AND m.organization_id = ${organizationId} FOR SHARE`
  const session = await tx.session.findFirst({ where: { id: sessionId, userId }, select: { id: true } })
  if (!member || !session) throw new AppError('unauthenticated', 'Sign in first')
}
