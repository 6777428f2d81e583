import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { at } from '@/lib/testing/deploy'
import { createHistory, createRepository, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()

/** Two weeks that hold all that `seed` stores. */
const days = 'from=2026-03-01&to=2026-03-14'

/** `run-1` ships the pull requests 2 and 3, `run-2` is rolled back at 11:30, `run-3` makes it good at 12:00. */
async function seed(tenant: Tenant): Promise<void> {
  const repository = await createRepository(tenant.organization.id, 'acme/api')
  const shas = await createHistory(repository, 5)
  const send = (deploymentId: string, fields: Record<string, unknown>) =>
    record(url, tenant.token, deploymentBody({ deploymentId, service: 'API', ...fields }))
  await send('run-1', { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  const bad = { commitSha: at(shas, 3), previousCommitSha: at(shas, 2), completedAt: '2026-03-02T11:00:00Z' }
  await send('run-2', bad)
  await send('run-2', { ...bad, completedAt: '2026-03-02T11:30:00Z', status: 'rolled_back' })
  await send('run-3', { commitSha: at(shas, 4), previousCommitSha: at(shas, 3), completedAt: '2026-03-02T12:00:00Z' })
}

const pathOf = ({ organization }: Tenant) => `/${organization.slug}/insights`
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an organization without deployments sees how to send the first one', async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await page.goto(pathOf(tenant))
  await expect(page.getByRole('heading', { name: 'No deployment to production yet' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Set up' })).toContainText('1 of 5 steps are done.')
  await expect(page.getByRole('listitem').filter({ hasText: 'API key' })).toContainText('API key, done')
  await expect(page.getByRole('main')).toContainText(`${url}/report.sh | sh -s -- finish success`)
  const way = page.getByRole('link', { name: 'Generate API key' })
  await expect(way).toHaveAttribute('href', `/${tenant.organization.slug}/settings/deployments`)
})

test('numbers are put in words first, and each says how it was made', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant)}?${days}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('3 deployments from 2 to 14 Mar 2026, half of all changes were live within')
  await expect(main).toContainText('1 of 3 failed, recovered in 30\u00a0min')
  await expect(main).toContainText('in UTC, data from 2 Mar 2026 on')

  const failures = card(page, 'Change failure rate')
  await expect(failures).toContainText('33.3%')
  await expect(failures).toContainText('No level: 3 of 10 deployments needed')
  await expect(failures).toContainText(', from 2 Mar 2026')
  const way = failures.getByRole('link', { name: '3 deployments behind Change failure rate', exact: true })
  await expect(way).toHaveAttribute('href', `${pathOf(tenant)}/change-failure-rate?${days}`)
  await failures.getByRole('button', { name: 'How Change failure rate was made' }).click()
  const note = page.getByRole('dialog', { name: 'How Change failure rate was made' })
  await expect(note).toContainText('Made of3 deployments')
  await expect(note).toContainText('33.3% (0.333333)')
  await expect(note.getByRole('link', { name: 'Accelerate State of DevOps Report 2023' })).toHaveAttribute(
    'href',
    'https://dora.dev/research/2023/dora-report/',
  )
  await expect(note).toContainText('Calculation0 failed + 1 rolled back of 3 deployments = 33.3%')
  await expect(note).toContainText('SettingA deployment that was rolled back counts as failed.')
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
})

test('a lead time says which of the two it is, and the other is shown next to it', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  const { id: organizationId } = tenant.organization
  const firstCommitAt = new Date('2026-02-27T10:00:00Z')
  const mergedAt = new Date('2026-03-02T09:20:00Z')
  await db().prisma.pullRequest.updateMany({ where: { organizationId }, data: { firstCommitAt, mergedAt } })
  await page.goto(`${pathOf(tenant)}?${days}`)
  const leadTime = card(page, 'Lead time for changes')
  await expect(leadTime).toContainText(/\d pull requests behind Lead time for changes, from the merge, from 2 Mar 2026/)
  await expect(leadTime).toContainText('No level from the merge')
  await expect(leadTime).toContainText(/From the first commit: 3\sd.*, no level: \d of 10 pull requests needed/)
  const note = page.getByRole('dialog', { name: 'How Lead time for changes was made' })
  await leadTime.getByRole('button').click()
  await expect(note).toContainText('SettingLead time is from the merge, the organization’s default.')
  await expect(note).toContainText('Merged pull requests that are not live yet are not in it.')
  await expect(note).toContainText('Leadline’s own. DORA counts from the first commit')
  await expect(note.getByRole('link', { name: 'DORA counts from' })).toHaveAttribute('href', /dora\.dev/)

  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Lead time' }).getByRole('link', { name: 'from the first commit' }).click()
  await expect(page).toHaveURL(`${pathOf(tenant)}?${days}&lead-time=first-commit`)
  await expect(leadTime).toContainText(', from the first commit, ')
  await expect(leadTime).toContainText(/From the merge: .*min/)
  await leadTime.getByRole('button').click()
  await expect(note).toContainText('SourceDORA’s software delivery performance metrics')
  await page.goto(`/${tenant.organization.slug}/wall?${days}&lead-time=first-commit`)
  await expect(card(page, 'Lead time for changes')).toContainText(/\d pull requests, from the first commit/)
  await page.goto(`${pathOf(tenant)}/lead-time?${days}&lead-time=first-commit`)
  await expect(card(page, 'Lead time for changes')).toContainText('from the first commit')
  const made = page.getByRole('region', { name: 'How this number was made' })
  await expect(made).toContainText(/AlsoFrom the merge: .*min/)
})

