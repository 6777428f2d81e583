import type { Page } from '@playwright/test'
import { deploymentBody } from '@/lib/testing/factories'
import { post, serverUrls } from './support/servers'
import { openSettings, pathOf, rowOf } from './support/settings-page'
import { expect, test } from './support/test'

async function generateKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Generate API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Generate API key' }).click()
  return (await dialog.getByText(/^ldl_[0-9A-Za-z]{46}$/).textContent()) ?? ''
}

test.describe('an API key', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('is shown once, copied, and never in the page again', async ({ page, tenant, signIn }) => {
    await signIn('manager')
    await openSettings(page, tenant)
    const token = await generateKey(page, 'Deploys')
    const dialog = page.getByRole('dialog', { name: 'Your new API key “Deploys”' })
    await expect(dialog.getByText('You will not see this key again.')).toBeVisible()
    await expect(dialog.getByText(`export LEADLINE_API_KEY=${token}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy key' }).click()
    await expect(dialog.getByText('Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    await dialog.getByRole('button', { name: 'I have stored the key' }).click()
    await expect(rowOf(page, `ldl_…${token.slice(-4)}`)).toContainText('Active')

    const secret = token.slice(4, -4)
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('button', { name: 'Generate API key' }).click()
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('')
    await page.getByRole('button', { name: 'Cancel' }).click()
    for (const headers of [{ Accept: 'text/html' }, { RSC: '1' }] as Record<string, string>[]) {
      expect(await (await page.request.get(pathOf(tenant), { headers })).text()).not.toContain(secret)
    }
    const { status } = await post(serverUrls()[1], token, deploymentBody())
    expect(status).toBe(201)
  })

  test('is gone after going away and back, also while it was shown', async ({ page, tenant, signIn }) => {
    await signIn('owner')
    await openSettings(page, tenant)
    const token = await generateKey(page, 'Deploys')
    await page.goto('/healthz')
    await page.goBack()
    await expect(rowOf(page, 'Deploys')).toBeVisible()
    expect(await page.content()).not.toContain(token.slice(4, -4))
  })

  test('is refused from the next request on once it is revoked', async ({ page, tenant, signIn }) => {
    const user = await signIn('manager')
    const { token } = tenant
    expect((await post(serverUrls()[0], token, deploymentBody())).status).toBe(201)
    await openSettings(page, tenant)
    await page.getByRole('button', { name: 'Revoke ci' }).click()
    const dialog = page.getByRole('dialog')
    const display = `ldl_…${token.slice(-4)}`
    await expect(dialog).toContainText(`Pipelines that use ${display} will get 401 from the next request on`)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await post(serverUrls()[1], token, deploymentBody())).status).toBe(201)

    await page.getByRole('button', { name: 'Revoke ci' }).click()
    await dialog.getByRole('button', { name: 'Revoke key' }).click()
    await expect(rowOf(page, display).filter({ hasText: 'posts deployments' })).toContainText(`by ${user.name}`)
    await expect(rowOf(page, display).filter({ hasText: 'posts deployments' })).toContainText('Revoked')
    for (const url of serverUrls()) expect((await post(url, token, deploymentBody())).status).toBe(401)
    await expect(page.getByRole('button', { name: 'Revoke ci' })).toHaveCount(0)
    await expect(rowOf(page, display).filter({ hasText: 'posts deployments' })).toBeFocused()
  })

  test('needs a name, and keeps what was typed', async ({ page, tenant, signIn }) => {
    await signIn('manager')
    await openSettings(page, tenant)
    await page.getByRole('button', { name: 'Generate API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('   ')
    await dialog.getByRole('button', { name: 'Generate API key' }).click()
    await expect(dialog.getByText('Enter a name')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('   ')
  })
})

test('a key that is on its way keeps its dialog open', async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await openSettings(page, tenant)
  let letThrough = () => {}
  const letGo = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(pathOf(tenant), async (route) => {
    if (route.request().method() === 'POST') await letGo
    await route.continue()
  })
  await page.getByRole('button', { name: 'Generate API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Deploys')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByRole('button', { name: 'Generating…' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  letThrough()
  await expect(dialog.getByText(/^ldl_[0-9A-Za-z]{46}$/)).toBeVisible()
})

test('a key that is shown stays until the person says that it is stored', async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await openSettings(page, tenant)
  const token = await generateKey(page, 'Deploys')
  const dialog = page.getByRole('dialog')
  // Browsers let a second Escape through where only the first is refused.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog.getByText(token, { exact: true })).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText(token, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'I have stored the key' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Generate API key' })).toBeFocused()
})
