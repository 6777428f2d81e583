import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { generateToken } from '@/lib/accounts/api-keys/token'
import type { KeyScope } from '@/lib/generated/prisma/enums'
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
  ['a well-formed key that was never generated', () => ({ Authorization: `Bearer ${generateToken()}` })],
  ['a key in another header', (token) => ({ 'X-Api-Key': token })],
]

/**
 * What every route that takes an API key of a scope has to refuse, and how. `call` sends an otherwise good request,
 * which may request something that does not exist.
 */
export function describeRefusedKeys(scope: KeyScope, call: Call): void {
  describe('refused keys', () => {
    it.each(refusedHeaders)('401 for %s', async (_name, header) => {
      const { token } = await createTenant()
      await expectRefusal(await call(header(token)))
    })

    it('401 for a revoked key, from the next request on', async () => {
      const { organization } = await createTenant()
      const { id, token } = await createApiKey(operatorOf(organization.id), 'key', scope)
      const header = { Authorization: `Bearer ${token}` }
      expect([200, 201, 404]).toContain((await call(header)).status)
      await revokeApiKey(operatorOf(organization.id), id)
      await expectRefusal(await call(header))
    })

    it('403 for a key of another scope, and 401 once it is revoked', async () => {
      const { organization } = await createTenant()
      const { id, token } = await createApiKey(operatorOf(organization.id), 'key', scope === 'read' ? 'ingest' : 'read')
      const header = { Authorization: `Bearer ${token}` }
      const { status, body, headers } = await call(header)
      expect(status).toBe(403)
      expect(body).toEqual({ error: expect.stringContaining('generate one for that under Settings > Deployments') })
      expect(headers.get('ratelimit')).toBeNull()
      await revokeApiKey(operatorOf(organization.id), id)
      await expectRefusal(await call(header))
    })
  })
}

async function expectRefusal(answer: Awaited<ReturnType<Call>>): Promise<void> {
  expect(answer.status).toBe(401)
  expect(answer.body).toEqual({ error: 'Invalid or missing API key' })
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
}

function changeOne(token: string): string {
  return `${token.slice(0, 10)}${token[10] === 'a' ? 'b' : 'a'}${token.slice(11)}`
}
