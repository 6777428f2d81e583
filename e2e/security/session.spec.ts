import { changePassword } from '@/lib/accounts/users/change-password'
import { db } from '@/lib/db/db'
import { createMember, createTenant, createUser, type TestUser } from '@/lib/testing/factories'
import { startExtraServer } from '../support/extra-server'
import { serverUrls } from '../support/servers'
import { sessionCookie } from '../support/sessions'
import { expect, test } from '../support/test'
import { listActions, type ServerAction } from './app-inventory'
import { callAction } from './call-action'
import { type Client, password, send, sessionOf, signInBy, startClient } from './sign-in-client'

/** Texts that a browser, or a careless check, could take for another site. */
const elsewhere = [
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  'http:evil.example',
  'https:/evil.example',
  'javascript:window.hostile=1',
  'JaVaScRiPt:window.hostile=1',
  ' javascript:window.hostile=1',
  'data:text/html,<script>1</script>',
  '/..//evil.example',
  '/./\\evil.example',
  '@evil.example',
  '.evil.example',
]

function actionNamed(name: string): ServerAction {
  const action = listActions().find((candidate) => candidate.name === name)
  if (!action) throw new Error(`There is no action ${name}`)
  return action
}

test.describe('signing in', () => {
  test('opens a new session whatever the browser brings along', async () => {
    const [user, attacker] = [await createUser({ password }), await createUser()]
    const planted = (await sessionCookie(attacker.id)).value
    const client = await startClient(serverUrls()[0], new Map([['next-auth.session-token', planted]]))
    await signInBy(client, user)
    expect(sessionOf(client)).not.toBe('')
    expect(sessionOf(client)).not.toBe(planted)
    const profile = await send(serverUrls()[0], '/profile', client)
    expect(await profile.text()).toContain(user.email)
  })

  test('needs the token of this very browser', async () => {
    const user = await createUser({ password })
    const [own, other] = [await startClient(serverUrls()[0]), await startClient(serverUrls()[0])]
    for (const csrfToken of ['', 'x', other.csrfToken]) {
      await signInBy(own, user, { csrfToken })
      expect(sessionOf(own)).toBe('')
    }
    await signInBy(own, user)
    expect(sessionOf(own)).not.toBe('')
  })

  test('never redirects to another site, whether a form or a cookie names it', async () => {
    type Attempt = { callbackUrl: string; cookies: [string, string][]; fields: Record<string, string> }
    const attempts = elsewhere.flatMap((callbackUrl): Attempt[] => [
      { callbackUrl, cookies: [], fields: { callbackUrl } },
      { callbackUrl, cookies: [['next-auth.callback-url', callbackUrl]], fields: {} },
    ])
    let user: TestUser | undefined
    for (const [index, { callbackUrl, cookies, fields }] of attempts.entries()) {
      // An account has ten attempts.
      if (!user || index % 10 === 0) user = await createUser({ password })
      const client = await startClient(
        serverUrls()[0],
        new Map(cookies.map(([name, value]) => [name, encodeURIComponent(value)])),
      )
      const response = await signInBy(client, user, fields)
      const answer = await response.text()
      const target = answer.startsWith('{') ? JSON.parse(answer).url : response.headers.get('location')
      expect.soft(new URL(target ?? '/', serverUrls()[0]).origin, callbackUrl).toBe(serverUrls()[0])
      expect.soft(response.status, callbackUrl).toBeLessThan(500)
    }
  })
})

