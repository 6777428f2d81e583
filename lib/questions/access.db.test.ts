import { beforeAll, describe, expect, it } from 'vitest'
import { GET } from '@/app/api/v1/[...path]/route'
import { POST } from '@/app/mcp/route'
import { apiResource, mcpResource } from '@/lib/accounts/oauth/metadata'
import { revokeToken } from '@/lib/accounts/oauth/revoke-token'
import { generateSecret } from '@/lib/accounts/oauth/tokens'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { connect, createSignedIn, refresh } from '@/lib/testing/oauth'
import { postEvent } from '@/lib/testing/webhook'

type Person = Awaited<ReturnType<typeof createSignedIn>>

async function createPerson(): Promise<Person> {
  const person = await createSignedIn()
  await db().prisma.organization.update({ where: { id: person.organizationId }, data: { plan: 'business' } })
  return person
}

/** The status of both doors for a token, and where they say one signs in. */
async function ask(token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const api = await GET(new Request('http://localhost/api/v1/deployments', { headers }))
  const mcp = await POST(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    }),
  )
  const challenges = [api, mcp].map((answer) => answer.headers.get('www-authenticate'))
  return { api: api.status, mcp: mcp.status, challenges, body: await api.json() }
}

let person: Person

beforeAll(async () => {
  person = await createPerson()
})

describe('an access token', () => {
  it('opens the resource that it is for, and the organization that was chosen', async () => {
    const { access } = await connect(person, { resource: apiResource() })
    const { api, mcp, challenges, body } = await ask(access)
    expect({ api, mcp }).toEqual({ api: 200, mcp: 401 })
    expect(body.organization).toBe(person.organization.slug)
    expect(challenges[1]).toContain('/.well-known/oauth-protected-resource/mcp"')
    const other = await connect(person, { resource: mcpResource() })
    expect(await ask(other.access)).toMatchObject({ api: 401, mcp: 200 })
  })

  it('shows nothing of another organization', async () => {
    const { token } = await createTenant({ plan: 'business' })
    const { deploymentId } = (await postEvent(token, deploymentBody())).body as { deploymentId: number }
    const { access } = await connect(person, { resource: apiResource() })
    const headers = { Authorization: `Bearer ${access}` }
    const get = (id: unknown) => GET(new Request(`http://localhost/api/v1/deployments/${id}`, { headers }))
    const [theirs, unknown] = [await get(deploymentId), await get(999_999_999)]
    expect([theirs.status, await theirs.json()]).toEqual([404, await unknown.json()])
  })

  it.each([
    ['revoked', async ({ access, application }: Connected) => revokeToken(access, application.clientId)],
    ['exchanged for another', async ({ application, refreshToken }: Connected) => refresh(application, refreshToken)],
    ['expired', async () => db().prisma.oauthGrant.updateMany({ data: { accessExpiresAt: new Date(0) } })],
    [
      'of a member who was removed',
      async (_: Connected, { organizationId, userId }: Person) =>
        db().prisma.membership.deleteMany({ where: { userId, organizationId } }),
    ],
    [
      'of a person who is gone',
      async (_: Connected, { userId }: Person) => db().prisma.user.delete({ where: { id: userId } }),
    ],
  ] as [string, (connected: Connected, person: Person) => Promise<unknown>][])(
    'opens nothing once it is %s',
    async (_, end) => {
      const own = await createPerson()
      const connected = await connect(own, { resource: apiResource() })
      expect((await ask(connected.access)).api).toBe(200)
      await end(connected, own)
      const { api, mcp, challenges } = await ask(connected.access)
      expect({ api, mcp }).toEqual({ api: 401, mcp: 401 })
      expect(challenges[0]).toContain('/.well-known/oauth-protected-resource/api/v1"')
    },
  )

  it.each([
    ['a token that was never issued', () => generateSecret('access')],
    ['a refresh token', () => generateSecret('refresh')],
    ['a code', () => generateSecret('code')],
    [
      'a token whose checksum is off',
      () => generateSecret('access').replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ],
  ])('is not %s', async (_, make) => {
    expect(await ask(make())).toMatchObject({ api: 401, mcp: 401 })
  })

  it('ends with the plan', async () => {
    const own = await createPerson()
    const { access } = await connect(own, { resource: apiResource() })
    await db().prisma.organization.update({ where: { id: own.organizationId }, data: { plan: 'free' } })
    expect((await ask(access)).api).toBe(403)
  })
})

type Connected = Awaited<ReturnType<typeof connect>>