test('filters stand in the address, and what it does not say well is named', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant)}?${days}`)
  await hydrated(page)
  await page.getByLabel('Service', { exact: true }).selectOption('api')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/service=api/)
  await expect(page).toHaveURL(/from=2026-03-01&to=2026-03-14/)
  await expect(card(page, 'Change failure rate')).toContainText('33.3%')
  await page.getByRole('navigation', { name: 'Days' }).getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(`${pathOf(tenant)}?range=7d&service=api`)
  await expect(page.getByRole('main')).toContainText('No deployment reached production in 7 days.')
  await expect(card(page, 'Lead time for changes')).toContainText('No pull request reached production')

  await page.goto(`${pathOf(tenant)}?range=31d&to=2026-02-30`)
  await expect(page.getByRole('alert').first()).toContainText(
    'Range must be one of 7d, 30d, 90d, 365d. It was left out.',
  )
  await expect(page.getByRole('alert').first()).toContainText('The last day is not in the calendar. It was left out.')
})

test('a lead time that there is not is named and left out', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  const { slug } = tenant.organization
  const query = `${days}&lead-time=review`
  for (const path of ['insights', 'insights/lead-time', 'insights/week', 'services', 'services/api', 'wall']) {
    await page.goto(`/${slug}/${path}?${query}`)
    await expect(page.getByText('Lead time must be one of merge, first-commit')).toBeVisible()
  }
  const csv = await page.request.get(`/${slug}/insights/lead-time/csv?${query}`)
  expect(csv.status()).toBe(400)
  expect(await csv.json()).toEqual({ error: 'lead-time must be one of merge, first-commit' })
})

test('an unknown name is called unknown, wherever its 0 is shown', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  const { slug } = tenant.organization
  const ofReports = ['insights', 'insights/lead-time', 'insights/week', 'services', 'wall']
  for (const path of [...ofReports.map((report) => `${report}?service=typo`), 'pull-requests?repository=typo']) {
    await page.goto(`/${slug}/${path}`)
    await expect(
      page.getByRole('alert').filter({ hasText: /^No (service|repository) is called “typo”\.$/ }),
    ).toBeVisible()
  }
  await page.goto(`${pathOf(tenant)}?range=7d&service=api&repository=acme/api`)
  await expect(page.getByRole('main')).toContainText('No deployment reached production in 7 days.')
  await expect(page.getByRole('alert').filter({ hasText: 'is called' })).toHaveCount(0)
})

test('bars, services and pull requests lead on to what they are made of', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant)}?${days}`)
  await hydrated(page)
  const services = page.getByRole('table', { name: /^Services, by/ })
  await services.getByRole('link', { name: 'Lead time', exact: true }).click()
  await expect(page).toHaveURL(/sort=lead-time/)
  await expect(services.getByRole('columnheader', { name: 'Lead time' })).toHaveAttribute('aria-sort', 'descending')
  const service = services.getByRole('row').filter({ hasText: 'api' })
  await expect(service.getByRole('link', { name: 'api', exact: true })).toHaveAttribute(
    'href',
    `/${tenant.organization.slug}/services/api?${days}`,
  )
  await expect(service.getByRole('link', { name: '33.3%' })).toHaveAttribute(
    'href',
    `${pathOf(tenant)}/change-failure-rate?${days}&service=api`,
  )
  await expect(page.getByRole('region', { name: 'Incidents' })).toContainText('over after 30\u00a0min, since run-2')
  await page
    .getByRole('region', { name: 'Slowest to production' })
    .getByRole('link', { name: /Change 2/ })
    .click()
  await expect(page).toHaveURL(/pull-requests\/\d+$/)
})

