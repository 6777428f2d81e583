import { describe, expect, it } from 'vitest'
import { revokeApiKey } from '@/lib/api-keys/revoke'
import { generateToken } from '@/lib/api-keys/token'
import { createTenant } from '@/lib/testing/factories'

type Call = (headers: Record<string, string>) => Promise<{ status: number; headers: Headers; body: unknown }>

const refusedHeaders: [name: string, header: (token: string) => Record<string, string>][] = [
  ['no Authorization header', () => ({})],
  ['an empty one', () => ({ Authorization: '' })],
  ['the scheme alone', () => ({ Authorization: 'Bearer' })],
  ['another scheme', (token) => ({ Authorization: `Basic ${token}` })],
  ['the key without a scheme', (token) => ({ Authorization: token })],
  ['two keys', (token) => ({ Authorization: `Bearer ${token} ${token}` })],
  ['a key cut short', (token) => ({ Authorization: `Bearer ${token.slice(0, -1)}` })],
  ['a key with something behind it', (token) => ({ Authorization: `Bearer ${token}x` })],
  ['a key in the wrong case', (token) => ({ Authorization: `Bearer ${token.toUpperCase()}` })],
  ['a key with one character changed', (token) => ({ Authorization: `Bearer ${changeOne(token)}` })],
  ['a well-formed key that nobody generated', () => ({ Authorization: `Bearer ${generateToken()}` })],
  ['a key in another header', (token) => ({ 'X-Api-Key': token })],
]

/** What every route that takes an API key has to refuse, and how. `call` sends an otherwise good request. */
export function describeRefusedKeys(call: Call): void {
  describe('refused keys', () => {
    it.each(refusedHeaders)('401 for %s', async (_name, header) => {
      const { token } = await createTenant()
      await expectRefusal(await call(header(token)))
    })

    it('401 for a revoked key, from the next request on', async () => {
      const { organization, token, apiKeyId } = await createTenant()
      const header = { Authorization: `Bearer ${token}` }
      expect((await call(header)).status).toBeLessThan(300)
      await revokeApiKey(organization.id, apiKeyId)
      await expectRefusal(await call(header))
    })
  })
}

async function expectRefusal(answer: Awaited<ReturnType<Call>>): Promise<void> {
  expect(answer.status).toBe(401)
  expect(answer.body).toEqual({ error: 'Invalid or missing API key' })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
}

function changeOne(token: string): string {
  return `${token.slice(0, 10)}${token[10] === 'a' ? 'b' : 'a'}${token.slice(11)}`
}
