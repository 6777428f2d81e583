import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { generateDemo } from '@/lib/demo/generate'
import { loadDemo } from '@/lib/demo/load'
import { refreshSignals } from '@/lib/risk/refresh'
import { refreshRisk } from '@/lib/risk/score/refresh'
import { createTenant, deploymentBody, randomSha, type Tenant } from '@/lib/testing/factories'
import { record, serverUrls } from './support/servers'
import { expect, test } from './support/test'

const hour = 3_600_000
const [url] = serverUrls()
const riskOf = ({ organization }: Tenant) => `/${organization.slug}/risk`

/** Ten deployments of one service in the last hours, of which some failed; the first starts the trial. */
async function deployTen(tenant: Tenant, failed: number): Promise<void> {
  for (let n = 0; n < 10; n += 1) {
    const at = new Date(Date.now() - (n + 1) * hour).toISOString()
    const status = n < failed ? 'failure' : 'success'
    const event = { deploymentId: randomUUID(), commitSha: randomSha(), service: 'api', status }
    await record(url, tenant.token, deploymentBody({ ...event, startedAt: at, completedAt: at }))
  }
}

const signal = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Deployments fail often: api' })

test('a service that fails often is a signal, with its numbers, which people acknowledge and open again', async ({
  page,
  tenant,
  signIn,
}) => {
  await deployTen(tenant, 3)
  await refreshSignals(tenant.organization.id, new Date())
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/insights`)
  await page.getByRole('link', { name: '1 risk signal open' }).click()
  await expect(page).toHaveURL(riskOf(tenant))
  await expect(signal(page)).toContainText('Medium')
  await expect(signal(page)).toContainText('30%')
  await expect(signal(page)).toContainText('Deployments in 28 days10')

  await signal(page).getByRole('button', { name: 'Set the state of Deployments fail often: api' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deployments fail often: api' })
  await dialog.getByLabel('State').selectOption({ label: 'Acknowledged: someone is on it' })
  await dialog.getByLabel('Note').fill('The tests of the release are flaky')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'No signal is open' })).toBeVisible()

  await page.getByRole('navigation', { name: 'States' }).getByRole('link', { name: 'Acknowledged 1' }).click()
  await expect(signal(page)).toContainText('Note: The tests of the release are flaky')
  await signal(page).getByRole('link', { name: 'Deployments fail often: api' }).click()
  await expect(page).toHaveURL(
    /\/insights\/change-failure-rate\?from=20\d\d-\d\d-\d\d&to=20\d\d-\d\d-\d\d&service=api$/,
  )
  await expect(page.getByRole('main')).toContainText('10 deployments')
})

test('open signals stand on the pages of services, on the week and on the wall', async ({ page, tenant, signIn }) => {
  await deployTen(tenant, 3)
  await refreshSignals(tenant.organization.id, new Date())
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/services`)
  await expect(page.getByRole('row').filter({ hasText: '1 risk signal open' })).toHaveCount(1)
  await page.goto(`/${tenant.organization.slug}/services?from=2026-01-01&to=2026-01-31`)
  await expect(page.getByText('risk signal')).toHaveCount(0)
  await page.goto(`/${tenant.organization.slug}/services/api`)
  const signals = page.getByRole('region', { name: 'Risk signals' })
  await expect(signals.getByRole('link', { name: 'Deployments fail often: api' })).toBeVisible()
  await page.goto(`/${tenant.organization.slug}/insights/week`)
  await expect(signals.getByRole('link', { name: 'Deployments fail often: api' })).toBeVisible()
  await page.goto(`/${tenant.organization.slug}/wall`)
  await expect(page.getByText('1 risk signal open')).toBeVisible()
})

