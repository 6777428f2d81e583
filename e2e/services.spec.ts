import { db } from '@/lib/db/db'
import {
  createHistory,
  createPullRequest,
  createRepository,
  deploymentBody,
  type Tenant,
} from '@/lib/testing/factories'
import { calendarPeriodOf, calendarTitle } from '@/lib/time/calendar-period'
import { expectAccessible } from './support/accessible'
import { post, record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** `api` shipped two pull requests and is broken since an hour, `web/shop` was deployed once, `old` long ago. */
async function seed(tenant: Tenant) {
  const repository = await createRepository(tenant.organization.id, 'acme/api')
  const shas = await createHistory(repository, 3)
  const send = async (service: string, hours: number, fields: Record<string, unknown> = {}) => {
    const instants = { startedAt: hoursAgo(hours + 0.1), completedAt: hoursAgo(hours) }
    const { status } = await post(url, tenant.token, deploymentBody({ service, ...instants, ...fields }))
    expect(status).toBe(201)
  }
  await send('api', 3, { commitSha: shas[2], previousCommitSha: shas[0] })
  await send('api', 1, { status: 'failure' })
  await send('web/shop', 2)
  await send('old', 24 * 60)
}

/** `api` is deployed from eight repositories, in each of which a pull request was merged since. */
async function seedRepositories(tenant: Tenant) {
  for (let number = 1; number <= 8; number += 1) {
    const repository = await createRepository(tenant.organization.id, `acme/part-${number}`)
    const [commitSha] = await createHistory(repository, 1)
    const instants = { startedAt: hoursAgo(number + 2.1), completedAt: hoursAgo(number + 2) }
    await record(
      url,
      tenant.token,
      deploymentBody({ deploymentId: `run-${number}`, service: 'api', commitSha, ...instants }),
    )
    await createPullRequest(repository, { number: 2, mergedAt: hoursAgo(1).toISOString() })
  }
}

const pathOf = ({ organization }: Tenant, rest: string) => `/${organization.slug}${rest}`

test('a service of many repositories shows what waits in some of them, and where the others are', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await seedRepositories(tenant)
  await page.goto(pathOf(tenant, '/services/api'))
  await expect(page.getByRole('heading', { name: 'Merged, not deployed' })).toHaveCount(6)
  await page.getByRole('link', { name: '2 more repositories' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/pull-requests/undeployed'))
  await expect(page.getByText('#2 Change 2')).toHaveCount(8)
})

test('services are listed with their figures, quiet ones too, and sort by what the address names', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await page.goto(pathOf(tenant, '/services'))
  await expect(page.getByRole('heading', { name: 'No service yet' })).toBeVisible()
  await expect(page.getByRole('search')).toHaveCount(0)
  await seed(tenant)
  await page.reload()
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveText(['api', 'web/shop', 'old'])
  await expect(page.getByRole('row', { name: /^api/ })).toContainText('1 open incident, 1 h')
  await expect(page.getByRole('row', { name: /^old/ })).toContainText('Quiet')
  await page.getByRole('link', { name: 'Latest deployment' }).click()
  await expect(page).toHaveURL(/\?sort=last$/)
  await expect(rows).toHaveText(['api', 'web/shop', 'old'])
  await page.getByRole('link', { name: 'Service', exact: true }).click()
  await expect(rows).toHaveText(['api', 'old', 'web/shop'])
})

test('many services come in pages of 50, in the requested order', async ({ page, tenant, signIn }) => {
  await signIn('member')
  const names = Array.from({ length: 52 }, (_, index) => `service-${String(index + 1).padStart(2, '0')}`)
  for (const service of names) {
    const instants = { startedAt: hoursAgo(2), completedAt: hoursAgo(1) }
    expect((await post(url, tenant.token, deploymentBody({ service, ...instants }))).status).toBe(201)
  }
  const address = pathOf(tenant, '/services?range=7d&sort=name')
  await page.goto(address)
  await hydrated(page)
  const rows = page.locator('[data-row]')
  await expect(page.getByText('52 services, 1 to 50')).toBeVisible()
  await expect(rows).toHaveText(names.slice(0, 50))
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(`${address}&page=2`)
  await expect(page.getByText('52 services, 51 to 52')).toBeVisible()
  await expect(rows).toHaveText(['service-51', 'service-52'])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows.last()).toBeFocused()
  await page.goto(`${address}&page=99`)
  await expect(rows).toHaveText(['service-51', 'service-52'])
  await page.goto(`${address}&page=last`)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('link', { name: 'Deployments', exact: true }).last().click()
  await expect(page).toHaveURL(pathOf(tenant, '/services?range=7d'))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a service has its figures in two columns, a quiet one is a line', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    await page.goto(pathOf(tenant, '/services'))
    const api = page.getByRole('row').filter({ hasText: '1 open incident' })
    for (const title of ['Deployments', 'Lead time', 'Change failure rate', 'Recovery', 'Latest deployment']) {
      await expect(api.getByText(title, { exact: true })).toBeVisible()
    }
    const leftOf = async (title: string) => (await api.getByText(title, { exact: true }).boundingBox())?.x
    expect(await leftOf('Recovery')).toBe(await leftOf('Lead time'))
    expect(await leftOf('Latest deployment')).toBe(await leftOf('Change failure rate'))
    const quiet = page.getByRole('row').filter({ hasText: 'Quiet' })
    await expect(quiet.getByText('Success')).toBeVisible()
    const height = (await quiet.boundingBox())?.height
    expect(height).toBeGreaterThanOrEqual(44)
    expect(height).toBeLessThan(60)
    const scrolls = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(scrolls).toBe(false)
  })
})

