import { Agent } from 'agent-base'
import type { TokenSet } from 'next-auth'
import { expect, it } from 'vitest'
import { parseEnv } from '@/lib/core/env'
import parseProviders from '@/node_modules/next-auth/core/lib/providers.js'
import { configuredProviders } from './providers'

const settings = parseEnv({
  OIDC_ISSUER: 'https://id.acme.example',
  OIDC_CLIENT_ID: 'leadline',
  OIDC_CLIENT_SECRET: 'x',
})

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

it('all providers call with one guarded agent, as next-auth reads them', () => {
  const both = parseEnv({
    OIDC_ISSUER: 'https://id.acme.example',
    OIDC_CLIENT_ID: 'leadline',
    OIDC_CLIENT_SECRET: 'x',
    GITHUB_CLIENT_ID: 'leadline',
    GITHUB_CLIENT_SECRET: 'x',
  })
  const { providers } = parseProviders({
    providers: configuredProviders(both),
    url: new URL('http://localhost') as never,
  })
  const agents = providers.map((provider) => Object(provider).httpOptions.agent)
  expect(agents).toEqual([expect.any(Agent), expect.any(Agent)])
  expect(agents[0]).toBe(agents[1])
})
