import { describe, expect, it } from 'vitest'
import { generateSecret } from '@/lib/accounts/oauth/tokens'
import { agree, connect, createApplication, createSignedIn, redirectUri } from '@/lib/testing/oauth'
import { GET as authorizationServer } from '../.well-known/oauth-authorization-server/route'
import { GET as protectedResource } from '../.well-known/oauth-protected-resource/[[...resource]]/route'
import { POST as register } from './register/route'
import { POST as revoke } from './revoke/route'
import { POST as token } from './token/route'

const issuer = 'http://localhost:3000'

const form = (path: string, fields: string | Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(`${issuer}/oauth/${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })

const json = (body: unknown) =>
  new Request(`${issuer}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

const answer = async (response: Response) => ({ status: response.status, body: await response.json() })

describe('metadata', () => {
  it('name the public address to the letter, whatever address is asked', async () => {
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    const request = new Request('http://evil.example/.well-known/oauth-authorization-server', { headers })
    const metadata = await (await authorizationServer(request)).json()
    expect(metadata).toMatchObject({
      issuer,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: ['none'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      response_types_supported: ['code'],
      scopes_supported: ['read'],
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
    })
    expect(JSON.stringify(metadata)).not.toContain('evil')
  })

  it.each([
    [undefined, `${issuer}/mcp`],
    [['mcp'], `${issuer}/mcp`],
    [['api', 'v1'], `${issuer}/api/v1`],
  ])('of the resource at %j name it and where to get tokens', async (resource, address) => {
    const params = Promise.resolve({ resource })
    const response = await protectedResource(new Request('http://evil.example/'), { params })
    expect(await response.json()).toMatchObject({ resource: address, authorization_servers: [issuer] })
  })

  it.each([[['api']], [['mcp', 'x']], [['..', 'mcp']], [['']]])('of %j are there none', async (resource) => {
    const response = await protectedResource(new Request(issuer), { params: Promise.resolve({ resource }) })
    expect(response.status).toBe(404)
  })
})

describe('registration', () => {
  it('answers with the id and what was registered', async () => {
    const body = {
      client_name: 'Helper',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
    }
    expect(await answer(await register(json(body)))).toEqual({
      status: 201,
      body: {
        client_id: expect.stringMatching(/^ldp_[\w-]+$/),
        client_id_issued_at: expect.any(Number),
        client_name: 'Helper',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    })
  })

  it.each([
    [{ redirect_uris: ['http://app.example.com/'] }, 400, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 400, 'invalid_redirect_uri'],
    [{}, 400, 'invalid_redirect_uri'],
    [{ redirect_uris: [redirectUri], client_name: 7 }, 400, 'invalid_client_metadata'],
    [[], 400, 'invalid_client_metadata'],
    [
      { redirect_uris: Array.from({ length: 10 }, (_, one) => redirectUri + 'x'.repeat(400) + one) },
      400,
      'invalid_client_metadata',
    ],
    [{ redirect_uris: [redirectUri], logo: 'x'.repeat(20_000) }, 413, 'invalid_request'],
  ])('refuses %j', async (body, status, error) => {
    expect(await answer(await register(json(body)))).toMatchObject({ status, body: { error } })
  })
})

it('an editor that registers the scheme that it opens by is sent a code there, and exchanges it', async () => {
  const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
  const registered = await answer(await register(json({ client_name: 'Cursor', redirect_uris: [redirect_uri] })))
  expect(registered).toMatchObject({ status: 201, body: { redirect_uris: [redirect_uri] } })
  const { client_id } = registered.body
  const application = await createApplication({ client_id, redirect_uri })
  const back = await agree(await createSignedIn(), application)
  expect(back.href).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=ldc_/)
  const fields = {
    grant_type: 'authorization_code',
    client_id,
    redirect_uri,
    code: back.searchParams.get('code') ?? '',
    code_verifier: application.verifier,
  }
  expect(await answer(await token(form('token', fields)))).toMatchObject({ status: 200, body: { scope: 'read' } })
})

describe('the token endpoint', () => {
  it('exchanges a refresh token, and nothing may keep the answer', async () => {
    const { application, refreshToken } = await connect(await createSignedIn())
    const fields = { grant_type: 'refresh_token', client_id: application.clientId, refresh_token: refreshToken }
    const response = await token(form('token', fields))
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await answer(response)).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  })

  it.each([
    ['', 'invalid_client'],
    ['grant_type=refresh_token', 'invalid_client'],
    ['grant_type=refresh_token&client_id=x', 'invalid_request'],
    [`grant_type=refresh_token&client_id=x&refresh_token=${generateSecret('refresh')}`, 'invalid_grant'],
    ['grant_type=client_credentials&client_id=x', 'unauthorized_client'],
    ['grant_type=refresh_token&client_id=x&client_id=y', 'invalid_request'],
    ['grant_type=__proto__&client_id=x', 'unsupported_grant_type'],
    ['grant_type=authorization_code&client_id=x&code=%00', 'invalid_request'],
  ])('refuses %j', async (fields, error) => {
    expect(await answer(await token(form('token', fields)))).toMatchObject({ status: 400, body: { error } })
  })

  it('refuses what is no form, or too long', async () => {
    expect(await answer(await token(json({})))).toMatchObject({ status: 415, body: { error: 'invalid_request' } })
    const long = { grant_type: 'x'.repeat(20_000) }
    expect(await answer(await token(form('token', long)))).toMatchObject({
      status: 413,
      body: { error: 'invalid_request' },
    })
  })
})

describe('the revocation endpoint', () => {
  it('ends a grant, and answers the same for what there is not', async () => {
    const { application, access, refreshToken } = await connect(await createSignedIn())
    const client_id = application.clientId
    for (const secret of [access, access, refreshToken, 'x']) {
      const response = await revoke(form('revoke', { token: secret, client_id }))
      expect([response.status, await response.text()]).toEqual([200, ''])
    }
    const again = { grant_type: 'refresh_token', client_id, refresh_token: refreshToken }
    expect(await answer(await token(form('token', again)))).toMatchObject({ body: { error: 'invalid_grant' } })
  })

  it('refuses a request without a token', async () => {
    expect(await answer(await revoke(form('revoke', {})))).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })
})