test('a service has a page, spelled in any way, and managers say whose it is', async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await seed(tenant)
  await page.goto(pathOf(tenant, '/services/web%2FShop'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('web/shop')
  await page.goto(pathOf(tenant, '/services/api'))
  await hydrated(page)
  const main = page.getByRole('main')
  await expect(main).toContainText('Incident open for 1 h')
  await expect(main).toContainText('acme/api')
  await expect(main.locator('tbody [data-row]')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Team' }).fill('Payments')
  await page.getByRole('button', { name: 'Save team' }).click()
  await expect(page.getByText('api belongs to Payments.')).toBeVisible()
  await page.goto(pathOf(tenant, '/services?team=Payments'))
  await expect(page.locator('[data-row]')).toHaveText(['api'])
  await page.goto(pathOf(tenant, '/settings/audit'))
  await expect(page.getByRole('main')).toContainText('set the team of api from none to Payments')
})

test.describe('what is not there', () => {
  test.use({ expectedErrors: [/404/] })

  test('a service without deployments is not found; a member sees no field for the team', async ({
    page,
    tenant,
    signIn,
  }) => {
    await signIn('member')
    await seed(tenant)
    expect((await page.goto(pathOf(tenant, '/services/nothing')))?.status()).toBe(404)
    await page.goto(pathOf(tenant, '/services/api'))
    await expect(page.getByRole('button', { name: 'Save team' })).toHaveCount(0)
  })
})

for (const viewport of [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 1080, height: 1920 },
]) {
  test(`the wall fills ${viewport.width} by ${viewport.height} without scrolling`, async ({ page, tenant, signIn }) => {
    await page.setViewportSize(viewport)
    await signIn('member')
    await seed(tenant)
    await page.goto(pathOf(tenant, '/wall'))
    await expect(page.getByRole('region', { name: 'Deployment frequency' })).toBeVisible()
    await expect(page.getByRole('region', { name: '1 open incident' })).toContainText('api')
    await expect(page.getByText(/Updated .+, UTC/)).toBeVisible()
    const scrolls = await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
      return scrollHeight > clientHeight || scrollWidth > clientWidth
    })
    expect(scrolls).toBe(false)
  })
}

test('the wall shows a deployment as it comes; Escape leads back', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(pathOf(tenant, '/wall?service=api'))
  await hydrated(page)
  const latest = page.getByRole('region', { name: 'Latest deployments to production' })
  await expect(latest.getByRole('listitem')).toHaveCount(2)
  await post(url, tenant.token, deploymentBody({ service: 'API', startedAt: hoursAgo(0.1), completedAt: hoursAgo(0) }))
  await expect(latest.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Open incidents' })).toContainText('None')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(pathOf(tenant, '/insights?service=api'))
})

test('the wall counts a deployment from its end, and has a long one that has just failed on top', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await seed(tenant)
  const instants = { startedAt: hoursAgo(5), completedAt: hoursAgo(0.2) }
  await record(url, tenant.token, deploymentBody({ service: 'slow', status: 'failure', ...instants }))
  await page.goto(pathOf(tenant, '/wall'))
  const latest = page.getByRole('region', { name: 'Latest deployments to production' })
  await expect(latest.getByRole('listitem').first()).toContainText(/Failure.*slow.*\d minutes ago/)
})

