import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { metrics } from '@/lib/insights/metrics/registry'
import type { Tenant } from '@/lib/testing/factories'
import { defaultSettings } from '@/lib/testing/metric-samples'
import { type CsvRow, parseCsv } from '@/lib/testing/parse-csv'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { recompute } from '@/lib/testing/recompute'
import { addDays, dayOf } from '@/lib/time/days'
import { expectAccessible } from './support/accessible'
import { expect, hydrated, test } from './support/test'

const today = dayOf(new Date(), 'UTC')
const days = `from=${addDays(today, -20)}&to=${addDays(today, -1)}`

async function seed({ organization }: Tenant): Promise<void> {
  await db().prisma.organization.update({ where: { id: organization.id }, data: { plan: 'business' } })
  await storeRandomHistory(organization.id, 'pages', new Date(`${addDays(today, -40)}T00:00:00Z`), 40)
}

const pathOf = ({ organization }: Tenant, slug: string) => `/${organization.slug}/insights/${slug}`

/** To six digits, as it stands in the title of the number. */
async function numberOn(page: Page, title: string): Promise<number> {
  const exact = await page.getByRole('region', { name: title, exact: true }).locator('p').first().getAttribute('title')
  return Number.parseFloat((exact ?? '').replaceAll(',', ''))
}

async function download(page: Page): Promise<{ name: string; rows: CsvRow[] }> {
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  const response = await page.request.get(href ?? '')
  expect(response.status()).toBe(200)
  const name = /filename="([^"]+)"/.exec(response.headers()['content-disposition'] ?? '')?.[1] ?? ''
  return { name, rows: parseCsv(await response.text()) }
}

for (const { slug, title, define } of metrics) {
  test(`${slug} on its page is what its CSV comes to`, async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    const { formula } = define(defaultSettings)
    for (const query of [days, `${days}&environment=production`]) {
      await page.goto(`${pathOf(tenant, slug)}?${query}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      const { name, rows } = await download(page)
      expect(name).toBe(`${tenant.organization.slug}-${slug}-${days.replace('from=', '').replace('&to=', '-to-')}.csv`)
      expect(rows.length).toBeGreaterThan(0)
      expect(await numberOn(page, title)).toBeCloseTo(recompute(slug, rows) ?? Number.NaN, 5)
      await expect(page.getByText(`${rows.length} rows`)).toBeVisible()
      await expect(page.getByText(formula)).toBeVisible()
    }
  })
}

test('the rows lead to what they are about, page by page', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant, 'deployment-frequency')}?${days}`)
  await hydrated(page)
  const rows = page.locator('tbody [data-row]')
  await expect(rows).toHaveCount(50)
  const first = await rows.first().textContent()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('Page 2 of')).toBeVisible()
  await expect(rows.first()).not.toHaveText(first ?? '')
  await rows.first().click()
  await expect(page).toHaveURL(/\/deployments\/\d+$/)
  await page.goto(`${pathOf(tenant, 'lead-time')}?${days}&page=99`)
  await rows.first().click()
  await expect(page).toHaveURL(/\/pull-requests\/\d+$/)
})

test('the period before is a link away, with the same filters', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant, 'change-failure-rate')}?${days}&service=api`)
  const region = page.getByRole('region', { name: 'Change failure rate', exact: true })
  const shown = await region.locator('p').last().textContent()
  await region.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`from=${addDays(today, -40)}&to=${addDays(today, -21)}&service=api`))
  await expect(region.locator('p').first()).not.toHaveText('')
  const before = (await numberOn(page, 'Change failure rate')) * 100
  expect(Number.parseFloat(shown ?? '')).toBeCloseTo(before, 0)
})

const choices = (page: Page) => page.getByRole('navigation', { name: 'Which rows' })
const bodyRows = (page: Page) => page.getByRole('region', { name: 'The rows behind it' }).locator('tbody tr')

test('the failures of a change failure rate are a link away, and stay with the other filters', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant, 'change-failure-rate')}?${days}`)
  await hydrated(page)
  const all = (await download(page)).rows
  const failed = all.filter((row) => row.failed === 'yes')
  await expect(choices(page).locator('[aria-current]')).toHaveText([`All ${all.length}`])
  await choices(page)
    .getByRole('link', { name: `Only failed ${failed.length}` })
    .click()
  await expect(page).toHaveURL(/only=failed/)
  await expect(page.getByText(`${failed.length} of ${all.length} rows, the latest first.`)).toBeVisible()
  await expect(choices(page).locator('[aria-current]')).toHaveText([`Only failed ${failed.length}`])
  await expect(bodyRows(page)).toHaveCount(Math.min(failed.length, 50))
  await expect(bodyRows(page).filter({ hasText: 'Success' })).toHaveCount(0)
  expect((await download(page)).rows.length).toBe(all.length)

  await page.getByLabel('Service').selectOption('api')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/service=api.*only=failed|only=failed.*service=api/)
  const ofService = (rows: CsvRow[]) => rows.filter(({ service }) => service === 'api').length
  await expect(page.getByText(`${ofService(failed)} of ${ofService(all)} rows`)).toBeVisible()
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(/range=7d.*only=failed/)
  await choices(page).getByRole('link', { name: /^All/ }).click()
  await expect(page).not.toHaveURL(/only=/)
})

