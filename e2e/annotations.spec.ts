import { db } from '@/lib/db/db'
import { deploymentBody } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()

test('a manager notes a freeze, and the charts of its days say so', async ({ page, tenant, signIn }) => {
  const { slug } = tenant.organization
  await record(url, tenant.token, deploymentBody({ service: 'api', completedAt: '2026-03-03T10:00:00Z' }))
  await signIn('manager')
  await page.goto(`/${slug}/settings/calendar`)
  await hydrated(page)
  await expect(page.getByText('No annotation yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add annotation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Spring sale')
  await dialog.getByLabel('First day').fill('2026-03-05')
  await dialog.getByLabel('Last day').fill('2026-03-04')
  await dialog.getByRole('button', { name: 'Add annotation' }).click()
  await expect(dialog.getByText('Must not be before the first day')).toBeVisible()
  await dialog.getByLabel('Last day').fill('2026-03-08')
  await dialog.getByRole('button', { name: 'Add annotation' }).click()
  await expect(page.getByRole('heading', { name: 'Freeze: Spring sale' })).toBeVisible()

  await page.getByRole('button', { name: 'Change Freeze: Spring sale' }).click()
  await dialog.getByLabel('Kind').selectOption('launch')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Launch: Spring sale' })).toBeVisible()

  await signIn('member')
  await page.goto(`/${slug}/settings/calendar`)
  await expect(page.getByRole('heading', { name: 'Launch: Spring sale' })).toBeVisible()
  await expect(page.getByRole('button', { name: /annotation|Remove/ })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const days = 'from=2026-03-01&to=2026-03-14'
  await page.goto(`/${slug}/insights/deployment-frequency?${days}`)
  await hydrated(page)
  const words = 'Launch: Spring sale, 5 to 8 Mar 2026'
  const trend = page.getByRole('region', { name: 'Trend', exact: true })
  await expect(trend.getByRole('list', { name: 'Annotations' })).toHaveText(words)
  await trend.getByText('Show as table').click()
  await expect(trend.getByRole('row').filter({ hasText: words })).not.toHaveCount(0)
  await expectAccessible(page)

  for (const path of [`insights?${days}`, `services/api?${days}`]) {
    await page.goto(`/${slug}/${path}`)
    const trends = page.getByRole('region', { name: 'Trends' })
    await expect(trends.getByRole('list', { name: 'Annotations' })).toHaveText(words)
    await hydrated(page, '#deployment-frequency-table')
    await trends.getByRole('link', { name: 'Deployments per' }).focus()
    await page.keyboard.press('End')
    for (let day = 14; day > 8; day--) await page.keyboard.press('ArrowLeft')
    await expect(trends.getByRole('link', { name: new RegExp(`^8 Mar 2026: .*; ${words}$`) })).toBeVisible()
  }
  await page.emulateMedia({ media: 'print' })
  await page.goto(`/${slug}/insights/week?week=2026-W10`)
  await expect(page.getByRole('list', { name: 'Annotations' })).toHaveText(words)
})

test('the calendar comes in pages of fifty annotations, the latest days first', async ({ page, tenant, signIn }) => {
  const { id: organizationId, slug } = tenant.organization
  const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
  await db().prisma.annotation.createMany({
    data: Array.from({ length: 120 }, (_, n) => {
      const days = { firstDay: dayOf(n), lastDay: dayOf(n) }
      return { organizationId, kind: 'freeze' as const, title: `day ${n}`, ...days }
    }),
  })
  await signIn('manager')
  await page.goto(`/${slug}/settings/calendar`)
  const titles = page.getByRole('heading', { name: /^Freeze: day/ })
  await expect(titles).toHaveCount(50)
  await expect(titles.first()).toHaveText('Freeze: day 119')
  await page.getByRole('link', { name: 'Earlier' }).click()
  await expect(page).toHaveURL(/calendar\?page=2$/)
  await expect(titles.first()).toHaveText('Freeze: day 69')
  await page.goto(`/${slug}/settings/calendar?page=9`)
  await expect(titles).toHaveCount(20)
})
