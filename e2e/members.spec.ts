import type { Page } from '@playwright/test'
import { changeRole } from '@/lib/accounts/members/change-role'
import { createMember } from '@/lib/testing/factories'
import { serverUrls } from './support/servers'
import { sessionCookie } from './support/sessions'
import { expect, hydrated, test } from './support/test'

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a role that is changed counts on the next request', async ({ page, tenant, signIn, browser }) => {
  await signIn('owner')
  const mona = await createMember(tenant.organization.id, 'member', { name: 'Mona' })
  const context = await browser.newContext({ baseURL: serverUrls()[1] })
  await context.addCookies([{ ...(await sessionCookie(mona.id)), url: serverUrls()[1] }])
  const hers = await context.newPage()
  const path = `/${tenant.organization.slug}/settings/members`
  await hers.goto(path)
  await expect(hers.getByText('Owners and managers invite others.')).toBeVisible()
  await expect(hers.getByRole('button', { name: 'Invite' })).toHaveCount(0)

  await page.goto(path)
  await hydrated(page)
  await page.getByRole('button', { name: 'Change role of Mona' }).click()
  await page.getByRole('dialog').getByLabel('Manager:').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'Mona')).toContainText('manager', { ignoreCase: true })
  await expect(page.getByRole('button', { name: 'Change role of Mona' })).toBeFocused()

  await hers.reload()
  await expect(hers.getByRole('button', { name: 'Invite' })).toBeVisible()
  await expect(hers.getByLabel('Role', { exact: true }).locator('option')).toHaveText(['Member', 'Manager'])
  await expect(row(hers, 'Ada Lovelace').getByRole('button')).toHaveCount(0)
})

test.describe('a member who is removed', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('is shut out on the next request', async ({ page, tenant, signIn, browser }) => {
    await signIn('manager')
    const mona = await createMember(tenant.organization.id, 'member', { name: 'Mona' })
    const context = await browser.newContext({ baseURL: serverUrls()[1] })
    await context.addCookies([{ ...(await sessionCookie(mona.id)), url: serverUrls()[1] }])
    const hers = await context.newPage()
    const path = `/${tenant.organization.slug}/settings/members`
    expect((await hers.goto(path))?.status()).toBe(200)

    await page.goto(path)
    await hydrated(page)
    await page.getByRole('button', { name: 'Remove Mona' }).click()
    await expect(page.getByText('They see nothing of Acme from the next request on.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Mona')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Mona' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Mona' }).click()
    await expect(row(page, 'Mona')).toHaveCount(0)
    await expect(row(page, '(you)')).toBeFocused()

    expect((await hers.goto(path))?.status()).toBe(404)
    await hers.goto('/')
    await expect(hers.getByRole('heading', { name: 'You belong to no organization' })).toBeVisible()
  })
})

test('the last owner stays, also when the page is out of date', async ({ page, tenant, signIn }) => {
  const { id: organizationId, slug } = tenant.organization
  const owner = await signIn('owner')
  const other = await createMember(organizationId, 'owner', { name: 'Olga' })
  await page.goto(`/${slug}/settings/members`)
  await hydrated(page)
  await changeRole({ organizationId, userId: owner.id }, { userId: other.id, role: 'member' })
  await page.getByRole('button', { name: 'Leave Acme' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave Acme' }).click()
  await expect(page.getByRole('alert').first()).toContainText('This is the last owner.')
  await page.reload()
  await expect(page.getByText('The last owner stays')).toBeVisible()
  await expect(row(page, '(you)').getByRole('button')).toHaveCount(0)
})

test('an invitation is revoked', async ({ page, tenant, signIn, browser }) => {
  await signIn('manager')
  await page.goto(`/${tenant.organization.slug}/settings/members`)
  await hydrated(page)
  await page.getByLabel('E-mail address').fill('grace@example.com')
  await page.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByText('/invite/').innerText()
  await page.getByRole('button', { name: 'Revoke the invitation of grace@example.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(row(page, 'Invited by')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Invite someone' })).toBeFocused()
  const visitor = await (await browser.newContext()).newPage()
  expect((await visitor.goto(link))?.status()).toBe(404)
})

test('an address that is a member already is refused in words', async ({ page, tenant, signIn }) => {
  const user = await signIn('owner')
  await page.goto(`/${tenant.organization.slug}/settings/members`)
  await hydrated(page)
  await page.getByLabel('E-mail address').fill(user.email)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('alert').first()).toContainText(`${user.email} is a member already`)
})
