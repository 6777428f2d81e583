import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { db } from '@/lib/db'
import { addDays, dayOf } from '@/lib/deployments/days'
import { definitionOf, metricSlugs } from '@/lib/metrics/definitions'
import type { Tenant } from '@/lib/testing/factories'
import { type CsvRow, parseCsv } from '@/lib/testing/parse-csv'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { recompute } from '@/lib/testing/recompute'
import { expect, hydrated, test } from './support/test'

const today = dayOf(new Date(), 'UTC')
const days = `from=${addDays(today, -20)}&to=${addDays(today, -1)}`

async function tell({ organization }: Tenant): Promise<void> {
  await db().prisma.organization.update({ where: { id: organization.id }, data: { plan: 'business' } })
  await storeRandomHistory(organization.id, 'pages', new Date(`${addDays(today, -40)}T00:00:00Z`), 40)
}

const pathOf = ({ organization }: Tenant, slug: string) => `/${organization.slug}/insights/${slug}`

/** To six digits, as it stands in the title of the number. */
async function numberOn(page: Page, title: string): Promise<number> {
  const exact = await page.getByRole('region', { name: title, exact: true }).locator('p').first().getAttribute('title')
  return Number.parseFloat(exact ?? '')
}

async function download(page: Page): Promise<{ name: string; rows: CsvRow[] }> {
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  const response = await page.request.get(href ?? '')
  expect(response.status()).toBe(200)
  const name = /filename="([^"]+)"/.exec(response.headers()['content-disposition'] ?? '')?.[1] ?? ''
  return { name, rows: parseCsv(await response.text()) }
}

for (const slug of metricSlugs) {
  test(`${slug} on its page is what its CSV comes to`, async ({ page, tenant, signIn }) => {
    await signIn('member')
    await tell(tenant)
    const { title, formula } = definitionOf(slug)
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
  await tell(tenant)
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
  await tell(tenant)
  await page.goto(`${pathOf(tenant, 'change-failure-rate')}?${days}&service=api`)
  const region = page.getByRole('region', { name: 'Change failure rate', exact: true })
  const told = await region.locator('p').last().textContent()
  await region.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`from=${addDays(today, -40)}&to=${addDays(today, -21)}&service=api`))
  await expect(region.locator('p').first()).not.toHaveText('')
  const before = (await numberOn(page, 'Change failure rate')) * 100
  expect(Number.parseFloat(told ?? '')).toBeCloseTo(before, 0)
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

for (const colorScheme of ['light', 'dark'] as const) {
  for (const slug of metricSlugs) {
    test(`axe finds nothing wrong on ${slug}, ${colorScheme}`, async ({ page, tenant, signIn }) => {
      await page.emulateMedia({ colorScheme })
      await signIn('member')
      await tell(tenant)
      await page.goto(`${pathOf(tenant, slug)}?${days}`)
      await hydrated(page)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    })
  }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing scrolls sideways', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await tell(tenant)
    const long = 'a-very-long-name-without-any-space-'.repeat(6)
    await db().prisma.pullRequest.updateMany({
      where: { organizationId: tenant.organization.id },
      data: { title: long },
    })
    for (const slug of metricSlugs) {
      await page.goto(`${pathOf(tenant, slug)}?${days}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, slug).toBeLessThanOrEqual(0)
    }
  })
})
