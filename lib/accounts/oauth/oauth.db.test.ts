import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { removeMember } from '@/lib/accounts/members/remove'
import { endOtherSessions, endSessionOf } from '@/lib/accounts/sessions/end'
import { setPassword } from '@/lib/accounts/users/set-password'
import { db } from '@/lib/db/db'
import { startAnsweringServer } from '@/lib/testing/answering-server'
import { countRoundTrips } from '@/lib/testing/count-round-trips'
import { createMember, createTenant } from '@/lib/testing/factories'
import {
  agree,
  connect,
  createApplication,
  createProof,
  createSignedIn,
  exchangeCode,
  redirectUri,
  refresh,
  registerApplication,
} from '@/lib/testing/oauth'
import { findAccess } from './authenticate-token'
import { readAuthorizationRequest } from './authorization-request'
import { endGrantOfMember, endOwnGrant } from './end-grant'
import { listOwnGrants, readGrants } from './list-grants'
import { apiResource, mcpResource } from './metadata'
import { revokeToken } from './revoke-token'
import { generateSecret } from './tokens'

const trips = countRoundTrips([db().people])

let person: Awaited<ReturnType<typeof createSignedIn>>

beforeEach(async () => {
  person = await createSignedIn()
})

const opens = async (token: string, audience = mcpResource()) => (await findAccess(token, audience)) !== null
const grantsOf = (userId = person.userId) => db().prisma.oauthGrant.count({ where: { userId } })
const expire = (data: { expiresAt?: Date; accessExpiresAt?: Date }) =>
  db().prisma.oauthGrant.updateMany({ where: { userId: person.userId }, data })
const audited = async () => {
  const { rows: entries } = await listAudit(person.organizationId, {}, null, 50)
  return entries.map((entry) => auditText(entry)).filter((text) => text.includes('application'))
}

describe('an application that a person agrees to', () => {
  it('gets a code, tokens for it, and with these what the person may read', async () => {
    const application = await createApplication()
    const back = await agree(person, application)
    expect(back.origin + back.pathname).toBe(redirectUri)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^ldc_\w{46}$/),
      state: 'a state',
      iss: 'http://localhost:3000',
    })
    const { status, body } = await exchangeCode(application, back.searchParams.get('code') ?? '')
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ldo_\w{46}$/),
      refresh_token: expect.stringMatching(/^ldr_\w{46}$/),
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      scope: 'read',
    })
    expect(body.expires_in).toBeGreaterThan(3_590)
    expect(await findAccess(body.access_token, mcpResource())).toEqual({
      organizationId: person.organization.id,
      userId: person.userId,
    })
    expect(await audited()).toEqual(['connected application Test application (app.example.com)'])
  })

  it('has nothing stored of its secrets', async () => {
    const { code, access, refreshToken } = await connect(person)
    const row = JSON.stringify(await db().prisma.oauthGrant.findFirst({ where: { userId: person.userId } }))
    for (const secret of [code, access, refreshToken]) expect(row).not.toContain(secret.slice(4, 20))
  })

  it('gets what comes after a refresh, and nothing opens with what came before', async () => {
    const { application, access, refreshToken } = await connect(person)
    const { status, body } = await refresh(application, refreshToken)
    expect(status).toBe(200)
    expect(await opens(body.access_token)).toBe(true)
    expect(await opens(access)).toBe(false)
    expect((await refresh(application, body.refresh_token, { resource: mcpResource() })).status).toBe(200)
  })

  it('has its use noted once a minute', async () => {
    const { access } = await connect(person)
    const lastUse = async () => (await listOwnGrants(person.userId))[0]?.lastUsedAt?.getTime()
    expect(await lastUse()).toBeUndefined()
    await opens(access)
    const first = await lastUse()
    expect(first).toBeGreaterThan(0)
    await opens(access)
    expect(await lastUse()).toBe(first)
  })

  it('has its use noted in one statement with that of others that come at once', async () => {
    const tokens: string[] = []
    while (tokens.length < 20) tokens.push((await connect(person)).access)
    const before = trips.count
    await Promise.all(tokens.map((token) => opens(token)))
    expect(trips.count - before).toBeLessThan(10)
    const uses = (await listOwnGrants(person.userId)).map(({ lastUsedAt }) => lastUsedAt)
    expect(uses).toHaveLength(20)
    expect(uses).not.toContain(null)
  })

  it('may be one on the own machine, at whatever port is free', async () => {
    const client_id = await registerApplication(['http://127.0.0.1/callback', 'http://localhost:1234/callback'])
    for (const uri of ['http://127.0.0.1:49152/callback', 'http://localhost/callback']) {
      const application = await createApplication({ client_id, redirect_uri: uri })
      const back = await agree(person, application)
      expect(back.href.startsWith(`${uri}?`)).toBe(true)
      const { status } = await exchangeCode(application, back.searchParams.get('code') ?? '')
      expect(status).toBe(200)
    }
  })

  it('may be an editor that describes itself in a document and opens by a scheme', async () => {
    const uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
    let client_id = ''
    const host = await startAnsweringServer((_, response) =>
      response.end(JSON.stringify({ client_id, client_name: 'Editor', redirect_uris: [uri] })),
    )
    client_id = `${host.origin}/client.json`
    const application = await createApplication({ client_id, redirect_uri: uri })
    const back = await agree(person, application)
    await host.stop()
    expect(back.href.startsWith(`${uri}?`)).toBe(true)
    const { status } = await exchangeCode(application, back.searchParams.get('code') ?? '')
    expect(status).toBe(200)
    expect(await listOwnGrants(person.userId)).toMatchObject([{ redirectHost: 'Cursor', local: true }])
    expect(await audited()).toEqual(['connected application Editor (Cursor)'])
  })

  it('may leave out what it wants to read: the MCP server', async () => {
    const { access } = await connect(person, { resource: null })
    expect(await opens(access, mcpResource())).toBe(true)
  })

  it('keeps a query that its address has', async () => {
    const uri = `${redirectUri}?from=leadline`
    const application = await createApplication({
      client_id: await registerApplication([uri]),
      redirect_uri: uri,
      state: null,
    })
    const back = await agree(person, application)
    expect([...back.searchParams.keys()]).toEqual(['from', 'code', 'iss'])
  })
})

