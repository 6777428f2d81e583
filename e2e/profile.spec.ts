import { changePassword } from '@/lib/accounts/users/change-password'
import { db } from '@/lib/db/db'
import { createTenant, createUser } from '@/lib/testing/factories'
import { serverUrls } from './support/servers'
import { sessionCookie } from './support/sessions'
import { expect, hydrated, test } from './support/test'

const password = 'a sentence beats a word'
const newPassword = 'two sentences beat one'

test('a new name is what others read', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('  Katherine Johnson ')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.goto(`/${tenant.organization.slug}/settings/members`)
  await expect(page.getByRole('main').getByText('Katherine Johnson', { exact: true })).toBeVisible()
})

test('a new password ends every session but this one', async ({ page, signIn, browser, baseURL }) => {
  const user = await createUser({ password })
  await signIn(user)
  const elsewhere = await browser.newContext({ baseURL })
  await elsewhere.addCookies([{ ...(await sessionCookie(user.id)), url: baseURL ?? '' }])
  const other = await elsewhere.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'Your profile' })).toBeVisible()

  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Current password' }).fill('not the password')
  await page.getByRole('textbox', { name: 'New password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Wrong current password.')
  await page.getByRole('textbox', { name: 'Current password' }).fill(password)
  await page.getByRole('textbox', { name: 'New password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The password is changed.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/sign-in/)

  await other.getByLabel('E-mail address').fill(user.email)
  await other.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await hydrated(other)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL('/profile')
})

test('a lost device is signed out from another one', async ({ page, signIn, browser, baseURL }) => {
  const user = await signIn(await createUser())
  const lost = await browser.newContext({ baseURL })
  await lost.addCookies([{ ...(await sessionCookie(user.id)), url: baseURL ?? '' }])
  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
  const other = await lost.newPage()
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/sign-in/)
  await page.reload()
  await expect(page).toHaveURL('/profile')
})

test('sessions are listed, this one marked, and each of the others ends on its own', async ({ page, signIn }) => {
  const user = await signIn(await createUser())
  await db().prisma.session.updateMany({ where: { userId: user.id }, data: { device: 'Safari on iPhone' } })
  const lost = await sessionCookie(user.id)
  const opened = (cookie: { name: string; value: string }) =>
    fetch(`${serverUrls()[1]}/profile`, {
      redirect: 'manual',
      headers: { Cookie: `${cookie.name}=${cookie.value}` },
    })
  expect((await opened(lost)).status).toBe(200)
  await page.goto('/profile')
  await hydrated(page)
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(row('Safari on iPhone (this browser)').getByRole('button')).toHaveCount(0)
  await row('Chrome on Linux').getByRole('button', { name: 'End session' }).click()
  await expect(row('Chrome on Linux')).toHaveCount(0)
  expect((await opened(lost)).status).toBe(307)
  await page.reload()
  await expect(page).toHaveURL('/profile')
})

test('an old session ends no newer one, and says how to', async ({ page, signIn }) => {
  const user = await signIn(await createUser())
  const data = { signedInAt: new Date(Date.now() - 3_600_000), device: 'Safari on iPhone' }
  await db().prisma.session.updateMany({ where: { userId: user.id }, data })
  await sessionCookie(user.id)
  await page.goto('/profile')
  await hydrated(page)
  const newer = page.getByRole('listitem').filter({ hasText: 'Chrome on Linux' })
  await newer.getByRole('button', { name: 'End session' }).click()
  await expect(newer.getByRole('alert')).toContainText('Sign out, sign in again, then end it.')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('alert').getByText('takes a sign-in of the last 15 minutes')).toHaveCount(2)
  await page.reload()
  await expect(newer).toBeVisible()
})

test('a form of a session that was ended leads to signing in', async ({ page, signIn }) => {
  const user = await signIn(await createUser())
  await page.goto('/profile')
  await hydrated(page)
  await changePassword({ userId: user.id, currentPassword: '', newPassword, signedInRecently: true })
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a user without a password sets one', async ({ page, signIn }) => {
  await signIn(await createUser())
  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('textbox', { name: 'New password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('The password is changed.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Current password' })).toBeVisible()
})

test('a session of long ago sets no first password, also after ending all others', async ({
  page,
  context,
  baseURL,
}) => {
  const user = await createUser()
  await context.addCookies([{ ...(await sessionCookie(user.id)), url: baseURL ?? '' }])
  const signedInAt = new Date(Date.now() - 3_600_000)
  await db().prisma.session.updateMany({ where: { userId: user.id }, data: { signedInAt } })
  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
  await page.getByRole('textbox', { name: 'New password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert').first()).toContainText('takes a sign-in of the last 15 minutes')
})

test('an organization is left, and the others stay', async ({ page, tenant, signIn }) => {
  const user = await signIn('member')
  const other = await createTenant({ name: 'Other Works', owner: { email: `owner-of-${user.email}`, password } })
  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Leave Acme' }).click()
  await expect(page.getByText('You see nothing of Acme from the next request on.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave Acme' }).click()
  await expect(page.getByRole('heading', { name: 'You belong to no organization' })).toBeVisible()
  for (const { slug } of [tenant.organization, other.organization]) {
    expect((await page.request.get(`/${slug}/settings/members`)).status()).toBe(404)
  }
})
