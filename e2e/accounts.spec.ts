import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { operatorOf } from '@/lib/accounts/actor'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { createMember, createTenant, createUser } from '@/lib/testing/factories'
import { serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const password = 'a sentence beats a word'

async function fillIn(page: Page, email: string, secret: string): Promise<void> {
  await hydrated(page)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A page of someone else, in a browser without a session. */
async function someoneElse(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: serverUrls()[0] })
  return context.newPage()
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an invitation is accepted, and signing in says what it needs', async ({ page, tenant }) => {
    const email = `${randomUUID()}@example.com`
    const { token } = await createInvitation(operatorOf(tenant.organization.id), { email, role: 'member' })
    await page.goto('/sign-in')
    await expect(page.getByText('Signing in needs JavaScript.')).toBeVisible()
    await page.goto(`/invite/${token}`)
    await expect(page.getByRole('button', { name: 'Show password' })).toBeHidden()
    await page.getByLabel('Your name').fill('Grace Hopper')
    await page.getByRole('textbox', { name: 'Password' }).fill(email)
    await page.getByRole('button', { name: 'Join Acme' }).click()
    await expect(page.getByRole('alert').first()).toContainText('not the e-mail address')
    await page.getByLabel('Your name').fill('Grace Hopper')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Join Acme' }).click()
    await expect(page).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))
  })
})

test.describe('signing in', () => {
  // What a wrong password is answered with.
  test.use({ expectedErrors: [/status of 401/] })

  test('leads back to the requested page, and signing out shuts it again', async ({ page, tenant }) => {
    const user = await createMember(tenant.organization.id, 'member', { name: 'Mona', password })
    const path = `/${tenant.organization.slug}/settings/members`
    await page.goto(`${path}?from=mail`)
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
    await fillIn(page, user.email, 'not the password')
    await expect(page.getByRole('alert').first()).toContainText('Wrong e-mail address or password.')
    await expect(page.getByLabel('E-mail address')).toHaveValue(user.email)
    await fillIn(page, user.email.toUpperCase(), password)
    await expect(page).toHaveURL(`${path}?from=mail`)
    await page.goto('/sign-in')
    await expect(page).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL('/sign-in')
    await page.goto(path)
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
  })

  test('never leads to another site', async ({ page }) => {
    const user = await createUser({ password })
    await page.goto('/sign-in?callbackUrl=https%3A%2F%2Fevil.example%2F')
    await fillIn(page, user.email, password)
    await expect(page).toHaveURL('/profile')
  })

  test('is not stopped by a cookie that another page planted', async ({ page, context, baseURL }) => {
    const user = await createUser({ password })
    const planted = { name: 'next-auth.callback-url', value: encodeURIComponent('javascript:alert(1)') }
    await context.addCookies([{ ...planted, url: baseURL ?? '' }])
    await page.goto('/sign-in?error=not-invited')
    await fillIn(page, user.email, password)
    await expect(page).toHaveURL('/profile')
  })

  test('is refused for a while after ten attempts, with the right password too', async ({ page, context }) => {
    const user = await createUser({ password })
    const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json()
    for (let attempt = 0; attempt < 10; attempt++) {
      const form = { csrfToken, email: user.email, password: 'not the password', json: 'true' }
      await context.request.post('/api/auth/callback/credentials', { form })
    }
    await page.goto('/sign-in')
    await fillIn(page, user.email, password)
    await expect(page.getByRole('alert').first()).toContainText('Too many attempts to sign in.')
  })

  test('says why it failed, and what to do about a forgotten password', async ({ page }) => {
    await page.goto('/sign-in?error=account-exists')
    await expect(page.getByRole('alert').first()).toContainText('Sign in with its password')
    await page.goto('/sign-in?error=%3Cscript%3E')
    await expect(page.getByRole('alert').first()).toContainText('Signing in did not work.')
    await page.getByText('Forgot your password?').click()
    await expect(page.getByText('leadline -- user set-password')).toBeVisible()
  })
})