describe('a request for access', () => {
  it.each([
    ['of an unknown application', { client_id: 'ldp_unknown' }],
    ['without an address to go back to', { redirect_uri: null }],
    ['with another address', { redirect_uri: 'https://app.example.com/callback/' }],
    ['with another host', { redirect_uri: 'https://evil.example.com/callback' }],
    ['with an address below', { redirect_uri: 'https://app.example.com/callback/../evil' }],
    ['with another port', { redirect_uri: 'https://app.example.com:444/callback' }],
    ['with a name before the host', { redirect_uri: 'https://app.example.com@evil.example/callback' }],
    ['with a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s leads nowhere', async (_, overrides: Record<string, string | null>) => {
    const { search } = await createApplication(overrides)
    await expect(readAuthorizationRequest(search, person.userId)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('of an application whose registration was changed leads nowhere', async () => {
    const { search, clientId } = await createApplication()
    search.set('client_id', clientId.slice(0, -1) + (clientId.endsWith('x') ? 'y' : 'x'))
    await expect(readAuthorizationRequest(search, person.userId)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('that says something twice leads nowhere', async () => {
    const { search } = await createApplication()
    search.append('redirect_uri', 'https://evil.example.com/')
    await expect(readAuthorizationRequest(search, person.userId)).rejects.toMatchObject({ code: 'invalid' })
  })

  it.each([
    ['without a challenge', { code_challenge: null }, 'invalid_request'],
    ['without the method of its challenge', { code_challenge_method: null }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge that is none', { code_challenge: 'x' }, 'invalid_request'],
    ['of another type', { response_type: 'token' }, 'unsupported_response_type'],
    ['without a type', { response_type: null }, 'invalid_request'],
    ['for another resource', { resource: 'https://example.com/mcp' }, 'invalid_target'],
    ['for the whole server', { resource: 'http://localhost:3000' }, 'invalid_target'],
    ['for nothing there is', { scope: 'write admin' }, 'invalid_scope'],
  ])('%s is refused with a reason for the application', async (_, overrides: Record<string, string | null>, error) => {
    const application = await createApplication(overrides)
    const request = await readAuthorizationRequest(application.search, person.userId)
    expect(request.problem).toMatchObject({ error })
    await expect(agree(person, application)).rejects.toMatchObject({ code: 'invalid' })
    expect(await grantsOf()).toBe(0)
  })

  it('is for reading, whatever else is asked for', async () => {
    const { search } = await createApplication({ scope: 'openid read offline_access' })
    expect((await readAuthorizationRequest(search, person.userId)).problem).toBeNull()
  })

  it('ends with the session in which it was agreed to, and with the membership', async () => {
    const { organization } = await createTenant()
    const application = await createApplication()
    await expect(agree({ ...person, organizationId: organization.id }, application)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    await endSessionOf(person, person.sessionId)
    await expect(agree(person, application)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await grantsOf()).toBe(0)
  })
})

describe('a code', () => {
  const agreed = async (overrides: Record<string, string | null> = {}) => {
    const application = await createApplication(overrides)
    const code = (await agree(person, application)).searchParams.get('code') ?? ''
    return { application, code }
  }

  it.each([
    ['with another verifier', () => ({ code_verifier: createProof().verifier }), 'invalid_grant'],
    ['with the challenge as verifier', () => ({ code_verifier: 'x'.repeat(43) }), 'invalid_grant'],
    ['without a verifier', () => ({ code_verifier: null }), 'invalid_grant'],
    ['with another address', () => ({ redirect_uri: `${redirectUri}/` }), 'invalid_request'],
    ['without its address', () => ({ redirect_uri: null }), 'invalid_request'],
    ['for another resource', () => ({ resource: apiResource() }), 'invalid_target'],
    [
      'by another application',
      async () => ({ client_id: await registerApplication([redirectUri], 'Other') }),
      'invalid_grant',
    ],
    ['without an application', () => ({ client_id: null }), 'invalid_client'],
    ['that was made up', () => ({ code: generateSecret('code') }), 'invalid_grant'],
    ['that is none', () => ({ code: 'x' }), 'invalid_grant'],
    ['of another type', () => ({ grant_type: 'password' }), 'unauthorized_client'],
    ['of an unknown type', () => ({ grant_type: 'magic' }), 'unsupported_grant_type'],
  ])('is not exchanged %s', async (_, overrides, error) => {
    const { application, code } = await agreed()
    const { status, body } = await exchangeCode(application, code, await overrides())
    expect(status).toBe(400)
    expect(body.error).toBe(error)
    expect(body.access_token).toBeUndefined()
  })

  it('is not exchanged after a minute', async () => {
    const { application, code } = await agreed()
    await expire({ expiresAt: new Date(Date.now() - 1) })
    expect((await exchangeCode(application, code)).body.error).toBe('invalid_grant')
  })

  it.each([
    ['a wrong verifier', async () => ({ code_verifier: createProof().verifier })],
    ['another application', async () => ({ client_id: await registerApplication([redirectUri], 'Other') })],
    ['another resource', async () => ({ resource: apiResource() })],
  ])('is used up by %s', async (_, overrides) => {
    const { application, code } = await agreed()
    await exchangeCode(application, code, await overrides())
    expect((await exchangeCode(application, code)).body.error).toBe('invalid_grant')
    expect(await grantsOf()).toBe(0)
  })

  it('that is sent again ends what it led to', async () => {
    const { application, code } = await agreed()
    const { body } = await exchangeCode(application, code)
    expect(await opens(body.access_token)).toBe(true)
    expect((await exchangeCode(application, code)).body.error).toBe('invalid_grant')
    expect(await opens(body.access_token)).toBe(false)
    expect((await refresh(application, body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await audited())[0]).toBe(
      'disconnected application Test application (app.example.com): its code was used again',
    )
  })

  it('of many exchanges at once leads to one pair of tokens, and none is left of them', async () => {
    const { application, code } = await agreed()
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchangeCode(application, code)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await grantsOf()).toBe(0)
  })
})

describe('a refresh token', () => {
  it('that was used before ends its family', async () => {
    const { application, refreshToken } = await connect(person)
    const { body } = await refresh(application, refreshToken)
    expect((await refresh(application, refreshToken)).body.error).toBe('invalid_grant')
    expect(await opens(body.access_token)).toBe(false)
    expect((await refresh(application, body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await audited())[0]).toContain('a refresh token was used again')
  })

  it('of many refreshes at once leads to one pair of tokens, and none is left of them', async () => {
    const { application, refreshToken } = await connect(person)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(application, refreshToken)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await grantsOf()).toBe(0)
  })

  it('is not taken from another application, for another resource, or after 30 days without use', async () => {
    const { application, access, refreshToken } = await connect(person)
    const other = await registerApplication([redirectUri], 'Other')
    expect((await refresh(application, refreshToken, { client_id: other })).body.error).toBe('invalid_grant')
    expect((await refresh(application, refreshToken, { resource: apiResource() })).body.error).toBe('invalid_target')
    expect((await refresh(application, refreshToken, { scope: 'write' })).body.error).toBe('invalid_scope')
    expect((await refresh(application, access)).body.error).toBe('invalid_grant')
    expect((await refresh(application, generateSecret('refresh'))).body.error).toBe('invalid_grant')
    const grant = await db().prisma.oauthGrant.findFirstOrThrow({ where: { userId: person.userId } })
    expect(grant.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    await expire({ expiresAt: new Date(Date.now() - 1) })
    expect((await refresh(application, refreshToken)).body.error).toBe('invalid_grant')
  })
})

describe('an access token', () => {
  it('opens nothing but the resource that it is for', async () => {
    const mcp = await connect(person)
    const api = await connect(person, { resource: apiResource() })
    expect([await opens(mcp.access, apiResource()), await opens(api.access, apiResource())]).toEqual([false, true])
    expect([await opens(mcp.access, mcpResource()), await opens(api.access, mcpResource())]).toEqual([true, false])
    expect(await opens(mcp.access, `${mcpResource()}/`)).toBe(false)
  })

  it('opens nothing after an hour, and other secrets never', async () => {
    const { access, refreshToken, code } = await connect(person)
    for (const other of [refreshToken, code, '', access.toLowerCase(), `${access} `])
      expect(await opens(other)).toBe(false)
    await expire({ accessExpiresAt: new Date(Date.now() - 1) })
    expect(await opens(access)).toBe(false)
  })

  it('ends with the membership, and a new one does not bring it back', async () => {
    const { application, access, refreshToken } = await connect(person)
    await removeMember(operatorOf(person.organizationId), { userId: person.userId })
    expect(await opens(access)).toBe(false)
    await db().prisma.membership.create({
      data: { organizationId: person.organizationId, userId: person.userId, role: 'member' },
    })
    expect(await opens(access)).toBe(false)
    expect((await refresh(application, refreshToken)).body.error).toBe('invalid_grant')
  })

  it('ends with its user', async () => {
    const { access } = await connect(person)
    await db().prisma.user.delete({ where: { id: person.userId } })
    expect(await opens(access)).toBe(false)
  })

  it('ends with a new password, and not with other sessions', async () => {
    const { access } = await connect(person)
    await endOtherSessions(person)
    expect(await opens(access)).toBe(true)
    await setPassword(person.user.email, 'correct horse', { keepSignIns: true })
    expect(await opens(access)).toBe(false)
  })
})

describe('an application ends its access', () => {
  it.each(['access', 'refreshToken'] as const)('with its %s', async (kind) => {
    const connected = await connect(person)
    await revokeToken(connected[kind], await registerApplication([redirectUri], 'Other'))
    await revokeToken(generateSecret('access'), connected.application.clientId)
    expect(await opens(connected.access)).toBe(true)
    await revokeToken(connected[kind], connected.application.clientId)
    expect(await opens(connected.access)).toBe(false)
    expect((await refresh(connected.application, connected.refreshToken)).body.error).toBe('invalid_grant')
  })
})

describe('people see what is connected, and end it', () => {
  it('their own', async () => {
    const { access } = await connect(person)
    const stranger = await createSignedIn()
    expect(await listOwnGrants(stranger.userId)).toEqual([])
    const [grant] = await listOwnGrants(person.userId)
    expect(grant).toMatchObject({
      clientName: 'Test application',
      redirectHost: 'app.example.com',
      local: false,
      organization: { slug: person.organization.slug },
    })
    const id = grant?.id ?? 0
    await expect(endOwnGrant(stranger.userId, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await opens(access)).toBe(true)
    await endOwnGrant(person.userId, id)
    expect(await opens(access)).toBe(false)
    expect((await audited())[0]).toBe('disconnected application Test application (app.example.com)')
    await expect(endOwnGrant(person.userId, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('those of all members, when they manage the organization', async () => {
    const { access } = await connect(person)
    const { rows } = await readGrants(person.organizationId, 1)
    expect(rows).toMatchObject([{ person: { email: person.user.email } }])
    const id = rows[0]?.id ?? 0
    const manager = {
      organizationId: person.organizationId,
      userId: (await createMember(person.organizationId, 'manager')).id,
    }
    const { organization: other } = await createTenant()
    await expect(endGrantOfMember(operatorOf(other.id), id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(endGrantOfMember(person, id)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await readGrants(other.id, 1)).rows).toEqual([])
    expect(await opens(access)).toBe(true)
    await endGrantOfMember(manager, id)
    expect(await opens(access)).toBe(false)
    expect((await audited())[0]).toBe(
      `disconnected application Test application (app.example.com), of ${person.user.email}`,
    )
  })

  it('but nothing that was never exchanged', async () => {
    await agree(person, await createApplication())
    expect(await listOwnGrants(person.userId)).toEqual([])
  })
})

describe('what is stored has an end', () => {
  it('a person has 50 grants, and the one used least recently makes room', async () => {
    const { access } = await connect(person)
    const unused = await connect(person)
    await opens(access)
    for (let number = 0; number < 49; number++) await agree(person, await createApplication())
    expect(await grantsOf()).toBe(50)
    expect([await opens(access), await opens(unused.access)]).toEqual([true, false])
  })

  it('a person connects no more than 120 in an hour', async () => {
    const application = await createApplication()
    for (let number = 0; number < 120; number++) await agree(person, application)
    await expect(agree(person, application)).rejects.toMatchObject({ code: 'rate_limited' })
    await agree(await createSignedIn(), application)
  })

  it('what has expired goes with the next that anyone agrees to', async () => {
    await agree(person, await createApplication())
    await expire({ expiresAt: new Date(Date.now() - 1) })
    const other = await createSignedIn()
    await agree(other, await createApplication())
    expect(await grantsOf()).toBe(0)
  })
})
