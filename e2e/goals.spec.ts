import { setPlan } from '@/lib/accounts/organizations/set-plan'
import { deploymentBody } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()

test('a manager sets a goal, and the number and its charts say how they stand to it', async ({
  page,
  tenant,
  signIn,
}) => {
  const { slug } = tenant.organization
  await setPlan(slug, 'business')
  const now = new Date()
  for (const status of ['success', 'failure'])
    await record(url, tenant.token, deploymentBody({ service: 'api', status, completedAt: now.toISOString() }))
  await signIn('manager')
  await page.goto(`/${slug}/settings/goals`)
  await hydrated(page)
  await expect(page.getByText('No goal yet')).toBeVisible()

  await page.getByRole('button', { name: 'Set goal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Metric').selectOption('Change failure rate')
  await dialog.getByLabel('At most (%)').fill('101')
  await dialog.getByRole('button', { name: 'Set goal' }).click()
  await expect(dialog.getByText('Must be at most 100')).toBeVisible()
  await dialog.getByLabel('At most (%)').fill('40')
  await dialog.getByRole('button', { name: 'Set goal' }).click()
  await expect(page.getByRole('heading', { name: 'Change failure rate: at most 40%' })).toBeVisible()
  await page.getByRole('button', { name: 'Change Change failure rate: at most 40%' }).click()
  await dialog.getByLabel('At most (%)').fill('20')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Change failure rate: at most 20%' })).toBeVisible()

  await signIn('member')
  await page.goto(`/${slug}/settings/goals`)
  await expect(page.getByRole('heading', { name: 'Change failure rate: at most 20%' })).toBeVisible()
  await expect(page.getByRole('button', { name: /goal|Remove/ })).toHaveCount(0)
  await page.goto(`/${slug}/insights?range=7d`)
  const card = page.getByRole('region', { name: 'Change failure rate', exact: true })
  await expect(card).toContainText(/Goal 20%, 30.points above/)

  await page.goto(`/${slug}/wall?range=7d`)
  await expect(card).toContainText(/Goal 20%, 30.points above/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${slug}/insights/change-failure-rate?range=7d`)
  await hydrated(page)
  await expect(page.getByText(/Goal 20%, 30.points above; since/)).toBeVisible()
  const trend = page.getByRole('region', { name: 'Trend', exact: true })
  await expect(trend.getByRole('list', { name: 'Goals' })).toContainText('Goal 20% since')
  await trend.getByText('Show as table').click()
  await expect(trend.getByRole('row').filter({ hasText: 'Goal 20%' })).not.toHaveCount(0)
  await expectAccessible(page)
})