test.describe('an invitation', () => {
  test('makes an account for a new user, once', async ({ page, tenant, signIn, browser }) => {
    await signIn('owner')
    await page.goto(`/${tenant.organization.slug}/settings/members`)
    await hydrated(page)
    await page.getByLabel('E-mail address').fill('Grace@Example.com')
    await page.getByLabel('Role', { exact: true }).selectOption('manager')
    await page.getByRole('button', { name: 'Invite' }).click()
    const link = await page.getByText('/invite/').innerText()
    await page.reload()
    await expect(page.getByText('Invited by Ada Lovelace')).toBeVisible()
    expect(await page.content()).not.toContain(link.slice(-43))

    const grace = await someoneElse(browser)
    await grace.goto(link)
    await expect(grace.getByRole('heading', { name: 'Join Acme' })).toBeVisible()
    await expect(grace.getByText('Ada Lovelace invites grace@example.com as a manager.')).toBeVisible()
    await hydrated(grace)
    await grace.getByLabel('Your name').fill('Grace Hopper')
    await grace.getByRole('textbox', { name: 'Password' }).fill('grace@example.com')
    await grace.getByRole('button', { name: 'Join Acme' }).click()
    await expect(grace.getByRole('alert').first()).toContainText('not the e-mail address')
    await expect(grace.getByLabel('Your name')).toHaveValue('Grace Hopper')
    await grace.getByRole('textbox', { name: 'Password' }).fill(password)
    await grace.getByRole('button', { name: 'Join Acme' }).click()
    await expect(grace).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))
    await grace.goto(link)
    await expect(grace).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))

    const late = await someoneElse(browser)
    const answer = await late.goto(link)
    expect(answer?.status()).toBe(404)
    await expect(late.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible()

    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: 'Grace Hopper' })).toContainText('manager')
    await expect(page.getByText('Invited by')).toHaveCount(0)
  })

  test('lets someone with an account join as themselves', async ({ page, tenant }) => {
    const user = await createUser({ name: 'Katherine Johnson', password })
    const { token } = await createInvitation(operatorOf(tenant.organization.id), { email: user.email, role: 'member' })
    await page.goto(`/invite/${token}`)
    await hydrated(page)
    await page.getByLabel('Your name').fill('Another Name')
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Join Acme' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Wrong e-mail address or password.')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Join Acme' }).click()
    await expect(page.getByText('You are signed in as Katherine Johnson')).toBeVisible()
    await expect(page).toHaveURL(`/invite/${token}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Join Acme' }).click()
    await expect(page).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))
  })

  test('looks the same whether its address has an account or not', async ({ page, tenant }) => {
    const addresses = [(await createUser({ password })).email, `${randomUUID()}@example.com`]
    const shown = addresses.map(async (email) => {
      const { token } = await createInvitation(operatorOf(tenant.organization.id), { email, role: 'member' })
      const markup = await (await page.request.get(`/invite/${token}`)).text()
      const own = new RegExp(`${token}|${email}|nonce="[^"]*"|"nonce":"[^"]*"|\\\\"nonce\\\\":\\\\"[^"]*"`, 'g')
      return markup.replaceAll(own, '')
    })
    const [known, unknown] = await Promise.all(shown)
    expect(known).toContain('The password of your account, or a new one')
    expect(known).toBe(unknown)
  })

  test('says whom it was for, and stays open for them', async ({ page, tenant, signIn }) => {
    const { token } = await createInvitation(operatorOf(tenant.organization.id), {
      email: 'somebody@example.com',
      role: 'owner',
    })
    const stranger = await createUser({ name: 'Mary Jackson' })
    await signIn(stranger)
    await page.goto(`/invite/${token}`)
    await expect(page.getByText('invites somebody@example.com as an owner')).toBeVisible()
    await expect(page.getByText('The invitation names another address')).toBeVisible()
    await signIn('member')
    await page.goto(`/invite/${token}`)
    await expect(page.getByText('You are a member of Acme already.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Acme' }).click()
    await expect(page).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))
  })
})

test('a person without an organization learns how to get into one', async ({ page, signIn }) => {
  await signIn(await createUser())
  await page.goto('/')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'You belong to no organization' })).toBeVisible()
})

test('a person with several organizations switches between them', async ({ page, tenant, signIn }) => {
  const user = await signIn('member')
  const other = await createTenant({ name: 'Other Works' })
  const { token } = await createInvitation(operatorOf(other.organization.id), {
    email: 'anybody@example.com',
    role: 'manager',
  })
  await page.goto(`/invite/${token}`)
  await expect(page.getByText(`(${user.email})`)).toBeVisible()
  await hydrated(page)
  await page.getByRole('button', { name: 'Join Other Works' }).click()
  await expect(page).toHaveURL(new RegExp(`/${other.organization.slug}/`))
  await page.getByRole('button', { name: /^Other Works/ }).click()
  await page.getByRole('link', { name: 'Acme' }).click()
  await expect(page).toHaveURL(new RegExp(`/${tenant.organization.slug}/`))
})

test.describe('an installation with people', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('cannot be set up again', async ({ page }) => {
    await createTenant()
    const answer = await page.goto('/setup')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This server is set up already' })).toBeVisible()
  })
})

test('a theme stays in the browser, whatever the system is', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn('member')
  await page.goto('/profile')
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.body.parentElement ?? document.body).backgroundColor)
  const light = await paper()
  await hydrated(page)
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(paper).not.toBe(light)
  await page.reload()
  expect(await paper()).not.toBe(light)
  await page.getByRole('button', { name: 'As the system' }).click()
  await expect.poll(paper).toBe(light)
})
