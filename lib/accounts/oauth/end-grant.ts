import type { Actor, UserActor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { describeRedirect } from '@/lib/accounts/oauth/redirect-uri'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { OauthGrant, Prisma } from '@/lib/generated/prisma/client'

/** Ends a grant that a user gave, from the next request on. Throws `not_found` for one that is not theirs or has ended. */
export async function endOwnGrant(userId: number, grantId: number): Promise<void> {
  await db().prisma.$transaction((tx) => end(tx, { id: grantId, userId }, (grant) => ({ actor: grant })))
}

/**
 * Ends a grant that a member of the organization gave, for those who manage it. Throws `not_found` for an unknown one and
 * for another organization's, and `forbidden`.
 */
export async function endGrantOfMember(actor: Actor, grantId: number): Promise<void> {
  await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const where = { id: grantId, organizationId: actor.organizationId }
    const { email } = await findPerson(tx, where)
    await end(tx, where, () => ({ actor, details: { of: email } }))
  })
}

type GrantKey = Pick<OauthGrant, 'organizationId' | 'userId' | 'id'>

/** Ends a grant because of what its application did; one that has ended already stays so. */
export async function endGrantBecause({ organizationId, userId, id }: GrantKey, reason: string): Promise<void> {
  const where = { organizationId, userId, id }
  await db()
    .prisma.$transaction((tx) => end(tx, where, (grant) => ({ actor: grant, details: { reason } })))
    .catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    })
}

/** An application in words, for the audit log: what it calls itself, and where it has people sent back to. */
export function grantSubject({ clientName, redirectUri }: { clientName: string; redirectUri: string }): string {
  return `${clientName} (${describeRedirect(redirectUri).host})`
}

type Audit = { actor: Actor | UserActor; details?: Record<string, unknown> }

async function end(
  tx: Prisma.TransactionClient,
  where: Prisma.OauthGrantWhereInput,
  auditOf: (grant: OauthGrant) => Audit,
): Promise<void> {
  const grant = await tx.oauthGrant.findFirst({ where })
  const { count } = await tx.oauthGrant.deleteMany({ where })
  if (!grant || count === 0) throw gone()
  const { actor, details } = auditOf(grant)
  const subject = grantSubject(grant)
  const line = { action: 'application.disconnected', subject, subjectId: grant.id, details, endsAccess: true }
  await recordAudit(tx, actor, line)
}

async function findPerson(
  tx: Prisma.TransactionClient,
  where: Prisma.OauthGrantWhereInput,
): Promise<{ email: string }> {
  const select = { membership: { select: { user: { select: { email: true } } } } }
  const grant = await tx.oauthGrant.findFirst({ where, select })
  if (!grant) throw gone()
  return grant.membership.user
}

function gone(): AppError {
  return new AppError('not_found', 'This application is not connected any more')
}
