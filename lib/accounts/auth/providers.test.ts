import type { TokenSet } from 'next-auth'
import { expect, it } from 'vitest'
import { parseEnv } from '@/lib/core/env'
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
