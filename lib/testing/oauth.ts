import { createHash, randomBytes } from 'node:crypto'
import type { UserActor } from '@/lib/accounts/actor'
import { readAuthorizationRequest } from '@/lib/accounts/oauth/authorization-request'
import { exchangeForTokens } from '@/lib/accounts/oauth/exchange'
import { grantAccess } from '@/lib/accounts/oauth/grant-access'
import { mcpResource } from '@/lib/accounts/oauth/metadata'
import { registerClient } from '@/lib/accounts/oauth/registration'
import type { Organization } from '@/lib/accounts/organizations/find'
import { findSession } from '@/lib/accounts/sessions/find'
import { createMember, createTenant, openSession, type TestUser } from './factories'

export const redirectUri = 'https://app.example.com/callback'

/** A secret that an application keeps, and what it sends of it first (PKCE). */
export function createProof(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The id of an application that registered itself with these addresses. */
export async function registerApplication(redirectUris = [redirectUri], name = 'Test application'): Promise<string> {
  const id = await registerClient({ client_name: name, redirect_uris: redirectUris })
  if (id === null) throw new Error('The registration is too long')
  return id
}

export type Application = {
  clientId: string
  verifier: string
  /** What it sends a person to Leadline with. */
  search: URLSearchParams
}

/** An application that is about to ask for access; `overrides` change what it asks, and leave out what is null. */
export async function createApplication(overrides: Record<string, string | null> = {}): Promise<Application> {
  const { verifier, challenge } = createProof()
  const clientId = overrides.client_id ?? (await registerApplication())
  const asked = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: mcpResource(),
    ...overrides,
  }
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== null)
  return { clientId, verifier, search: new URLSearchParams(given) }
}

/** A member of an organization of their own, signed in. */
export async function createSignedIn(): Promise<
  UserActor & { sessionId: number; organization: Organization; user: TestUser }
> {
  const { organization } = await createTenant()
  const user = await createMember(organization.id, 'member')
  const session = await findSession(await openSession(user.id))
  return { organizationId: organization.id, userId: user.id, sessionId: session?.sessionId ?? 0, organization, user }
}

type Person = UserActor & { sessionId: number }

/** Agrees to what an application asks for; returns the address that the browser is sent to. */
export async function agree(person: Person, { search }: Application): Promise<URL> {
  const request = await readAuthorizationRequest(search, person.userId)
  const actor = { organizationId: person.organizationId, userId: person.userId }
  return new URL(await grantAccess(actor, { sessionId: person.sessionId, search, request }))
}

type TokenAnswer = {
  status: number
  body: { access_token: string; refresh_token: string; error?: string; error_description?: string; expires_in?: number }
}

/** Exchanges a code as its application does; `overrides` change what is sent, and leave out what is null. */
export async function exchangeCode(
  application: Application,
  code: string,
  overrides: Record<string, string | null> = {},
): Promise<TokenAnswer> {
  return post({
    grant_type: 'authorization_code',
    client_id: application.clientId,
    code,
    redirect_uri: application.search.get('redirect_uri'),
    code_verifier: application.verifier,
    resource: mcpResource(),
    ...overrides,
  })
}

export async function refresh(
  application: Application,
  refreshToken: string,
  overrides: Record<string, string | null> = {},
): Promise<TokenAnswer> {
  const sent = {
    grant_type: 'refresh_token',
    client_id: application.clientId,
    refresh_token: refreshToken,
    ...overrides,
  }
  return post(sent)
}

/** The tokens of an application that a person has just connected. */
export async function connect(person: Person, overrides: Record<string, string | null> = {}) {
  const application = await createApplication(overrides)
  const code = (await agree(person, application)).searchParams.get('code') ?? ''
  const { body } = await exchangeCode(application, code, { resource: overrides.resource ?? mcpResource() })
  return { application, code, access: body.access_token, refreshToken: body.refresh_token }
}

async function post(fields: Record<string, string | null>): Promise<TokenAnswer> {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null)
  return (await exchangeForTokens(new URLSearchParams(given))) as TokenAnswer
}