test('every page says how its numbers are counted, and who says so', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  const { id } = tenant.organization
  const paths = ['/wall', '/insights', '/insights/week', '/insights/lead-time', '/services', '/services/api']
  const expectWords = async (query: string, words: string) => {
    for (const path of paths) {
      await page.goto(pathOf(tenant, `${path}${query}`))
      await expect(page.getByText(words).first()).toBeVisible()
    }
  }
  await expectWords('', 'Lead time is from the merge, the organization’s default.')
  await expectWords('?lead-time=first-commit', 'Lead time is from the first commit, as this link says; the organ')
  await db().prisma.organization.update({
    where: { id },
    data: { leadTimeFrom: 'first-commit', rolledBackFails: false },
  })
  await expectWords('', 'Lead time is from the first commit, the organization’s default.')
  await page.goto(pathOf(tenant, '/wall'))
  await expect(
    page.getByText('Rolled-back deployments do not count as failed, as the organization has set.'),
  ).toBeVisible()
})

test.describe('without a server', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the wall stays', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    await page.goto(pathOf(tenant, '/wall'))
    await hydrated(page)
    await page.route('**/wall/version**', (route) => route.abort())
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/wall/version'))
    await expect(page.getByRole('region', { name: 'Lead time for changes' })).toBeVisible()
  })
})

for (const kind of ['week', 'quarter'] as const)
  test(`a ${kind} fits on paper without what is for screens only`, async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    const period = calendarPeriodOf(kind, hoursAgo(3).toISOString().slice(0, 10))
    const path = pathOf(tenant, `/insights/${kind}?${kind}=${period.name}`)
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main).toContainText(kind === 'week' ? `week ${period.name}` : calendarTitle(period))
    await expect(main).toContainText('Change 3')
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByText(`${url}${path}`)).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    )
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect([...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length).toBeLessThanOrEqual(2)
  })

test('Insights on paper have their tables whole, and nothing to press', async ({ page, tenant, signIn }) => {
  await page.setViewportSize({ width: 695, height: 1000 })
  await signIn('member')
  await seed(tenant)
  await page.goto(pathOf(tenant, '/insights'))
  const incidents = page.getByRole('link', { name: 'Recorded incidents' })
  await expect(incidents).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(incidents).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  const services = page.getByRole('region', { name: 'Services' }).getByRole('table').filter({ hasText: 'Rework' })
  await expect(services).toHaveCSS('display', 'table')
})

test('each number of a week leads to the rows of that week, and shipped pull requests say their order', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  const [first, , last] = await createHistory(await createRepository(tenant.organization.id, 'acme/api'), 3)
  const instants = { startedAt: '2026-03-03T10:00:00Z', completedAt: '2026-03-03T10:05:00Z' }
  await record(url, tenant.token, deploymentBody({ ...instants, commitSha: last, previousCommitSha: first }))
  await page.goto(pathOf(tenant, '/insights/week?week=2026-W10'))
  await expect(page.getByRole('region', { name: 'Shipped' })).toContainText('of each the latest to reach production')
  for (const [title, metric, sample] of [
    ['Deployment frequency', 'deployment-frequency', '1 success'],
    ['Lead time for changes', 'lead-time', '2 pull requests'],
    ['Change failure rate', 'change-failure-rate', '1 deployment'],
  ]) {
    const way = page.getByRole('link', { name: `${sample} behind ${title}` })
    await expect(way).toHaveAttribute('href', pathOf(tenant, `/insights/${metric}?period=2026-W10`))
  }
})

test('weeks lead to their neighbours, and an unknown one to the last whole week', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await page.goto(pathOf(tenant, '/insights/week?week=2026-W10&service=api'))
  await page.getByRole('link', { name: 'Previous week: 2026-W09, 23 Feb to 1 Mar 2026' }).click()
  await expect(page).toHaveURL(/week=2026-W09&service=api$/)
  await page.goto(pathOf(tenant, '/insights/week?week=2026-W99'))
  await expect(page.getByText('There is no such week')).toBeVisible()
})

test(`axe finds nothing wrong`, async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await seed(tenant)
  for (const path of ['/services', '/services/api', '/wall', '/insights/week', '/insights/quarter']) {
    await page.goto(pathOf(tenant, path))
    await hydrated(page)
    await expectAccessible(page)
  }
})
