import { randomUUID } from 'node:crypto'
import { operatorOf } from '@/lib/accounts/actor'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { createUser } from '@/lib/testing/factories'
import { startNextServer } from '@/scripts/support/next-server'
import type { Server } from '@/scripts/support/server-process'
import { type Claims, type OidcProvider, startOidcProvider } from './support/oidc-provider'
import { sessionSecret } from './support/sessions'
import { test as base, expect, hydrated } from './support/test'

/** On a server that has a provider. */
const test = base.extend<object, { provider: OidcProvider; installation: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of the pattern
  provider: [async ({}, use) => withProvider(use), { scope: 'worker' }],
  installation: [async ({ provider }, use) => withInstallation(provider, use), { scope: 'worker' }],
  baseURL: async ({ installation }, use) => use(installation.url),
})

async function withProvider(use: (provider: OidcProvider) => Promise<void>): Promise<void> {
  const provider = await startOidcProvider()
  await use(provider)
  await provider.close()
}

async function withInstallation(provider: OidcProvider, use: (server: Server) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  const port = await findFreePort()
  const env = {
    NEXTAUTH_URL: `http://localhost:${port}`,
    NEXTAUTH_SECRET: sessionSecret,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Harbour Office',
    GITHUB_CLIENT_ID: 'leadline',
    GITHUB_CLIENT_SECRET: randomUUID(),
  }
  const server = await startNextServer({ mode: 'start', port, env, stop: stopping.signal })
  await use(server)
  stopping.abort()
  await server.exited
}

// One server for all of them, and one person at a time at the provider.
test.describe.configure({ mode: 'default' })

function newClaims(fields: Partial<Claims> = {}): Claims {
  return { sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true, name: 'Grace', ...fields }
}

test('an invited user comes in with an account that they have elsewhere', async ({ page, tenant, provider }) => {
  const claims = newClaims()
  const { token } = await createInvitation(operatorOf(tenant.organization.id), { email: claims.email, role: 'member' })
  provider.signIn(claims)
  await page.goto(`/invite/${token}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Harbour Office' }).click()
  await expect(page).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))
  await page.goto('/profile')
  await expect(page.getByText(`You sign in as ${claims.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
})

test('a user invited under another address is told so, and finds the way back', async ({ page, tenant, provider }) => {
  const { token } = await createInvitation(operatorOf(tenant.organization.id), {
    email: 'invited@example.com',
    role: 'member',
  })
  provider.signIn(newClaims())
  await page.goto(`/invite/${token}`)
  await expect(page.getByText('A new account needs the address invited@example.com there.')).toBeVisible()
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Harbour Office' }).click()
  await expect(page.getByRole('alert').first()).toContainText('it names another e-mail address')
  await page.getByRole('link', { name: 'Back to the invitation' }).click()
  await expect(page).toHaveURL(`/invite/${token}`)
})

for (const { who, fields, text } of [
  { who: 'a user who is not invited', fields: {}, text: 'This account has no invitation.' },
  { who: 'an address that is not verified', fields: { email_verified: false }, text: 'is verified' },
  {
    who: 'an address that becomes another one in lower case',
    fields: { email: `mi\u212Ae.${randomUUID()}@example.com` },
    text: 'is verified',
  },
]) {
  test(`${who} is refused in words`, async ({ page, provider }) => {
    provider.signIn(newClaims(fields))
    await createUser()
    await page.goto('/sign-in')
    await hydrated(page)
    await page.getByRole('button', { name: 'Continue with Harbour Office' }).click()
    await expect(page.getByRole('alert').first()).toContainText(text)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('next-auth.session-token')
  })
}

test('an account is connected by its owner alone, and signs in from then on', async ({
  page,
  signIn,
  context,
  provider,
}) => {
  const user = await createUser({ name: 'Katherine Johnson', password: 'a sentence beats a word' })
  const claims = newClaims({ email: user.email })
  provider.signIn(claims)
  await page.goto('/sign-in')
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Harbour Office' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Sign in with its password')

  await page.getByLabel('E-mail address').fill(user.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('a sentence beats a word')
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Harbour Office' }).click()
  await expect(page.getByText(/^Connected on/)).toBeVisible()

  await context.clearCookies()
  await page.goto('/sign-in?callbackUrl=%2Fprofile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Harbour Office' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(`You sign in as ${user.email}.`)).toBeVisible()

  await context.clearCookies()
  const thief = await signIn(await createUser())
  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Harbour Office' }).click()
  await expect(page.getByText('This account is connected to another person here.')).toBeVisible()
  await expect(page.getByText(`You sign in as ${thief.email}.`)).toBeVisible()
})

test('an account of another person’s way to the provider is not connected, whatever cookies are planted', async ({
  page,
  signIn,
  context,
  playwright,
  baseURL,
  provider,
}) => {
  provider.signIn(newClaims())
  const other = await playwright.request.newContext({ baseURL })
  const { csrfToken } = await (await other.get('/api/auth/csrf')).json()
  const begun = await other.post('/api/auth/signin/oidc', { form: { csrfToken, callbackUrl: '/', json: 'true' } })
  const sent = await other.get((await begun.json()).url, { maxRedirects: 0 })
  await signIn(await createUser())
  const { cookies } = await other.storageState()
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: baseURL ?? '' })))
  await page.goto(sent.headers().location ?? '')
  await expect(page.getByText('The account was not connected: that was not chosen in this session')).toBeVisible()
  await expect(page.getByText('Not connected').first()).toBeVisible()
  await expect(page.getByText(/^Connected on/)).toHaveCount(0)
})

test('few that come back from the provider are looked at at once, and the others after them', async ({
  playwright,
  baseURL,
  provider,
}) => {
  provider.signIn(newClaims())
  const returns = Array.from({ length: 4 }, async () => {
    const visitor = await playwright.request.newContext({ baseURL })
    const { csrfToken } = await (await visitor.get('/api/auth/csrf')).json()
    const begun = await visitor.post('/api/auth/signin/oidc', { form: { csrfToken, callbackUrl: '/', json: 'true' } })
    const sent = await visitor.get((await begun.json()).url, { maxRedirects: 0 })
    return () => visitor.get(sent.headers().location ?? '', { maxRedirects: 0 })
  })
  provider.hold()
  const answers = (await Promise.all(returns)).map((comeBack) => comeBack())
  await expect.poll(() => provider.held().now).toBe(2)
  provider.release()
  await expect.poll(() => provider.held().now).toBe(2)
  provider.release('go')
  expect((await Promise.all(answers)).map((answer) => answer.status())).toEqual([302, 302, 302, 302])
  expect(provider.held().max).toBe(2)
})

test('others begin to sign in with GitHub while the answer of another provider is read', async ({
  playwright,
  baseURL,
  page,
  tenant,
  provider,
}) => {
  const claims = newClaims()
  await createInvitation(operatorOf(tenant.organization.id), { email: claims.email, role: 'member' })
  provider.signIn(claims)
  provider.hold()
  await page.goto('/sign-in')
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Harbour Office' }).click()
  await expect.poll(() => provider.held().now).toBe(1)
  const other = await playwright.request.newContext({ baseURL })
  const { csrfToken } = await (await other.get('/api/auth/csrf')).json()
  const begun = await other.post('/api/auth/signin/github', { form: { csrfToken, callbackUrl: '/', json: 'true' } })
  expect((await begun.json()).url).toContain('https://github.com/login/oauth/authorize')
  provider.release('go')
  await expect(page).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))
})
