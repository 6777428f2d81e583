import { deploymentBody, type Tenant } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** One deployment of `api`, just now. */
async function seed(tenant: Tenant): Promise<void> {
  const instants = { startedAt: minutesAgo(9), completedAt: minutesAgo(5) }
  await record(url, tenant.token, deploymentBody({ service: 'api', ...instants }))
}

const pathOf = ({ organization }: Tenant, rest: string) => `/${organization.slug}${rest}`

test('there is no report on an unknown name, but a way out of it', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(pathOf(tenant, '/insights?range=7d&service=nosuch'))
  await hydrated(page)
  const main = page.getByRole('main')
  await expect(page.getByRole('alert').filter({ hasText: 'No service is called “nosuch”.' })).toBeVisible()
  await expect(page.getByLabel('Service', { exact: true })).toHaveValue('nosuch')
  await expect(main).not.toContainText('No deployment reached production')
  await expect(page.getByRole('region')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/insights?range=7d'))
  await expect(main).toContainText('1 deployment ')
  await expect(page.getByRole('region', { name: 'Deployment frequency' })).toBeVisible()
})

test('a week of an unknown name leads to that week of everything', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(pathOf(tenant, '/insights/week?week=2026-W10&team=nosuch'))
  await expect(page.getByRole('alert').filter({ hasText: 'No team is called “nosuch”.' })).toBeVisible()
  await expect(page.getByRole('region')).toHaveCount(0)
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/insights/week?week=2026-W10'))
  await expect(page.getByRole('region', { name: 'Deployment frequency' })).toBeVisible()
})

test('a wall of an unknown name says only that', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(pathOf(tenant, '/wall?service=nosuch'))
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme · nosuch')
  await expect(page.getByRole('alert').filter({ hasText: 'No service is called “nosuch”.' })).toBeVisible()
  await expect(page.getByText(/Updated .+, UTC/)).toBeVisible()
  await expect(page.getByRole('region')).toHaveCount(0)
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/wall'))
  await expect(page.getByRole('region', { name: 'Latest deployments to production' })).toContainText('api')
})

for (const path of ['/services', '/services/api']) {
  test(`${path} shows no figures of an unknown environment`, async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    await page.goto(pathOf(tenant, `${path}?range=7d&environment=nosuch`))
    await expect(
      page.getByRole('alert').filter({ hasText: 'No environment of production is called “nosuch”.' }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nothing to report on' })).toBeVisible()
    await expect(page.getByText('Low', { exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Clear all filters' }).click()
    await expect(page).toHaveURL(pathOf(tenant, `${path}?range=7d`))
    await expect(page.getByRole('heading', { name: 'Nothing to report on' })).toHaveCount(0)
  })
}
