import type { Page } from '@playwright/test'
import { findAccess } from '@/lib/accounts/oauth/authenticate-token'
import { db } from '@/lib/db/db'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { createMember, createTenant } from '@/lib/testing/factories'
import { createProof } from '@/lib/testing/oauth'
import { expectAccessible } from './support/accessible'
import { serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const password = 'a sentence beats a word'

/** A program on this computer that describes itself and waits for people to come back. */
let program: AnsweringServer
let callback = ''
let documentUrl = ''

test.beforeAll(async () => {
  program = await startAnsweringServer((request, response) => {
    if (!request.url?.startsWith('/client.json')) return response.end('You may close this window.')
    const described = { client_id: documentUrl, client_name: 'Deployment helper', redirect_uris: [callback] }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(described))
  })
  callback = `${program.origin}/callback`
  documentUrl = `${program.origin}/client.json`
})

test.afterAll(() => program.stop())

type Json = Record<string, string & string[]>

async function read(url: string): Promise<Json> {
  const response = await fetch(url)
  expect(response.status, url).toBe(200)
  return response.json()
}

async function post(url: string, fields: Record<string, string>): Promise<{ status: number; body: Json }> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

function askFor(clientId: string, challenge: string, more: Record<string, string> = {}): string {
  const asked = {
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  return `/oauth/authorize?${new URLSearchParams(asked)}`
}

const cameBack = async (page: Page) => {
  await page.waitForURL((url) => url.origin === program.origin)
  return new URL(page.url()).searchParams
}

test('an application that knows nothing but the address signs someone in, reads, refreshes and ends it', async ({
  page,
  tenant: { organization },
}) => {
  const [base] = serverUrls()
  const user = await createMember(organization.id, 'owner', { password })
  const { resource, authorization_servers } = await read(`${base}/.well-known/oauth-protected-resource/mcp`)
  expect(resource).toBe(`${base}/mcp`)
  const server = await read(`${authorization_servers?.[0]}/.well-known/oauth-authorization-server`)
  expect(server.issuer).toBe(base)

  const registration = await fetch(server.registration_endpoint ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Deployment helper', redirect_uris: ['http://127.0.0.1/callback'] }),
  })
  expect(registration.status).toBe(201)
  const { client_id } = await registration.json()

  const { verifier, challenge } = createProof()
  await page.goto(
    new URL(askFor(client_id, challenge, { resource: `${base}/mcp` }), server.authorization_endpoint).href,
  )
  await expect(page).toHaveURL(/\/sign-in\?/)
  await hydrated(page)
  await page.getByLabel('E-mail address').fill(user.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { name: 'Connect Deployment helper?' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(program.origin.replace('http://', ''))
  await expect(page.getByRole('main')).toContainText('Any program on this computer can call itself Deployment helper.')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Organization' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Connect Deployment helper' })).toBeFocused()
  await page.keyboard.press('Enter')
  const back = await cameBack(page)
  expect(back.get('state')).toBe('a state')
  expect(back.get('iss')).toBe(base)

  const exchanged = { grant_type: 'authorization_code', client_id, redirect_uri: callback, code_verifier: verifier }
  const first = await post(server.token_endpoint ?? '', {
    ...exchanged,
    code: back.get('code') ?? '',
    resource: `${base}/mcp`,
  })
  expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'read' } })
  const opened = await findAccess(first.body.access_token ?? '', `${base}/mcp`)
  expect(opened).toEqual({ organizationId: organization.id, userId: user.id })

  const refreshed = { grant_type: 'refresh_token', client_id, refresh_token: first.body.refresh_token ?? '' }
  const second = await post(server.token_endpoint ?? '', refreshed)
  expect(second.status).toBe(200)
  const token = second.body.access_token ?? ''
  expect(await findAccess(token, `${base}/mcp`)).not.toBeNull()

  await page.goto(`/${organization.slug}/settings/members`)
  const members = page.getByRole('region', { name: 'Applications' })
  await expect(members).toContainText('Deployment helper')
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Applications' })).toContainText('Deployment helper')

  expect((await post(server.revocation_endpoint ?? '', { client_id, token })).status).toBe(200)
  expect(await findAccess(token, `${base}/mcp`)).toBeNull()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Applications' })).toHaveCount(0)
})