test.describe('signing in from a page', () => {
  test.use({ expectedErrors: [/status of 404/] })

  for (const callbackUrl of elsewhere) {
    test(`ends on this site for callbackUrl ${JSON.stringify(callbackUrl)}`, async ({ page, tenant }) => {
      const user = await createMember(tenant.organization.id, 'member', { password })
      await page.route(
        ({ hostname }) => hostname.endsWith('evil.example'),
        (route) => route.abort(),
      )
      await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`)
      await page.getByLabel('E-mail address').fill(user.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((url) => url.pathname !== '/sign-in')
      expect(new URL(page.url()).origin).toBe(serverUrls()[0])
      expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
    })
  }
})

test.describe('the session cookie', () => {
  test('is kept from scripts and from other sites', async () => {
    const client = await startClient(serverUrls()[0])
    const response = await signInBy(client, await createUser({ password }))
    const cookies = response.headers.getSetCookie().filter((cookie) => cookie.includes('session-token='))
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatch(/; Path=\/;/)
    expect(cookies[0]).toMatch(/; HttpOnly(;|$)/)
    expect(cookies[0]).toMatch(/; SameSite=Lax(;|$)/i)
  })

  test('travels over TLS alone when the public address is https', async () => {
    const server = await startExtraServer({ NEXTAUTH_URL: 'https://leadline.example' })
    try {
      const client = await startClient(server.url)
      const response = await signInBy(client, await createUser({ password }), {}, server.url)
      const cookies = response.headers.getSetCookie().filter((cookie) => cookie.includes('session-token='))
      expect(cookies).toHaveLength(1)
      expect(cookies[0]).toMatch(/^__Host-next-auth\.session-token=/)
      for (const cookie of response.headers.getSetCookie()) {
        expect(cookie).toMatch(/^__Host-/)
        expect(cookie).toMatch(/; Path=\/(;|$)/i)
        expect(cookie).toMatch(/; Secure(;|$)/i)
        expect(cookie).toMatch(/; HttpOnly(;|$)/i)
        expect(cookie).not.toMatch(/; Domain=/i)
      }
      for (const path of ['/sign-in', '/profile', '/healthz', '/readyz', '/api/webhooks/deployments']) {
        const { headers } = await fetch(server.url + path, { redirect: 'manual' })
        expect.soft(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
      }
      expect((await fetch(`${serverUrls()[0]}/sign-in`)).headers.get('strict-transport-security')).toBeNull()
    } finally {
      await server.stop()
    }
  })

  test('that was tampered with belongs to no one', async ({ tenant }) => {
    const user = await createMember(tenant.organization.id, 'owner')
    const { value } = await sessionCookie(user.id)
    const [head = '', ...rest] = value.split('.')
    const forged = [`${value}x`, value.slice(0, -8), [head, ...rest.toReversed()].join('.'), 'x', '', 'null', '{}']
    for (const cookie of forged) {
      const { status } = await fetch(`${serverUrls()[0]}/${tenant.organization.slug}/settings/members`, {
        redirect: 'manual',
        headers: { Cookie: `next-auth.session-token=${cookie}` },
      })
      expect.soft(status, cookie).toBe(307)
    }
  })
})

test.describe('signing out', () => {
  test('forgets the session in this browser', async ({ page, signIn, context, tenant }) => {
    await signIn('member')
    await page.goto(`/${tenant.organization.slug}/settings/members`)
    await page.getByRole('button', { name: /Acme.*organization and account/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in/)
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).not.toContain('next-auth.session-token')
  })

  for (const way of ['the page', 'next-auth'] as const) {
    test(`through ${way} ends the session: a copy of its cookie is refused in every process`, async ({ tenant }) => {
      const user = await createMember(tenant.organization.id, 'member', { password })
      const client = await startClient(serverUrls()[0])
      await signInBy(client, user)
      const cookie = `next-auth.session-token=${sessionOf(client)}`
      const path = `/${tenant.organization.slug}/settings/members`
      const statuses = () =>
        Promise.all(
          serverUrls().map(async (base) => {
            const { status } = await fetch(base + path, { redirect: 'manual', headers: { Cookie: cookie } })
            return status
          }),
        )
      expect(await statuses()).toEqual([200, 200])
      if (way === 'the page') await callAction(actionNamed('signOut'), { page: path, fields: {}, cookie })
      else await send(serverUrls()[0], '/api/auth/signout', client, { csrfToken: client.csrfToken, json: 'true' })
      expect(await statuses()).toEqual([307, 307])
    })
  }

  test('is not done for another site', async ({ tenant }) => {
    const user = await createMember(tenant.organization.id, 'member')
    const { name, value } = await sessionCookie(user.id)
    const client: Client = { cookies: new Map([[name, value]]), csrfToken: '' }
    await send(serverUrls()[0], '/api/auth/signout', client, { csrfToken: 'x', json: 'true' })
    expect(sessionOf(client)).toBe(value)
    const page = `/${tenant.organization.slug}/deployments`
    const answer = await callAction(actionNamed('signOut'), {
      page,
      fields: {},
      cookie: `${name}=${value}`,
      origin: 'https://evil.example',
    })
    expect(answer.setCookies.filter((cookie) => cookie.includes('session-token'))).toEqual([])
  })
})

test.describe('a session ends or shrinks with the next request', () => {
  const open = (path: string, { name, value }: { name: string; value: string }) =>
    fetch(serverUrls()[0] + path, { redirect: 'manual', headers: { Cookie: `${name}=${value}` } })

  test('when the membership does', async () => {
    const { organization } = await createTenant()
    const user = await createMember(organization.id, 'owner')
    const cookie = await sessionCookie(user.id)
    expect((await open(`/${organization.slug}/settings/members`, cookie)).status).toBe(200)
    await db().prisma.membership.deleteMany({ where: { userId: user.id } })
    expect((await open(`/${organization.slug}/settings/members`, cookie)).status).toBe(404)
  })

  test('when the role is lowered', async () => {
    const { organization } = await createTenant()
    const user = await createMember(organization.id, 'manager')
    const cookie = await sessionCookie(user.id)
    const page = `/${organization.slug}/settings/deployments`
    const generate = () =>
      callAction(actionNamed('generateKey'), {
        page,
        fields: { organization: organization.slug, name: 'ci' },
        cookie: `${cookie.name}=${cookie.value}`,
      })
    expect((await generate()).state?.status).toBe('done')
    await db().prisma.membership.updateMany({ where: { userId: user.id }, data: { role: 'member' } })
    expect((await generate()).state?.status).toBe('refused')
  })

  test('when the password is changed, on both servers', async () => {
    const { organization } = await createTenant()
    const user = await createMember(organization.id, 'member', { password })
    const cookie = await sessionCookie(user.id)
    expect((await open(`/${organization.slug}/settings/members`, cookie)).status).toBe(200)
    await changePassword({ userId: user.id, currentPassword: password, newPassword: 'another long sentence' })
    for (const base of serverUrls()) {
      const response = await fetch(`${base}/${organization.slug}/settings/members`, {
        redirect: 'manual',
        headers: { Cookie: `${cookie.name}=${cookie.value}` },
      })
      expect(response.status).toBe(307)
      expect(response.headers.get('location')).toContain('/sign-in')
    }
  })
})
