import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { db } from '@/lib/db/db'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { createHistory, createRepository, deploymentBody } from '@/lib/testing/factories'
import { post, record, serverUrls } from './support/servers'
import { openSettings, rowOf } from './support/settings-page'
import { expect, test } from './support/test'

test('the tables keep room for names and reasons at every width', async ({ page, tenant, signIn }) => {
  await createApiKey(operatorOf(tenant.organization.id), 'W'.repeat(99))
  await post(serverUrls()[0], tenant.token, deploymentBody({ deploymentId: 'x'.repeat(200), commitSha: 'nope' }))
  await signIn('manager')
  await openSettings(page, tenant)
  const reason = page.getByText('commitSha must be a valid hex string (5-40 characters)')
  await expect(async () => {
    await page.reload()
    await expect(reason).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const width of [390, 780, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    for (const cell of [rowOf(page, 'WWW').getByRole('rowheader'), reason]) {
      expect((await cell.boundingBox())?.width).toBeGreaterThan(200)
    }
  }
})

test('the snippets are tabs that the keyboard reaches', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await createRepository(tenant.organization.id, 'acme/billing')
  await openSettings(page, tenant)
  const tab = (name: string) => page.getByRole('tab', { name })
  const panel = page.getByRole('tabpanel')
  await tab('GitHub Actions').focus()
  await expect(panel).toContainText('secrets.LEADLINE_API_KEY')
  await page.keyboard.press('ArrowRight')
  await expect(tab('GitLab CI')).toBeFocused()
  await expect(panel).toContainText('after_script')
  await page.keyboard.press('End')
  await expect(tab('Any shell')).toHaveAttribute('aria-selected', 'true')
  await expect(panel).toContainText(`${serverUrls()[0]}/report.sh | sh -s -- finish success --strict --service billing`)
  await page.keyboard.press('ArrowRight')
  await expect(tab('GitHub Actions')).toBeFocused()
})

test('a test event is recorded and starts the trial', async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await openSettings(page, tenant)
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const link = page.getByRole('link', { name: /^leadline-test-/ })
  await expect(link).toBeVisible()
  const stored = await db().prisma.deployment.findFirstOrThrow({ where: { organizationId: tenant.organization.id } })
  expect(stored).toMatchObject({ environment: 'test', production: false, externalId: await link.textContent() })
  await expect(link).toHaveAttribute('href', `/${tenant.organization.slug}/deployments/${stored.id}`)
  const { trialEndsAt } = await db().prisma.organization.findFirstOrThrow({ where: { id: tenant.organization.id } })
  expect(trialEndsAt).not.toBeNull()
})