test('the slowest first, on every page', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant, 'lead-time')}?${days}`)
  await hydrated(page)
  const all = (await download(page)).rows
  const seconds = all.map(({ leadTimeSeconds }) => Number(leadTimeSeconds)).sort((a, b) => b - a)
  const shownSeconds = async () => {
    const cells = await page
      .locator('tbody')
      .getByText(/^[\d,.]+ s$/)
      .allTextContents()
    return cells.map((text) => Number(text.replace(/[, s]/g, '')))
  }
  await choices(page).getByRole('link', { name: 'Slowest first' }).click()
  await expect(page.getByText(`${all.length} rows, the slowest first.`)).toBeVisible()
  await expect(choices(page).locator('[aria-current]')).toHaveText(['Slowest first'])
  expect(await shownSeconds()).toEqual(seconds.slice(0, 50))
  await page.getByRole('link', { name: 'Faster' }).click()
  await expect(page).toHaveURL(/sort=slowest&page=2/)
  await expect(page.getByText('Page 2 of')).toBeVisible()
  expect(await shownSeconds()).toEqual(seconds.slice(50, 100))
  await page.getByRole('link', { name: 'Latest first' }).click()
  await expect(page).not.toHaveURL(/sort=|page=/)
})

test('a page beyond the last is the last, and says so', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant, 'throughput')}?${days}&only=counted&page=99`)
  const counted = (await download(page)).rows.filter((row) => row.counted === 'yes').length
  const pages = Math.ceil(counted / 50)
  await expect(page.getByText(`Page ${pages} of ${pages}`)).toBeVisible()
  await expect(bodyRows(page)).toHaveCount(counted - 50 * (pages - 1))
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(page).toHaveURL(new RegExp(`only=counted&page=${pages - 1}`))
  await expect(bodyRows(page).filter({ hasText: 'is not a merge' })).toHaveCount(0)
})

test('a selection that the rows do not know is refused and left out', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant, 'lead-time')}?${days}&only=failed&sort=fastest`)
  await expect(page.getByText('The choice of rows must be counted. It was left out.')).toBeVisible()
  await expect(page.getByText('The order of rows must be slowest. It was left out.')).toBeVisible()
  await expect(page.getByText(/^\d+ rows, the latest first/)).toBeVisible()
  await page.goto(`${pathOf(tenant, 'coverage')}?${days}&sort=slowest`)
  await expect(page.getByText('The order of rows cannot be given for this metric. It was left out.')).toBeVisible()
  await expect(choices(page)).toHaveCount(0)
})

test('a name that is not known gets no number, no level and no rows', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant, 'change-failure-rate')}?${days}&service=nowhere`)
  await expect(page.getByRole('alert').filter({ hasText: 'nowhere' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Change failure rate', exact: true })).toHaveCount(0)
  for (const name of ['How this number was made', 'The rows behind it']) {
    await expect(page.getByRole('heading', { name })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page.getByRole('heading', { name: 'The rows behind it' })).toBeVisible()
})

test.describe('what is not there', () => {
  test.use({ expectedErrors: [/404/] })

  test('an unknown metric is not found; what the plan leaves out says so', async ({ page, tenant, signIn }) => {
    await signIn('owner')
    expect((await page.goto(pathOf(tenant, 'velocity')))?.status()).toBe(404)
    await page.goto(pathOf(tenant, 'lead-time'))
    await expect(page.getByRole('link', { name: 'Part of Business' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveCount(0)
    const refused = await page.request.get(`${pathOf(tenant, 'lead-time')}/csv`)
    expect(refused.status()).toBe(403)
    expect((await refused.json()).error).toContain('Lead time for changes is part of Business')
    expect((await page.request.get(`${pathOf(tenant, 'velocity')}/csv`)).status()).toBe(404)
    expect((await page.request.get(`${pathOf(tenant, 'lead-time')}/csv?from=soon`)).status()).toBe(400)
    await page.goto(pathOf(tenant, 'deployment-frequency'))
    await expect(page.getByText('There are none in this period.')).toBeVisible()
  })
})

for (const { slug } of metrics) {
  test(`axe finds nothing wrong on ${slug}`, async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    await page.goto(`${pathOf(tenant, slug)}?${days}`)
    await hydrated(page)
    await expectAccessible(page)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('every cell but the first of a row says what it is', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    await page.goto(`${pathOf(tenant, 'recovery-time')}?${days}`)
    const closed = bodyRows(page).filter({ hasNotText: 'It was open' }).first()
    await expect(closed.locator('td').nth(3)).toHaveText(/^Closed by/)
    const open = bodyRows(page).filter({ hasText: 'It was open when the period ended' }).first()
    await expect(open.locator('td').nth(3)).toHaveText(/^Closed by—/)
    await expect(open.locator('td').last()).toHaveText('CountedNoIt was open when the period ended')
    for (const cell of await open.locator('td').all()) await expect(cell).toBeVisible()
    await page.goto(`${pathOf(tenant, 'rework-rate')}?${days}`)
    await expect(bodyRows(page).filter({ hasText: 'Opened by' }).locator('[data-row]').first()).toBeVisible()
    expect(await page.locator('[data-row]').count()).toBe(await bodyRows(page).count())
  })

  test('nothing scrolls sideways', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    const long = 'a-very-long-name-without-any-space-'.repeat(6)
    await db().prisma.pullRequest.updateMany({
      where: { organizationId: tenant.organization.id },
      data: { title: long },
    })
    for (const { slug } of metrics) {
      await page.goto(`${pathOf(tenant, slug)}?${days}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, slug).toBeLessThanOrEqual(0)
    }
  })
})
