import type { Page } from '@playwright/test'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { setPlan } from '@/lib/accounts/organizations/set-plan'
import { formatCount } from '@/lib/core/format'
import { generateDemo } from '@/lib/demo/generate'
import { loadDemo } from '@/lib/demo/load'
import { exactText } from '@/lib/insights/metrics/value-text'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { keyMetricsOf } from '@/lib/insights/reports/metric-cards'
import { readReport } from '@/lib/insights/reports/read-report'
import type { Tenant } from '@/lib/testing/factories'
import { addPeriods, calendarPeriodOf, calendarTitle } from '@/lib/time/calendar-period'
import { dayOf } from '@/lib/time/days'
import { expect, hydrated, test } from './support/test'

async function fill({ organization: { id, slug } }: Tenant, now: Date): Promise<void> {
  await loadDemo(id, generateDemo(now))
  await setPlan(slug, 'business')
}

/** Four whole weeks that are over, whenever the test runs. */
function someWeeks(now: Date): string {
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  return `from=${day(40)}&to=${day(13)}`
}

async function readDemo({ organization: { slug } }: Tenant, query: string, now: Date) {
  const organization = await findOrganization(slug)
  const { filters } = parseMetricFilters(new URLSearchParams(query), organization.timeZone, now)
  return readReport(organization, filters, now)
}

/** Of Insights with all that it needs of its own, before it is compressed. */
const maxBytes = 155_000

/** Of the list of deployments with fifty rows, before it is compressed. */
const maxListBytes = 400_000

const main = (page: Page) => page.getByRole('main')

test('the demo organization has every number and the rows behind it, services, a week and a wall', async ({
  page,
  tenant,
  signIn,
}) => {
  test.setTimeout(600_000)
  const now = new Date()
  await fill(tenant, now)
  await signIn('member')
  const query = someWeeks(now)
  const report = await readDemo(tenant, query, now)
  const path = `/${tenant.organization.slug}/insights`
  await page.goto(`${path}?${query}`)
  for (const { metric, result } of keyMetricsOf(report)) {
    if (result?.value == null) throw new Error(`The demo has no ${metric.slug}`)
    const card = page.getByRole('region', { name: metric.title, exact: true })
    await expect(card.getByTitle(exactText(result.value, result.unit), { exact: true })).toBeVisible()
    await expect(card).not.toContainText('—')
  }

  const busiest = report.deploymentFrequency.perDay.findIndex(({ success }) => success > 0)
  const { firstDay } = report.period.days[busiest] ?? { firstDay: '' }
  const { success, failure, rolledBack, cancelled } = report.deploymentFrequency.perDay[busiest] ?? {}
  await hydrated(page)
  await page.getByRole('link', { name: 'Deployments per day', exact: true }).focus()
  await page.keyboard.press('Home')
  for (let day = 0; day < busiest; day += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=${firstDay}&to=${firstDay}`))
  const rows = Number(success) + Number(failure) + Number(rolledBack) + Number(cancelled)
  await expect(page.locator('[data-row]')).toHaveCount(Math.min(rows, 50))

  const { slug } = tenant.organization
  for (const range of ['30d', '90d', '365d']) {
    const answer = await page.request.get(`${path}?range=${range}&whole=1`, {
      headers: { 'Accept-Encoding': 'identity' },
    })
    const bytes = (await answer.body()).length
    test.info().annotations.push({ type: `HTML of ${range}`, description: `${bytes.toLocaleString('en')} bytes` })
    expect(bytes, range).toBeLessThanOrEqual(maxBytes)
  }
  await page.goto(`/${slug}/deployments`)
  await expect(page.locator('[data-row]')).toHaveCount(50)
  const list = await page.request.get(`/${slug}/deployments`, { headers: { 'Accept-Encoding': 'identity' } })
  expect((await list.body()).length, 'the list of deployments').toBeLessThanOrEqual(maxListBytes)

  await page.goto(`/${slug}/services`)
  for (const name of ['booking-api', 'timetable', 'payments', 'boarding', 'fleet-tracker', 'harbour-mail']) {
    await expect(main(page).getByRole('link', { name, exact: true })).toBeVisible()
  }
  // What a team shipped last quarter against the one before: its name, the quarter, a sentence.
  await page.goto(`/${slug}/insights`)
  await hydrated(page)
  await page.getByLabel('Team').selectOption('Fleet')
  await expect(page).toHaveURL(/team=Fleet/)
  await page.getByRole('link', { name: 'Last quarter' }).click()
  const quarter = addPeriods(calendarPeriodOf('quarter', dayOf(now, 'Europe/Copenhagen')), -1)
  await expect(page).toHaveURL(new RegExp(`period=${quarter.name}&team=Fleet`))
  const { deploymentFrequency, leadTime } = await readDemo(tenant, `period=${quarter.name}&team=Fleet`, now)
  await expect(main(page)).toContainText(
    `${formatCount(deploymentFrequency.outcomes.success)} successful deployments shipped ${formatCount(leadTime?.delivered ?? 0)} pull requests, against ${formatCount(deploymentFrequency.previousSuccess ?? 0)} and ${formatCount(leadTime?.previousDelivered ?? 0)} (${calendarTitle(addPeriods(quarter, -1))}).`,
  )
  await page.goto(`/${slug}/insights?team=Fleet`)
  const services = page.getByRole('region', { name: 'Services', exact: true })
  await expect(services).toContainText('timetable')
  await expect(services).not.toContainText('booking-api')
  await page.goto(`/${slug}/insights/week`)
  await expect(main(page)).toContainText('booking-api')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`/${slug}/wall`)
  const latest = page.getByRole('region', { name: 'Latest deployments to production' }).getByRole('listitem')
  await expect(latest.nth(3)).toBeInViewport()

  await page.emulateMedia({ media: 'print' })
  await page.goto(`/${slug}/insights?team=Fleet`)
  await expect(main(page)).toContainText('Only team Fleet.')
  await expect(services).toContainText('timetable')
  await expect(main(page).locator('button, select, summary, nav').locator('visible=true')).toHaveCount(0)
})
