import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { at } from '@/lib/testing/deploy'
import { createHistory, createRepository, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { record, serverUrls } from './support/servers'
import { expect, test } from './support/test'

const [url] = serverUrls()

const pathOf = ({ organization }: Tenant, rest: string) => `/${organization.slug}${rest}`
const sticksOut = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** One deployment on 5 March, of a pull request that was merged an hour and a half before. */
async function seed(tenant: Tenant) {
  const repository = await createRepository(tenant.organization.id, 'acme/api')
  const shas = await createHistory(repository, 2)
  const mergedAt = new Date('2026-03-05T08:30:00Z')
  await db().prisma.pullRequest.updateMany({ where: { repositoryId: repository.id, number: 2 }, data: { mergedAt } })
  const instants = { startedAt: '2026-03-05T09:55:00Z', completedAt: '2026-03-05T10:00:00Z' }
  const commits = { commitSha: at(shas, 1), previousCommitSha: at(shas, 0) }
  await record(url, tenant.token, deploymentBody({ service: 'api', ...commits, ...instants }))
}

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('a deployment with its times fits, and says in words what was not sent', async ({ page, tenant, signIn }) => {
    await signIn('member')
    const completedAt = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString()
    await record(url, tenant.token, deploymentBody({ service: 'api', startedAt: completedAt, completedAt }))
    const { id } = await db().prisma.deployment.findFirstOrThrow({ where: { organizationId: tenant.organization.id } })
    await page.goto(pathOf(tenant, `/deployments/${id}`))
    await expect(page.getByText('3 days ago').first()).toBeVisible()
    await expect(page.getByText('Not sent').first()).toBeVisible()
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('services have all their numbers, and dashes their reason', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    await page.goto(pathOf(tenant, '/insights?from=2026-03-01&to=2026-03-14'))
    const services = page.getByRole('region', { name: 'Services' })
    const api = services.getByRole('row').filter({ hasText: 'api' })
    for (const title of ['Frequency', 'Lead time', 'Change failure rate', 'Recovery', 'Rework']) {
      await expect(api.getByText(title, { exact: true })).toBeVisible()
    }
    await expect(services.getByText('A dash stands where no incident was closed.')).toBeVisible()
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
  })

  test('badges stay within the page, and so does the reference of an endpoint', async ({ page, tenant, signIn }) => {
    const { id } = tenant.organization
    await db().prisma.organization.update({ where: { id }, data: { plan: 'business', badgeToken: 'a'.repeat(43) } })
    await signIn('member')
    await page.goto(pathOf(tenant, '/settings/assistants'))
    await expect(page.getByText('[![Lead time for changes]')).toBeVisible()
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
    await page.goto('/docs/api/list_deployments')
    const name = page.getByRole('rowheader').getByText('environment', { exact: true })
    await expect(name).toBeVisible()
    expect(await name.evaluate((code) => code.getClientRects().length)).toBe(1)
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
  })

  test('the labels of an axis of durations stay within the page', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    await page.goto(pathOf(tenant, '/insights?from=2026-03-05&to=2026-03-05'))
    const label = page.getByText('1\u00a0h 30\u00a0min', { exact: true }).locator('visible=true')
    await expect(label.first()).toBeVisible()
    const left = (await page.getByRole('main').getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0
    const boxes = await Promise.all((await label.all()).map((one) => one.boundingBox()))
    for (const box of boxes) expect(box?.x).toBeGreaterThanOrEqual(left)
  })
})