test('a chart is one link: the pointer and the arrow keys choose a day, a click or Enter opens its rows', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant)}?${days}`)
  await hydrated(page, '#deployment-frequency-table')
  const rows = (day: string) => `${pathOf(tenant)}/deployment-frequency?from=${day}&to=${day}`
  await page.getByRole('link', { name: 'Deployments per day', exact: true }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  const chart = page.getByRole('link', { name: '2 Mar 2026: 2 succeeded, 1 failed or rolled back' })
  await expect(chart).toBeFocused()
  await expect(chart).toHaveAttribute('href', rows('2026-03-02'))
  await expect(page.locator('[aria-live]').filter({ hasText: '2 Mar 2026' })).toHaveText(
    '2 Mar 20262 succeeded, 1 failed or rolled back',
  )
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: '14 Mar 2026: 0 succeeded, 0 failed or rolled back' })).toBeFocused()
  await page.keyboard.press('Tab')
  const all = page.getByRole('link', { name: 'Deployments per day', exact: true })
  await expect(all).toHaveAttribute('href', `${pathOf(tenant)}/deployment-frequency?${days}`)
  const box = await all.boundingBox()
  if (!box) throw new Error('The chart is not drawn')
  await page.mouse.move(box.x + (box.width * 1.5) / 14, box.y + box.height / 2)
  await expect(chart).toBeVisible()
  await page.mouse.down()
  await page.mouse.up()
  await expect(page).toHaveURL(rows('2026-03-02'))
})

test('the figures of a chart are a table, made when it is opened', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`${pathOf(tenant)}?${days}`)
  await hydrated(page, '#deployment-frequency-table')
  const table = page.getByRole('table', { name: 'Deployments per day' })
  await expect(table).toHaveCount(0)
  await page.locator('#deployment-frequency-table').focus()
  await page.keyboard.press('Enter')
  const row = table.getByRole('row', { name: /^2 Mar 2026/ })
  await expect(row.getByRole('cell')).toHaveText(['2', '1'])
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`${pathOf(tenant)}/deployment-frequency?from=2026-03-02&to=2026-03-02`)
})

test('after the trial the page says what it would show, and shows no made-up numbers', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await seed(tenant)
  const trialEndsAt = new Date(Date.now() - 1000)
  await db().prisma.organization.update({ where: { id: tenant.organization.id }, data: { trialEndsAt } })
  await page.goto(`${pathOf(tenant)}?${days}`)
  await expect(page.getByRole('main')).toContainText('3 deployments from 2 to 14 Mar 2026, 2 of them successful.')
  const lock = card(page, 'Lead time for changes').getByRole('link', { name: 'Part of Business' })
  await expect(lock).toHaveAttribute('href', `/${tenant.organization.slug}/settings/plan`)
  await expect(page.getByRole('region', { name: 'Services' })).toContainText('Part of Business')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the filters work, and numbers still say how they were made', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await seed(tenant)
    await page.goto(`${pathOf(tenant)}?${days}`)
    await page.getByLabel('Repository', { exact: true }).selectOption('acme/api')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page).toHaveURL(/repository=acme%2Fapi/)
    await expect(card(page, 'Change failure rate')).toContainText('33.3%')
    await card(page, 'Rework rate').getByRole('button').click()
    const note = page.getByRole('dialog', { name: 'How Rework rate was made' })
    await expect(note.getByRole('link')).toHaveAttribute('href', /insights\/rework-rate\?.*repository=acme%2Fapi/)
    await page.keyboard.press('Escape')
    await page.locator('#deployment-frequency-table').click()
    await page.getByRole('link', { name: 'Load it' }).click()
    await expect(page).toHaveURL(/table=deployment-frequency\S*#deployment-frequency-table/)
    await expect(page.getByRole('table', { name: 'Deployments per day' })).toContainText('2 Mar 2026')
  })
})

for (const width of [1280, 360]) {
  test(`axe finds nothing wrong with numbers in it, ${width} wide`, async ({ page, tenant, signIn }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn('member')
    await seed(tenant)
    await page.goto(`${pathOf(tenant)}?${days}`)
    await hydrated(page)
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow).toBeLessThanOrEqual(0)
    await card(page, 'Lead time for changes').getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
}
