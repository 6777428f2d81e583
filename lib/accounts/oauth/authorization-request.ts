import OAuth2Server from '@node-oauth/oauth2-server'
import { findOauthClient } from '@/lib/accounts/oauth/client'
import type { OauthClient } from '@/lib/accounts/oauth/client-schema'
import { isResource, mcpResource, scopes } from '@/lib/accounts/oauth/metadata'
import { isAmong } from '@/lib/accounts/oauth/redirect-uri'
import { generateSecret } from '@/lib/accounts/oauth/tokens'
import { baseUrl } from '@/lib/core/base-url'
import { AppError } from '@/lib/core/errors'

export type AuthorizationRequest = {
  client: OauthClient
  /** One that the application names as its own. */
  redirectUri: string
  state: string | null
  /** What the tokens are to be for. */
  resource: string
  /** Whatever is wrong with the rest, for the application to learn. */
  problem: OauthProblem | null
}

export type OauthProblem = { error: string; error_description: string }

/** In the clear here and in the address that it is sent to, and nowhere else. */
export type NewCode = { code: string; codeChallenge: string; expiresAt: Date }

const codeSeconds = 60

/**
 * What an application asks for in the address that it sent a person to, read on behalf of that user. Throws `invalid` where
 * the application is not known or the address to go back to is not its own: no one is sent to such an address.
 */
export async function readAuthorizationRequest(search: URLSearchParams, userId: number): Promise<AuthorizationRequest> {
  const repeated = [...search.keys()].find((name, index, names) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new AppError('invalid', 'The application sent the same parameter twice.')
  const client = await findOauthClient(search.get('client_id') ?? '', userId)
  const redirectUri = search.get('redirect_uri') ?? ''
  if (!isAmong(client.redirectUris, redirectUri)) {
    throw new AppError('invalid', `${client.name} asked to send you to an address that it has not registered.`)
  }
  const request = { client, redirectUri, state: search.get('state'), resource: search.get('resource') ?? mcpResource() }
  return { ...request, problem: await findProblem(search, client) }
}

/** Where a browser goes with an answer for the application, which learns from `iss` who issued it (RFC 9207). */
export function answerAddress(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, iss: baseUrl() })) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return url.href
}

async function findProblem(search: URLSearchParams, client: OauthClient): Promise<OauthProblem | null> {
  try {
    await issueCode(search, client)
    return null
  } catch (error) {
    if (error instanceof OAuth2Server.OAuthError && error.code < 500) {
      return { error: error.name, error_description: error.message }
    }
    throw error
  }
}

/** Makes a code for a request that is valid, to be stored. Throws `OAuthError`. */
export async function issueCode(search: URLSearchParams, client: OauthClient): Promise<NewCode> {
  refuseWithoutProof(search)
  const resource = search.get('resource')
  if (resource !== null && !isResource(resource)) throw wrongResource()
  const server = new OAuth2Server({
    model: {
      getClient: async () => ({ id: client.id, grants: ['authorization_code'], redirectUris: client.redirectUris }),
      validateRedirectUri: async (redirectUri) => isAmong(client.redirectUris, redirectUri),
      // What else is asked for is left out, as the answer then says.
      validateScope: async (_user, _client, scope) => (!scope || scopes.some((one) => scope.includes(one))) && scopes,
      generateAuthorizationCode: async () => generateSecret('code'),
      saveAuthorizationCode: async (code, owner, user) => ({ ...code, client: owner, user }),
      getAuthorizationCode: neverCalled,
      revokeAuthorizationCode: neverCalled,
      getAccessToken: neverCalled,
      saveToken: neverCalled,
    },
  })
  const {
    authorizationCode: code,
    codeChallenge = '',
    expiresAt,
  } = await server.authorize(
    new OAuth2Server.Request({ method: 'GET', headers: {}, query: Object.fromEntries(search), body: {} }),
    new OAuth2Server.Response(),
    {
      // Whose it becomes is known to who stores it.
      authenticateHandler: { handle: () => ({}) },
      allowEmptyState: true,
      authorizationCodeLifetime: codeSeconds,
    },
  )
  return { code, codeChallenge, expiresAt }
}

/** The refusal of tokens for anything but what they can be for (RFC 8707). */
export function wrongResource(): Error {
  return new OAuth2Server.OAuthError('Unknown resource', { code: 400, name: 'invalid_target' })
}

/** The library would take a request without PKCE, and one that leaves its method open for S256. */
function refuseWithoutProof(search: URLSearchParams): void {
  if (search.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(search.get('code_challenge') ?? '')) return
  throw new OAuth2Server.InvalidRequestError('A code_challenge with the code_challenge_method S256 is required')
}

async function neverCalled(): Promise<never> {
  throw new Error('Not part of this endpoint')
}
