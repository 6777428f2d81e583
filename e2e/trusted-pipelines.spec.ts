import { deploymentBody } from '@/lib/testing/factories'
import { startTokenIssuer } from '@/lib/testing/token-issuer'
import { post, serverUrls } from './support/servers'
import { openSettings, rowOf } from './support/settings-page'
import { expect, test } from './support/test'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a manager trusts a pipeline with the keyboard, copies its audience, and revokes it', async ({
  page,
  tenant,
  signIn,
}) => {
  const issuer = await startTokenIssuer()
  const user = await signIn('manager')
  await openSettings(page, tenant)
  await expect(page.getByText('No trusted pipeline yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add trusted pipeline' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add trusted pipeline' })
  await expect(dialog.getByLabel('CI system')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('acme/api')
  await page.keyboard.press('Tab')
  await page.keyboard.type('main')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(issuer.issuer)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const row = rowOf(page, 'only branch main')
  await expect(row).toContainText('acme/api')
  await expect(row).toContainText('Active')

  const audience = `${serverUrls()[0]}/${tenant.organization.slug}`
  await page.getByRole('button', { name: 'Copy audience' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(audience)
  const snippets = page.getByRole('tablist', { name: 'Trusted pipelines' })
  await expect(page.getByText(`LEADLINE_AUDIENCE: ${audience}`)).toBeVisible()
  await snippets.getByRole('tab', { name: 'GitLab CI' }).click()
  await expect(page.getByText(`aud: ${audience}`)).toBeVisible()

  const token = await issuer.sign(audience)
  expect((await post(serverUrls()[0], token, deploymentBody())).status).toBe(201)
  await page.reload()
  await expect(rowOf(page, 'only branch main')).toContainText('repository id 74')
  await page.getByRole('button', { name: 'Revoke acme/api' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke trust' }).click()
  await expect(rowOf(page, 'only branch main')).toContainText(`by ${user.name}`)
  await expect(page.getByRole('button', { name: 'Revoke acme/api' })).toHaveCount(0)
  expect((await post(serverUrls()[0], token, deploymentBody())).status).toBe(401)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Token refused: this trust is revoked').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await issuer.stop()
})

test('what is wrong is said at its field, and what was typed stays', async ({ page, tenant, signIn }) => {
  await signIn('owner')
  await openSettings(page, tenant)
  await page.getByRole('button', { name: 'Add trusted pipeline' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('CI system').selectOption('GitLab CI')
  await dialog.getByRole('textbox', { name: 'Project' }).fill('api')
  await dialog.getByLabel('Branch', { exact: true }).fill('main')
  await dialog.getByLabel('Tag', { exact: true }).fill('v*')
  await dialog.getByLabel('Protected branches and tags only').check()
  await dialog.getByLabel('Issuer of the tokens').fill('gitlab.example.com')
  await dialog.getByRole('button', { name: 'Add trusted pipeline' }).click()
  await expect(dialog.getByText('Enter the path of the project, such as group/project')).toBeVisible()
  await expect(dialog.getByText('Enter an https:// address, such as https://gitlab.example.com')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Project' })).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('CI system')).toHaveValue('gitlab')
  await expect(dialog.getByRole('textbox', { name: 'Project' })).toHaveValue('api')
  await expect(dialog.getByText('Enter a branch or tags, not both: add one for each')).toBeVisible()
  await expect(dialog.getByLabel('Protected branches and tags only')).toBeChecked()

  await dialog.getByRole('textbox', { name: 'Project' }).fill('acme/api')
  await dialog.getByLabel('Issuer of the tokens').fill('http://127.0.0.1:9')
  await dialog.getByRole('button', { name: 'Add trusted pipeline' }).click()
  await dialog.getByLabel('Branch', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Add trusted pipeline' }).click()
  await expect(dialog.getByText('127.0.0.1:9 cannot be reached')).toBeVisible()

  const issuer = await startTokenIssuer()
  await dialog.getByLabel('Issuer of the tokens').fill(issuer.issuer)
  await dialog.getByRole('button', { name: 'Add trusted pipeline' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'only tag v*, protected refs')).toContainText('acme/api')
  await issuer.stop()
})

test('a member sees trusted pipelines, and changes none', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await openSettings(page, tenant)
  await expect(page.getByText('An owner or a manager can add one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add trusted pipeline' })).toHaveCount(0)
})
