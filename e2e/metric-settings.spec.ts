import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { at } from '@/lib/testing/deploy'
import { createHistory, createRepository, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()

const days = 'from=2026-03-01&to=2026-03-14'

/** A pull request that went live half an hour after its merge and three days after its first commit, and a rollback. */
async function seed({ organization: { id: organizationId }, token }: Tenant): Promise<void> {
  const repository = await createRepository(organizationId, 'acme/api')
  const shas = await createHistory(repository, 3)
  const firstCommitAt = new Date('2026-02-27T10:00:00Z')
  const mergedAt = new Date('2026-03-02T09:30:00Z')
  await db().prisma.pullRequest.updateMany({ where: { organizationId }, data: { firstCommitAt, mergedAt } })
  const send = (commitSha: string, fields: Record<string, unknown>) =>
    record(url, token, deploymentBody({ service: 'api', commitSha, ...fields }))
  await send(at(shas, 1), { completedAt: '2026-03-02T10:00:00Z' })
  await send(at(shas, 2), { completedAt: '2026-03-03T10:00:00Z', status: 'rolled_back' })
}

const insights = ({ organization }: Tenant) => `/${organization.slug}/insights`
const settings = ({ organization }: Tenant) => `/${organization.slug}/settings/deployments`
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()
const leadTime = (page: Page) => region(page, 'Lead time for changes')
const failures = (page: Page) => region(page, 'Change failure rate')

test('one link shows everyone the same numbers, no matter who made it', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${insights(tenant)}?${days}`)
  await expect(leadTime(page)).toContainText('30')
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Lead time' }).getByRole('link', { name: 'from the first commit' }).click()
  await expect(page).toHaveURL(/lead-time=first-commit/)
  await expect(leadTime(page)).toContainText('3d')
  const link = page.url()

  await signIn('owner')
  await page.goto(`${insights(tenant)}?${days}`)
  await expect(leadTime(page)).toContainText(', from the merge, ')
  await page.goto(link)
  await expect(leadTime(page)).toContainText('3d')
  await expect(leadTime(page)).toContainText(', from the first commit, ')
})

test('links from page to page keep the lead time that is shown', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${insights(tenant)}?${days}&lead-time=first-commit`)
  await expect(leadTime(page)).toContainText('3d')
  await hydrated(page)
  const asked = 'a[href*="/insights/"], a[href*="/services"], a[href*="/wall"]'
  const hrefs = await page
    .getByRole('main')
    .locator(asked)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThan(15)
  expect(hrefs.filter((href) => !href.includes('lead-time=first-commit'))).toEqual([])

  await page.getByLabel('Service', { exact: true }).selectOption('api')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/service=api&lead-time=first-commit|lead-time=first-commit&service=api/)
  await leadTime(page)
    .getByRole('link', { name: /behind Lead time/ })
    .click()
  await expect(page).toHaveURL(/insights\/lead-time\?.*lead-time=first-commit/)
  await expect(leadTime(page)).toContainText('3d')
  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
  )
  expect(await csv.text()).toContain(String(3 * 86_400))
  await page.getByRole('main').getByRole('link', { name: 'Insights', exact: true }).click()
  await expect(page).toHaveURL(/lead-time=first-commit/)
})

test('a manager sets what everyone sees, and the audit log keeps it', async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await seed(tenant)
  await page.goto(settings(tenant))
  await hydrated(page)
  await page.getByLabel('Lead time starts').selectOption('first-commit')
  await page.getByLabel('Rolled back counts as failed').press('Space')
  await page.getByRole('button', { name: 'Save metric settings' }).press('Enter')
  await expect(page.getByText('Saved for everyone in the organization.')).toBeVisible()
  await expect(page.getByLabel('Lead time starts')).toHaveValue('first-commit')
  await expect(page.getByLabel('Rolled back counts as failed')).not.toBeChecked()
  await expectAccessible(page)

  for (const role of ['member', 'owner'] as const) {
    await signIn(role)
    await page.goto(`${insights(tenant)}?${days}`)
    await expect(leadTime(page)).toContainText('3d')
    await expect(failures(page)).toContainText('0%')
    await page.goto(`${insights(tenant)}?${days}&lead-time=merge`)
    await expect(leadTime(page)).toContainText(', from the merge, ')
  }
  await page.goto(`/${tenant.organization.slug}/settings/audit`)
  await expect(page.getByRole('main')).toContainText('changed the start of lead time from merge to first-commit')
})

test('a member reads the settings and cannot change them', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await page.goto(settings(tenant))
  const section = page.getByRole('region', { name: 'How metrics are counted' })
  await expect(section).toContainText('Lead timefrom the merge')
  await expect(section).toContainText('Rolled backcounts as failed')
  await expect(section.getByRole('button')).toHaveCount(0)
})
