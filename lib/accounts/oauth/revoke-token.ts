import { endGrantBecause } from '@/lib/accounts/oauth/end-grant'
import { findGrantOfAccess, findGrantOfFamily } from '@/lib/accounts/oauth/find-grant'
import { isSecret } from '@/lib/accounts/oauth/tokens'

/** Ends the grant that a token of any kind is of, for the application that has it (RFC 7009). Others learn nothing. */
export async function revokeToken(token: string, clientId: string): Promise<void> {
  const grant = isSecret('access', token)
    ? await findGrantOfAccess(token)
    : isSecret('refresh', token) && (await findGrantOfFamily(token))
  if (grant && grant.clientId === clientId) await endGrantBecause(grant, 'the application asked for it')
}