test('an application that describes itself in a document reads the organization that is chosen, until its person revokes it', async ({
  page,
  tenant,
  signIn,
}) => {
  const user = await signIn('member')
  const { organization: other } = await createTenant({ name: 'Other' })
  await db().prisma.membership.create({ data: { organizationId: other.id, userId: user.id, role: 'member' } })
  const { verifier, challenge } = createProof()
  await page.goto(askFor(documentUrl, challenge))
  await expect(page.getByRole('main')).toContainText(`according to ${new URL(documentUrl).host}`)
  await hydrated(page)
  await page.getByRole('combobox', { name: 'Organization' }).selectOption(tenant.organization.name)
  await page.getByRole('button', { name: 'Connect Deployment helper' }).click()
  const code = (await cameBack(page)).get('code') ?? ''
  const exchanged = {
    grant_type: 'authorization_code',
    client_id: documentUrl,
    redirect_uri: callback,
    code_verifier: verifier,
  }
  const { body } = await post(`${serverUrls()[1]}/oauth/token`, { ...exchanged, code })
  const opens = () => findAccess(body.access_token ?? '', `${serverUrls()[0]}/mcp`)
  expect((await opens())?.organizationId).toBe(tenant.organization.id)

  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Revoke Deployment helper' }).click()
  await page.getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByRole('region', { name: 'Applications' })).toHaveCount(0)
  expect(await opens()).toBeNull()
})

test('a manager revokes what a member connected', async ({ page, tenant, signIn }) => {
  await signIn('member')
  const { verifier, challenge } = createProof()
  await page.goto(askFor(documentUrl, challenge))
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Deployment helper' }).click()
  const code = (await cameBack(page)).get('code') ?? ''
  const exchanged = {
    grant_type: 'authorization_code',
    client_id: documentUrl,
    redirect_uri: callback,
    code_verifier: verifier,
  }
  await post(`${serverUrls()[0]}/oauth/token`, { ...exchanged, code })
  const list = `/${tenant.organization.slug}/settings/members`
  await page.goto(list)
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Applications' })).toHaveCount(0)
  await signIn('manager')
  await page.goto(list)
  await hydrated(page)
  await page.getByRole('button', { name: /Revoke Deployment helper of/ }).click()
  await page.getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByRole('region', { name: 'Applications' })).toHaveCount(0)
  await page.goto(`/${tenant.organization.slug}/settings/audit`)
  await expect(page.getByRole('main')).toContainText('disconnected application')
})

test('a no goes back to the application', async ({ page, signIn }) => {
  await signIn('member')
  await page.goto(askFor(documentUrl, createProof().challenge))
  await page.getByRole('link', { name: 'Deny' }).click()
  const back = await cameBack(page)
  expect(Object.fromEntries(back)).toEqual({ error: 'access_denied', iss: serverUrls()[0], state: 'a state' })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an application is connected by a form and a link', async ({ page, signIn }) => {
    await signIn('member')
    await page.goto(askFor(documentUrl, createProof().challenge))
    await page.getByRole('button', { name: 'Connect Deployment helper' }).click()
    await page.getByRole('link', { name: /Continue to/ }).click()
    expect((await cameBack(page)).get('code')).toMatch(/^ldc_/)
  })
})

test.describe('where something is wrong', () => {
  test.use({ expectedErrors: [/status of 400/] })

  for (const [what, more] of [
    ['an address that the application does not name', { redirect_uri: 'https://evil.example/callback' }],
    ['an application that is not known', { client_id: 'ldp_unknown' }],
  ] as const) {
    test(`${what} leads nowhere`, async ({ page, signIn }) => {
      await signIn('member')
      const response = await page.goto(askFor(documentUrl, createProof().challenge, more))
      expect(response?.status()).toBe(400)
      await expect(page.getByRole('heading', { name: 'This application cannot be connected' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
    })
  }

  test('a request without proof is said to the application by a link, not by a redirect', async ({ page, signIn }) => {
    await signIn('member')
    const response = await page.goto(askFor(documentUrl, createProof().challenge, { code_challenge_method: 'plain' }))
    expect(response?.status()).toBe(400)
    await page.getByRole('link', { name: /Back to/ }).click()
    expect((await cameBack(page)).get('error')).toBe('invalid_request')
  })
})

test('metadata are those of the public address, whatever host is asked', async () => {
  const [base, other] = serverUrls()
  const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' }
  for (const path of ['oauth-authorization-server', 'oauth-protected-resource', 'oauth-protected-resource/mcp']) {
    const answer = await fetch(`${base}/.well-known/${path}`, { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).not.toContain('evil')
    expect((await fetch(`${other}/.well-known/${path}`)).status).toBe(200)
  }
  for (const path of ['register', 'revoke', 'token']) {
    const answer = await fetch(`${base}/oauth/${path}`, { method: 'POST', headers: { Origin: 'https://evil.example' } })
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect([400, 415], path).toContain(answer.status)
    expect((await fetch(`${base}/oauth/${path}`)).status).toBe(405)
  }
})
