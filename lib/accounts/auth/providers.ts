import GitHubProvider, { type GithubProfile } from 'next-auth/providers/github'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { emailSchema } from '@/lib/accounts/users/schema'
import type { Env } from '@/lib/core/env'
import { outgoingClient } from '@/lib/http/outgoing/client'
import { guardedAgent } from '@/lib/http/outgoing/guarded-agent'

type GitHubEmail = { email: string; primary: boolean; verified: boolean }
type OidcProfile = { iss: string; sub: unknown; email?: string; email_verified?: boolean; name?: string }

/** The sign-in providers besides the password that this installation has settings for. */
export function configuredProviders(settings: Env): OAuthConfig<GithubProfile | OidcProfile>[] {
  return [gitHub(settings), oidc(settings)].filter((provider) => provider !== null)
}

/** What the sign-in page and the profile put on their buttons. */
export function providerButtons(settings: Env): { id: string; name: string }[] {
  return configuredProviders(settings).map(({ id, name }) => ({ id, name }))
}

function gitHub(settings: Env) {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = settings
  if (!clientId || !clientSecret) return null
  const provider = GitHubProvider({
    clientId,
    clientSecret,
    userinfo: {
      request: async ({ client, tokens }) => {
        const accessToken = tokens.access_token ?? ''
        const profile = await client.userinfo<GithubProfile>(accessToken)
        return { ...profile, email: (await verifiedGitHubEmail(accessToken)) ?? undefined }
      },
    },
    profile: ({ id, name, login, email }) => ({
      id: String(id),
      provider: 'github',
      name: name ?? login,
      email: addressOf(email),
      emailVerified: Boolean(email),
    }),
  })
  // Not in the options above: next-auth copies those, and the copy of an agent is none.
  return { ...provider, httpOptions: { agent: agentOf(settings) } } as OAuthConfig<GithubProfile | OidcProfile>
}

/** As it was sent: next-auth lowers it first, and the Kelvin sign becomes a k. Null for one that Leadline does not take. */
function addressOf(email: unknown): string | null {
  return emailSchema.safeParse(email).data ?? null
}

async function verifiedGitHubEmail(accessToken: string): Promise<string | null> {
  const call = outgoingClient({ origin: 'https://api.github.com', timeoutMs: 5_000, maxBytes: 1024 * 1024 })
  const response = await call('https://api.github.com/user/emails', {
    headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/vnd.github+json' },
  })
  if (!response.ok) return null
  const emails: GitHubEmail[] = await response.json()
  return emails.find(({ primary, verified }) => primary && verified)?.email ?? null
}

function oidc(settings: Env) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = settings
  if (!issuer || !clientId || !clientSecret) return null
  const provider: OAuthConfig<OidcProfile> = {
    id: 'oidc',
    name,
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId,
    clientSecret,
    httpOptions: { agent: agentOf(settings) },
    profile: ({ iss, sub, name, email, email_verified }) => {
      // Of a provider that breaks the rule, all people would be one account.
      if (typeof sub !== 'string' || sub === '') throw new Error('the sign-in provider names a person by no text')
      return {
        id: `${iss}#${sub}`,
        provider: 'oidc',
        name: name ?? null,
        email: addressOf(email),
        emailVerified: email_verified === true,
      }
    },
  }
  return provider as OAuthConfig<GithubProfile | OidcProfile>
}

let agent: ReturnType<typeof guardedAgent> | undefined

/** One for all providers: next-auth has every call of the process made with that of the sign-in that began last. */
function agentOf({ OIDC_ISSUER: issuer }: Env) {
  agent ??= guardedAgent({ origin: issuer ?? 'https://github.com' })
  return agent
}
