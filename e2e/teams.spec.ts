import { db } from '@/lib/db/db'
import { createHistory, createRepository, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { addPeriods, calendarPeriodOf } from '@/lib/time/calendar-period'
import { post, serverUrls } from './support/servers'
import { expect, test } from './support/test'

const [url] = serverUrls()

const pathOf = ({ organization }: Tenant, rest: string) => `/${organization.slug}${rest}`

const send = async (tenant: Tenant, service: string, day: string, fields: Record<string, unknown> = {}) => {
  const instants = { startedAt: `${day}T10:00:00Z`, completedAt: `${day}T10:05:00Z` }
  expect((await post(url, tenant.token, deploymentBody({ service, ...instants, ...fields }))).status).toBe(201)
}

test('what a team shipped last quarter, against the one before, is two clicks away', async ({
  page,
  tenant,
  signIn,
}) => {
  const { id } = tenant.organization
  const last = addPeriods(calendarPeriodOf('quarter', new Date().toISOString().slice(0, 10)), -1)
  const earlier = addPeriods(last, -1)
  const shas = await createHistory(await createRepository(id, 'acme/api'), 3)
  await send(tenant, 'api', earlier.firstDay, { commitSha: shas[0] })
  await send(tenant, 'api', last.firstDay, { commitSha: shas[2], previousCommitSha: shas[0] })
  await send(tenant, 'web', last.firstDay)
  await send(tenant, 'jobs', last.lastDay, { status: 'failure' })
  await signIn('owner')
  await page.goto(pathOf(tenant, '/teams'))
  await expect(page.getByRole('heading', { name: 'No team yet' })).toBeVisible()
  const teams = { api: 'Harbour', web: 'Harbour' }
  await db().prisma.serviceTeam.createMany({
    data: Object.entries(teams).map(([serviceKey, team]) => ({ organizationId: id, serviceKey, team })),
  })
  await page.reload()
  await page.getByRole('link', { name: 'Last quarter' }).click()
  await expect(page).toHaveURL(new RegExp(`period=${last.name}`))
  await expect(page.getByRole('row', { name: /^Without a team/ })).toContainText('1 open incident')
  await page.getByRole('link', { name: 'Harbour', exact: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`/teams/Harbour\\?period=${last.name}$`))
  const shipped = page.getByRole('region', { name: 'Shipped' })
  await expect(shipped.getByRole('definition').nth(0)).toHaveText('2')
  await expect(shipped.getByRole('definition').nth(1)).toContainText(/^1 in Q\d/)
  await expect(page.getByRole('region', { name: 'Services' }).locator('[data-row]')).toHaveText(['api', 'web'])
})

test('a view that is set goes along in links, so that a copied address says it, and is removed', async ({
  page,
  tenant,
  signIn,
}) => {
  const { id } = tenant.organization
  const today = new Date().toISOString().slice(0, 10)
  const instants = { startedAt: `${today}T00:00:00Z`, completedAt: `${today}T00:00:01Z` }
  await send(tenant, 'api', today, instants)
  await send(tenant, 'web', today, instants)
  await db().prisma.serviceTeam.create({ data: { organizationId: id, serviceKey: 'api', team: 'Harbour' } })
  await signIn('member')
  await page.goto(pathOf(tenant, '/insights'))
  await expect(page.getByRole('button', { name: 'Make this my view' })).toHaveCount(0)
  await page.goto(pathOf(tenant, '/insights?team=Harbour&environment=production'))
  await page.getByRole('button', { name: 'Make this my view' }).click()
  await expect(page.getByText('My view: Harbour, production')).toBeVisible()
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/services?environment=production&team=Harbour'))
  await expect(page.locator('[data-row]')).toHaveText(['api'])
  await main.getByRole('link', { name: 'Deployments' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/deployments?environment=production&team=Harbour'))
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expect(page.getByRole('list').filter({ hasText: 'Take away the filter' })).toContainText('TeamHarbour')
  await page.getByLabel('Team', { exact: true }).selectOption('')
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await main.getByRole('link', { name: 'Pull requests' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/pull-requests?team=Harbour'))
  await page.getByRole('link', { name: 'Merged, not deployed' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/pull-requests/undeployed?team=Harbour'))
  for (const list of ['/deployments', '/pull-requests', '/pull-requests/undeployed']) {
    await page.goto(pathOf(tenant, `${list}?team=Quay`))
    await expect(page.getByText('No team is called “Quay”.')).toBeVisible()
  }
  await page.goto(pathOf(tenant, ''))
  await expect(page).toHaveURL(pathOf(tenant, '/insights?environment=production&team=Harbour'))
  await page.getByRole('link', { name: 'Everything' }).click()
  await expect(page).toHaveURL(pathOf(tenant, '/insights'))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove my view' }).click()
  await expect(page.getByText('My view')).toHaveCount(0)
  await page.goto(pathOf(tenant, ''))
  await expect(page).toHaveURL(pathOf(tenant, '/insights'))
})

test('teams come in pages of fifty in the chosen order, and lists to choose from say how many they leave out', async ({
  page,
  tenant,
  signIn,
}) => {
  const { id } = tenant.organization
  const today = new Date().toISOString().slice(0, 10)
  await send(tenant, 'api', today, { startedAt: `${today}T00:00:00Z`, completedAt: `${today}T00:00:01Z` })
  await db().prisma.serviceTeam.createMany({
    data: Array.from({ length: 320 }, (_, n) => ({
      organizationId: id,
      serviceKey: n === 0 ? 'api' : `service-${n}`,
      team: `team-${String(n).padStart(3, '0')}`,
    })),
  })
  await signIn('member')
  await page.goto(pathOf(tenant, '/teams?sort=name'))
  const teams = page.getByRole('table', { name: 'Teams' }).locator('[data-row]')
  await expect(teams).toHaveCount(50)
  await expect(page.getByText('320 teams, 1 to 50')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('320 teams, 51 to 100')).toBeVisible()
  await expect(teams.first()).toHaveText('team-050')
  await expect(page).toHaveURL(/sort=name&page=2$/)
  await page.goto(pathOf(tenant, '/teams?page=99'))
  await expect(teams).toHaveCount(20)
  for (const list of ['/insights', '/deployments', '/pull-requests?state=open', '/pull-requests/undeployed']) {
    await page.goto(pathOf(tenant, list))
    const options = page.getByLabel('Team', { exact: true }).locator('option')
    await expect(options).toHaveCount(302)
    await expect(options.last()).toHaveText('20 more teams are left out')
  }
})