test('a payload is checked without a trace', async ({ page, tenant, signIn }) => {
  const repository = await createRepository(tenant.organization.id, 'acme/api')
  const shas = await createHistory(repository, 3)
  await signIn('manager')
  await openSettings(page, tenant)
  const check = async (text: string) => {
    await page.getByLabel('Payload', { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Check payload' }).click()
  }
  await page.getByRole('button', { name: 'Check payload' }).click()
  await expect(page.getByText('The webhook would answer 201: a new deployment.')).toBeVisible()
  await expect(rowOf(page, '#3 Change 3')).toContainText('its merge commit was deployed')

  const hostile = '<img src=x onerror="document.title=1">'
  await check(JSON.stringify(deploymentBody({ commitSha: shas[0], environment: 'staging', branch: hostile })))
  await expect(page.getByText('Only deployments to production ship pull requests')).toBeVisible()
  await expect(page.getByText(hostile, { exact: true })).toBeVisible()

  // A request with its head, and more of what looks like the inside of a form than any form holds.
  await check(`Content-Type: application/json\n\n${JSON.stringify(Array(1_100).fill('$1'))}`)
  await expect(page.getByText('body is not valid JSON')).toBeVisible()

  await check('{"commitSha": "nope", "deploymentId": "a"}')
  await expect(page.getByText('The webhook would answer 400 and store nothing.')).toBeVisible()
  await expect(page.getByText('Invalid payload: commitSha must be a valid hex string (5-40 characters)')).toBeVisible()
  await expect(page.getByLabel('Payload', { exact: true })).toHaveValue('{"commitSha": "nope", "deploymentId": "a"}')
  const where = { organizationId: tenant.organization.id }
  expect(await db().prisma.deployment.count({ where })).toBe(0)
  expect(await db().prisma.webhookRequest.count({ where })).toBe(0)
})

test('production names and time zone are set, and deployments linked again', async ({ page, tenant, signIn }) => {
  const repository = await createRepository(tenant.organization.id, 'acme/api')
  const shas = await createHistory(repository, 3)
  await record(serverUrls()[0], tenant.token, deploymentBody({ commitSha: shas[1], environment: 'live' }))
  await signIn('owner')
  await openSettings(page, tenant)
  await page.getByLabel('Production environments').fill('production\n Live \n')
  await page.getByRole('button', { name: 'Save environments' }).click()
  await expect(page.getByText('1 deployment changed and was linked again.')).toBeVisible()
  expect(await db().prisma.deploymentPullRequest.count({ where: { organizationId: tenant.organization.id } })).toBe(1)
  await expect(page.getByLabel('Production environments')).toHaveValue('production\nLive')
  await page.getByLabel('Production environments').fill(' ')
  await page.getByRole('button', { name: 'Save environments' }).click()
  await expect(page.getByText('At least one production name is required')).toBeVisible()

  await (await setProductionNames(operatorOf(tenant.organization.id), ['production', 'eu'])).linked
  await page.getByLabel('Time zone', { exact: true }).selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save time zone' }).click()
  await expect(page.getByText('Times in Asia/Tokyo.')).toBeVisible()
  await expect(page.getByLabel('Production environments')).toHaveValue('production\neu')
  await page.reload()
  await expect(page.getByLabel('Production environments')).toHaveValue('production\neu')
  await expect(page.getByLabel('Time zone', { exact: true })).toHaveValue('Asia/Tokyo')
})

test('recent events show what was refused and why, and are found', async ({ page, tenant, signIn }) => {
  const [url] = serverUrls()
  const accepted = await post(url, tenant.token, deploymentBody({ deploymentId: 'run-1' }))
  const refused = await post(url, tenant.token, deploymentBody({ deploymentId: 'run-2', commitSha: 'nope' }))
  await signIn('member')
  await openSettings(page, tenant)
  const row = rowOf(page, 'run-2')
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 1_000 })
    await expect(rowOf(page, 'run-1')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(row).toContainText('400')
  await expect(row).toContainText('commitSha must be a valid hex string (5-40 characters)')
  await expect(row).toContainText(`ldl_…${tenant.token.slice(-4)}`)
  await expect(row).toContainText(refused.headers.get('x-request-id') ?? 'no id')
  const stored = `/${tenant.organization.slug}/deployments/${accepted.body.deploymentId}`
  await expect(page.getByRole('link', { name: 'run-1' })).toHaveAttribute('href', stored)

  await page.getByRole('link', { name: 'Refused only' }).click()
  await expect(page).toHaveURL(/events=refused/)
  await expect(rowOf(page, 'run-1')).toHaveCount(0)
  await expect(row).toBeVisible()
  await page.getByRole('searchbox').fill(accepted.headers.get('x-request-id') ?? '')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('No such request')).toBeVisible()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(rowOf(page, 'run-1')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a member reads everything and changes nothing', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await openSettings(page, tenant)
  await expect(rowOf(page, `ldl_…${tenant.token.slice(-4)}`)).toContainText('Active')
  await expect(page.getByText('Production environments')).toBeVisible()
  for (const name of [/generate/i, /revoke/i, /send a test/i, /check payload/i, /save/i]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
})

test('a former manager is refused by every form', async ({ page, tenant, signIn }) => {
  const { id: userId } = await signIn('manager')
  await openSettings(page, tenant)
  const { organization } = tenant
  const membership = { organizationId_userId: { organizationId: organization.id, userId } }
  await db().prisma.membership.update({ where: membership, data: { role: 'member' } })
  const refusal = page.getByText('Only an owner or a manager can do this')
  for (const [count, name] of ['Send a test event', 'Check payload', 'Save environments', 'Save time zone'].entries()) {
    await page.getByRole('button', { name }).click()
    await expect(refusal).toHaveCount(count + 1)
  }
  await page.getByRole('button', { name: 'Revoke ci' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(refusal).toHaveCount(5)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Generate API key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Deploys')
  await page.getByRole('dialog').getByRole('button', { name: 'Generate API key' }).click()
  await expect(page.getByRole('dialog').getByText('Only an owner or a manager can do this')).toBeVisible()
  expect(await db().prisma.apiKey.count({ where: { organizationId: organization.id, revokedAt: null } })).toBe(1)
  expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
})