test('a server looks automatically', async ({ page, tenant, signIn }) => {
  await deployTen(tenant, 3)
  await signIn('member')
  await expect(async () => {
    // One that looked before there was anything to see is back in five minutes.
    const { id: organizationId } = tenant.organization
    await db().prisma.signalRun.updateMany({ where: { organizationId }, data: { dueAt: new Date() } })
    await page.goto(riskOf(tenant))
    await expect(signal(page)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 150_000 })
})

test('a manager sets what signals begin at, and what is no number is refused', async ({ page, tenant, signIn }) => {
  await deployTen(tenant, 2)
  await signIn('manager')
  await page.goto(riskOf(tenant))
  await page.getByRole('link', { name: 'Thresholds' }).click()
  const share = page.getByLabel('Share that failed (%)')
  await share.fill('many')
  await page.getByRole('button', { name: 'Save thresholds' }).click()
  await expect(page.getByText('"Share that failed" must be a number from 1 to 100')).toBeVisible()
  await share.fill('25')
  await page.getByRole('button', { name: 'Save thresholds' }).click()
  await expect(page.getByText('Saved. Signals follow within five minutes.')).toBeVisible()
  await page.reload()
  await expect(share).toHaveValue('25')
  // A server may have begun to look before.
  await expect(async () => {
    await refreshSignals(tenant.organization.id, new Date())
    await page.goto(riskOf(tenant))
    await expect(page.getByRole('heading', { name: 'No signal is open' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('a member sees what signals begin at and cannot change it', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/settings/risk`)
  await expect(page.getByText('An owner or a manager can change it.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('where the plan does not include it, the page says what it would show', async ({ page, signIn }) => {
  const free = await createTenant({ plan: 'free' })
  await signIn('member', free.organization)
  await page.goto(riskOf(free))
  await expect(page.getByRole('link', { name: 'Part of Business' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'States' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('signals and thresholds fit', async ({ page, tenant, signIn }) => {
    await deployTen(tenant, 3)
    await refreshSignals(tenant.organization.id, new Date())
    await db().prisma.signal.updateMany({
      where: { organizationId: tenant.organization.id },
      data: { name: 'a-service-with-a-name-that-does-not-end-'.repeat(4) },
    })
    await signIn('manager')
    for (const path of [riskOf(tenant), `/${tenant.organization.slug}/settings/risk`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    }
  })
})

test('without enough history there is no score, and what is missing is said', async ({ page, tenant, signIn }) => {
  await deployTen(tenant, 3)
  await refreshRisk(tenant.organization.id, new Date())
  await signIn('member')
  await page.goto(riskOf(tenant))
  await page.getByRole('link', { name: 'Risk of a deployment' }).click()
  await expect(page.getByText('10 production deployments of 365 days have ended, of at least 100')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The test' })).toBeHidden()
})

test('the demo has a model with its test, and scores on deployments and on what waits', async ({
  page,
  tenant,
  signIn,
}) => {
  test.setTimeout(600_000)
  const { id, slug } = tenant.organization
  await loadDemo(id, generateDemo(new Date()))
  await db().prisma.organization.update({ where: { id }, data: { plan: 'business' } })
  await refreshRisk(id, new Date())
  await signIn('member')
  await page.goto(`/${slug}/risk/model`)
  const report = page.getByRole('region', { name: 'The test' })
  await expect(report).toContainText('by the base rate')
  await expect(report).toContainText('it warned of failed')
  await report.getByText('Show as table').click()
  await expect(report.getByRole('row')).toHaveCount(9)
  await expect(page.getByRole('region', { name: 'What raises or lowers the risk here' })).toContainText(
    'Twice the usual changed lines',
  )
  const scored = await db().prisma.riskScore.findFirstOrThrow({ where: { organizationId: id } })
  await page.goto(`/${slug}/deployments/${scored.deploymentId}`)
  await expect(page.getByRole('region', { name: 'Risk' })).toContainText(/\d+%.*the mark of \d+%/)
  await page.goto(`/${slug}/pull-requests/undeployed`)
  await expect(page.getByText(/Deployed now, it is .*% likely to fail/).first()).toBeVisible()
})
