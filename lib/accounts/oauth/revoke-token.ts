import { endGrantBecause } from '@/lib/accounts/oauth/end-grant'
import { familyOf, isSecret } from '@/lib/accounts/oauth/tokens'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'

/** Ends the grant that a token of any kind is of, for the application that has it (RFC 7009). Others learn nothing. */
export async function revokeToken(token: string, clientId: string): Promise<void> {
  const where = isSecret('access', token)
    ? { accessHash: hashToken(token) }
    : isSecret('refresh', token) && { familyHash: hashToken(familyOf(token)) }
  const grant = where && (await db().prisma.oauthGrant.findUnique({ where }))
  if (grant && grant.clientId === clientId) await endGrantBecause(grant, 'the application asked for it')
}
