import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestRepository } from '@/lib/sources/git-import/test-repository'
import { emptyServer } from './support/servers'
import { setupLinkOf } from './support/setup-link'
import { expect, hydrated, test } from './support/test'

const run = promisify(execFile)
const leadline = fileURLToPath(new URL('../cli/leadline.mjs', import.meta.url))

const setupLink = () => setupLinkOf(emptyServer())

test.use({ expectedErrors: [/status of 404/] })

// Chromium calls it by its older name.
test.use({ timezoneId: 'Asia/Calcutta' })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('what is refused at set-up is said', async ({ page }) => {
    await page.goto(await setupLink())
    await page.getByLabel('Name', { exact: true }).fill('Acme Rockets')
    await page.getByLabel('Short name').fill('not a slug')
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@acme.example')
    await page.getByRole('textbox', { name: 'Password' }).fill('a sentence beats a word')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.locator('#slug-error')).toBeVisible()
  })
})

test('from the first start to a linked deployment on screen', async ({ page }) => {
  const { url, databaseUrl } = emptyServer()
  await page.goto(url)
  await expect(page).toHaveURL(/\/setup$/)
  await expect(page.getByRole('heading', { name: 'Open the setup link' })).toBeVisible()
  await page.goto(`${url}/setup?token=${'x'.repeat(22)}`)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const link = await setupLink()
  await page.goto(link)
  await hydrated(page)
  await page.getByLabel('Name', { exact: true }).fill('Acme Rockets')
  await expect(page.getByLabel('Short name')).toHaveValue('acme-rockets')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Kolkata')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill('ada@acme.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('a sentence beats a word')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page).toHaveURL(/\/acme-rockets\/settings\/deployments$/)

  const clone = createTestRepository()
  const commits = [{ id: 1 }, { id: 2, parents: [1], message: 'Fuel the second stage (#7)' }]
  clone.write(commits, { 'refs/heads/main': 2 })
  const importing = ['import', 'git', '--org', 'acme-rockets', '--repository', 'rocket', '--path', clone.path]
  await run(process.execPath, [leadline, ...importing], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })

  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Generate API key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Generate API key' }).click()
  await expect(page.getByText('You will not see this key again.')).toBeVisible()
  const command = await page.getByRole('dialog').locator('pre').innerText()
  // The tests have an address of their own in this variable.
  const { stderr } = await run('sh', ['-c', command], { cwd: clone.path, env: { ...process.env, LEADLINE_URL: '' } })
  expect(stderr).toContain('recorded: rocket to production, success, 1 pull request')

  await page.getByRole('button', { name: 'I have stored the key' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deployments' }).click()
  await page
    .getByRole('link', { name: /manual-|rocket/ })
    .first()
    .click()
  await expect(page.getByText('Fuel the second stage')).toBeVisible()
  await expect(page.getByText('#7')).toBeVisible()
  clone.remove()

  await page.goto(link)
  await expect(page.getByText('This server is set up already')).toBeVisible()
})
