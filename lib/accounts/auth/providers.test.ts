import { Agent } from 'agent-base'
import type { TokenSet } from 'next-auth'
import { expect, it } from 'vitest'
import { type Env, parseEnv } from '@/lib/core/env'
import parseProviders from '@/node_modules/next-auth/core/lib/providers.js'
import { configuredProviders } from './providers'

const oidc = { OIDC_ISSUER: 'https://id.acme.example', OIDC_CLIENT_ID: 'leadline', OIDC_CLIENT_SECRET: 'x' }
const settings = parseEnv(oidc)
const both = parseEnv({ ...oidc, GITHUB_CLIENT_ID: 'leadline', GITHUB_CLIENT_SECRET: 'x' })

/** With its options in place of the defaults of next-auth. */
function asNextAuthReads(settings: Env) {
  const url = new URL('http://localhost')
  const { providers } = parseProviders({ providers: configuredProviders(settings), url: url as never })
  return providers.map((provider) => Object(provider))
}

it('takes the same person at another issuer for someone else', async () => {
  const [provider] = configuredProviders(settings)
  const claims = { sub: '7', email: 'ada@acme.example', email_verified: true, name: 'Ada' }
  const accounts = ['https://id.acme.example', 'https://id.other.example'].map((iss) =>
    provider?.profile({ ...claims, iss }, {} as TokenSet),
  )
  const [here, there] = await Promise.all(accounts)
  expect(here).toMatchObject({ id: 'https://id.acme.example#7', email: 'ada@acme.example', emailVerified: true })
  expect(there?.id).toBe('https://id.other.example#7')
})

it.each([5, null, undefined, '', {}, []])('takes no one whom a provider names by %j', async (sub) => {
  const [provider] = configuredProviders(settings)
  const claims = { iss: 'https://id.acme.example', sub, email: 'ada@acme.example', email_verified: true }
  await expect((async () => provider?.profile(claims as never, {} as TokenSet))()).rejects.toThrow('by no text')
})

it('takes no address that becomes another one in lower case', async () => {
  const claims = { id: 7, login: 'mike', iss: 'https://id.acme.example', sub: '7', email_verified: true }
  const emailsOf = (email: string) =>
    Promise.all(asNextAuthReads(both).map(async ({ profile }) => (await profile({ ...claims, email }, {})).email))
  expect(await emailsOf('Mike@acme.example')).toEqual(['mike@acme.example', 'mike@acme.example'])
  expect(await emailsOf('mi\u212Ae@acme.example')).toEqual([null, null])
})

it('all providers call with one guarded agent, as next-auth reads them', () => {
  const agents = asNextAuthReads(both).map(({ httpOptions }) => httpOptions.agent)
  expect(agents).toEqual([expect.any(Agent), expect.any(Agent)])
  expect(agents[0]).toBe(agents[1])
})
