import { deploymentBody } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()

test('a few keys lead to a deployment, and Escape back to where the focus was', async ({ page, tenant, signIn }) => {
  const { slug } = tenant.organization
  const sent = { service: 'checkout', deploymentId: 'release-42' }
  const { body } = await record(url, tenant.token, deploymentBody(sent))
  const { deploymentId } = body as { deploymentId: number }
  await signIn('member')
  await page.goto(`/${slug}/services`)
  await hydrated(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const field = palette.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(palette.getByRole('option').first()).toHaveAccessibleName(/^Insights/)
  await expectAccessible(page)
  await field.fill('checkout')
  await expect(palette.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(palette.getByRole('option', { selected: true })).toContainText('release-42')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/${slug}/deployments/${deploymentId}`)
  await expect(palette).toBeHidden()

  const opener = page.getByRole('button', { name: /^Go to…/ })
  await opener.press('Enter')
  await field.fill('nothing is called so')
  await expect(palette.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(opener).toBeFocused()
})

test('it says that it searches, and Enter waits for what is found', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/services`)
  await hydrated(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await expect(palette.getByRole('option').first()).toHaveAccessibleName(/^Insights/)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/search?q=calend', async (route) => {
    await answered
    await route.continue()
  })
  await palette.getByRole('combobox').fill('calend')
  await expect(palette.getByRole('status')).toHaveText('Searching…')
  await page.keyboard.press('Enter')
  await expect(palette).toBeVisible()
  answer()
  await expect(page).toHaveURL(/\/settings\/calendar$/)
})

test('a page is opened with a finger on a phone', async ({ page, tenant, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/services`)
  await hydrated(page)
  await page.getByRole('button', { name: /^Go to…/ }).click()
  await page.getByRole('combobox').fill('calend')
  await page.getByRole('option', { name: /calendar/ }).click()
  await expect(page).toHaveURL(/\/settings\/calendar$/)
})
