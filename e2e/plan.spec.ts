import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { deploymentBody, type Tenant } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { post, record, serverUrls } from './support/servers'
import { rowOf } from './support/settings-page'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()
const run = promisify(execFile)
const leadline = fileURLToPath(new URL('../cli/leadline.mjs', import.meta.url))

const planPath = ({ organization }: Tenant) => `/${organization.slug}/settings/plan`
const insightsPath = ({ organization }: Tenant) => `/${organization.slug}/insights`
const locks = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Part of Business' })

/** A success and one that was rolled back, an hour ago. Starts the trial. */
async function seed({ token }: Tenant): Promise<void> {
  const completedAt = new Date(Date.now() - 3_600_000).toISOString()
  const times = { startedAt: completedAt, completedAt }
  for (const status of ['success', 'rolled_back']) await record(url, token, deploymentBody({ status, ...times }))
}

async function endTrial({ organization: { id } }: Tenant): Promise<void> {
  await db().prisma.organization.update({ where: { id }, data: { trialEndsAt: new Date(Date.now() - 1000) } })
}

test('a trial opens everything until its end, and the plan opens it again', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await page.goto(planPath(tenant))
  await expect(page.getByText('Not started. It starts with the first event')).toBeVisible()
  await expect(page.getByText(/^Leadline \d+\.\d+\.\d+$/)).toBeVisible()

  await seed(tenant)
  await page.goto(insightsPath(tenant))
  await expect(page.getByRole('heading', { name: 'Change failure rate' }).first()).toBeVisible()
  await expect(locks(page)).toHaveCount(0)
  await page.getByRole('complementary', { name: 'Trial' }).getByRole('link', { name: 'See the plan' }).click()
  await expect(page).toHaveURL(planPath(tenant))
  await expect(page.getByText('Running, 14 days left.')).toBeVisible()
  await expect(rowOf(page, 'All metrics')).not.toContainText('Locked now')

  await endTrial(tenant)
  await page.goto(insightsPath(tenant))
  await expect(page.getByRole('region', { name: 'Deployment frequency' }).first()).toContainText('1')
  await page.goto(`${insightsPath(tenant)}/lead-time`)
  await expect(locks(page)).toHaveCount(1)
  await page.getByRole('main').getByRole('link', { name: 'Insights' }).click()
  await expect(page).toHaveURL(insightsPath(tenant))
  await locks(page).first().click()
  await expect(page).toHaveURL(planPath(tenant))
  await expect(
    page
      .getByRole('definition')
      .getByText('All metrics, Risk signals, Notifications, Assistants and HTTP API, Words from a model', {
        exact: true,
      }),
  ).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/risk score/i)
  await expect(rowOf(page, 'All metrics')).toContainText('Locked now')
  await expect(rowOf(page, 'Deployment frequency')).not.toContainText('Locked now')
  expect((await post(url, tenant.token, deploymentBody())).status).toBe(201)

  const command = await page.locator('pre').innerText()
  await run(process.execPath, [leadline, ...command.replace(/^.* -- /, '').split(' ')])
  await page.goto(insightsPath(tenant))
  await expect(page.getByRole('heading', { name: 'Change failure rate' }).first()).toBeVisible()
  await expect(locks(page)).toHaveCount(0)
  await page.goto(planPath(tenant))
  await expect(page.getByRole('columnheader', { name: 'Business, Enterprise' })).toHaveAccessibleName(/Your plan$/)
})

test('on Free each service has its deployments day by day and their rate, and what is locked is said once', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  const completedAt = new Date(Date.now() - 2 * 24 * 3_600_000).toISOString()
  const instants = { startedAt: completedAt, completedAt }
  for (const [service, status] of [
    ['api', 'success'],
    ['api', 'success'],
    ['api', 'failure'],
    ['web', 'success'],
  ] as const) {
    await record(url, tenant.token, deploymentBody({ service, status, ...instants }))
  }
  // A period that is over: the rate of one that is not moves with the time.
  const [from, to] = [8, 1].map((days) => new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10))
  const path = `/${tenant.organization.slug}/services?from=${from}&to=${to}`
  const api = page.getByRole('row', { name: /^api/ })
  const rate = api.getByRole('cell', { name: /^3 / })
  const days = api.getByRole('img', { name: /2 and 1 failed/ })
  await page.goto(path)
  await expect(days).toBeVisible()
  const onTrial = await rate.innerText()
  await endTrial(tenant)
  await page.reload()
  await expect(locks(page)).toHaveCount(1)
  await expect(page.getByRole('columnheader')).toHaveText([/^Service/, /^Days/, /^Deployments/, /^Latest deployment/])
  await expect(days).toBeVisible()
  await expect(rate).toHaveText(onTrial, { useInnerText: true })

  await page.goto(`${insightsPath(tenant)}?from=${from}&to=${to}`)
  const services = page.getByRole('region', { name: 'Services' })
  await expect(services.getByRole('figure', { name: 'api' })).toContainText('2 of 3 succeeded, ')
  await expect(services.getByRole('figure', { name: 'web' })).toContainText('1 of 1 succeeded, ')
  await expect(services.getByRole('link', { name: 'Part of Business' })).toHaveCount(1)
  await services.getByRole('link', { name: 'All services' }).click()
  await expect(page).toHaveURL(path)
})

test('the command that changes the plan can be copied', async ({ page, context, tenant, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('member')
  await page.goto(planPath(tenant))
  await hydrated(page)
  await page.getByRole('button', { name: 'Copy command' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`npm run -s leadline -- org plan --org ${tenant.organization.slug} --plan business`)
})

test(`axe finds nothing wrong in the trial and after it`, async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  const expectAccessiblePlan = async () => {
    await page.goto(planPath(tenant))
    await expectAccessible(page)
  }
  await expectAccessiblePlan()
  await endTrial(tenant)
  await expectAccessiblePlan()
})
