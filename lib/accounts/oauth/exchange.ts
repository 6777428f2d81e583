import OAuth2Server from '@node-oauth/oauth2-server'
import { wrongResource } from '@/lib/accounts/oauth/authorization-request'
import { maxClientIdLength } from '@/lib/accounts/oauth/client-schema'
import { endGrantBecause } from '@/lib/accounts/oauth/end-grant'
import { findGrantOfCode, findGrantOfFamily } from '@/lib/accounts/oauth/find-grant'
import { scopes } from '@/lib/accounts/oauth/metadata'
import { familyOf, generateSecret, isSecret } from '@/lib/accounts/oauth/tokens'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { OauthGrant } from '@/lib/generated/prisma/client'

const accessSeconds = 3_600

/** From the last refresh on. */
const refreshSeconds = 30 * 24 * 3_600

const grantTypes = ['authorization_code', 'refresh_token']

/**
 * Exchanges a code, or a refresh token, for an access token of an hour and a refresh token of 30 days, each in place of
 * what came before. A code or refresh token that was used before ends all that it led to. Returns status and body of
 * the answer (RFC 6749).
 */
export async function exchangeForTokens(form: URLSearchParams): Promise<{ status: number; body: unknown }> {
  const response = new OAuth2Server.Response()
  try {
    await tokenServer(form.get('resource')).token(requestOf(form), response, {
      accessTokenLifetime: accessSeconds,
      refreshTokenLifetime: refreshSeconds,
      // Public clients prove what they are by the verifier or the token alone.
      requireClientAuthentication: { [form.get('grant_type') ?? 'undefined']: false },
    })
    return { status: 200, body: response.body }
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError)) throw error
    if (error.code >= 500) throw 'inner' in error ? error.inner : error
    return { status: error.code, body: { error: error.name, error_description: error.message } }
  }
}

/** Headers stay out of it: no client has credentials. */
function requestOf(form: URLSearchParams): OAuth2Server.Request {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' }
  return new OAuth2Server.Request({ method: 'POST', headers, query: {}, body: Object.fromEntries(form) })
}

/** A grant as the library passes it on to where tokens are stored. */
type Holder = { grant: OauthGrant; family: string }

function tokenServer(resource: string | null): OAuth2Server {
  const grantOf = (grant: OauthGrant | null) => {
    if (grant && resource !== null && resource !== grant.resource) throw wrongResource()
    return grant
  }
  return new OAuth2Server({
    model: {
      // Which application it is follows from the code or the token: it must be of this one.
      getClient: async (id) => id.length <= maxClientIdLength && { id, grants: grantTypes },
      validateScope: async () => scopes,
      generateAccessToken: async () => generateSecret('access'),
      generateRefreshToken: async (_client, user) => generateSecret('refresh', (user as Holder).family),

      getAuthorizationCode: async (authorizationCode) => {
        const found = await findByCode(authorizationCode)
        const grant = found && (await spendCode(found)) ? grantOf(found) : null
        if (!grant) return null
        const { clientId, redirectUri, codeChallenge, expiresAt } = grant
        const holder: Holder = { grant, family: '' }
        const proof = { codeChallenge, codeChallengeMethod: 'S256' }
        const client = { id: clientId, grants: grantTypes }
        return { authorizationCode, redirectUri, expiresAt, scope: scopes, client, user: holder, ...proof }
      },
      // It is used up as soon as it is looked up, by whichever application.
      revokeAuthorizationCode: async () => true,
      getRefreshToken: async (refreshToken) => {
        const grant = grantOf(await findByRefreshToken(refreshToken))
        if (!grant) return null
        const holder: Holder = { grant, family: familyOf(refreshToken) }
        const client = { id: grant.clientId, grants: grantTypes }
        return { refreshToken, refreshTokenExpiresAt: grant.expiresAt, scope: scopes, client, user: holder }
      },
      // Together with storing the next one: of several requests at once one gets it.
      revokeToken: async () => true,
      saveToken: async (token, client, user) => {
        await storeTokens((user as Holder).grant, token)
        return { ...token, client, user }
      },
      getAccessToken: async () => null,
      saveAuthorizationCode: async () => null,
    },
  })
}

async function findByCode(code: string): Promise<OauthGrant | null> {
  if (!isSecret('code', code)) return null
  const grant = await findGrantOfCode(code)
  if (!grant?.codeUsedAt) return grant
  await endGrantBecause(grant, 'its code was used again')
  return null
}

/**
 * Uses a code up, also where what follows is refused. Of several requests at once one may; the others end the grant.
 */
async function spendCode(grant: OauthGrant): Promise<boolean> {
  const { organizationId, userId, id } = grant
  const { count } = await db().prisma.oauthGrant.updateMany({
    where: { organizationId, userId, id, codeUsedAt: null },
    data: { codeUsedAt: new Date() },
  })
  if (count === 0) await endGrantBecause(grant, 'its code was used again')
  return count > 0
}

async function findByRefreshToken(token: string): Promise<OauthGrant | null> {
  if (!isSecret('refresh', token)) return null
  const grant = await findGrantOfFamily(token)
  if (!grant || grant.refreshHash === hashToken(token)) return grant
  await endGrantBecause(grant, 'a refresh token was used again')
  return null
}

/**
 * Stores the next tokens of a grant in place of those that it was found with. Throws `OAuthError` when they are gone.
 */
async function storeTokens(grant: OauthGrant, token: OAuth2Server.Token): Promise<void> {
  const { accessToken, accessTokenExpiresAt, refreshToken = '', refreshTokenExpiresAt = grant.expiresAt } = token
  const { organizationId, userId, id, refreshHash } = grant
  const { count } = await db().prisma.oauthGrant.updateMany({
    where: { organizationId, userId, id, refreshHash },
    data: {
      accessHash: hashToken(accessToken),
      accessExpiresAt: accessTokenExpiresAt,
      familyHash: hashToken(familyOf(refreshToken)),
      refreshHash: hashToken(refreshToken),
      expiresAt: refreshTokenExpiresAt,
    },
  })
  if (count > 0) return
  await endGrantBecause(grant, 'a refresh token was used again')
  throw new OAuth2Server.InvalidGrantError('Invalid grant: it has ended')
}
