import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { refreshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { at } from '@/lib/testing/deploy'
import {
  createHistory,
  createPullRequest,
  createRepository,
  deploymentBody,
  type Tenant,
} from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { post, record, serverUrls } from './support/servers'
import { openSettings, rowOf } from './support/settings-page'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()

/** `run-1` is the first deployment: 1 was live before, 2 and 3 are live by it; 4 was rolled back, 5 waits since an hour, 6 is open. */
async function seed(tenant: Tenant) {
  const { id: organizationId } = tenant.organization
  const repository = await createRepository(organizationId, 'acme/api')
  const shas = await createHistory(repository, 4)
  const send = (deploymentId: string, fields: Record<string, unknown>) =>
    record(url, tenant.token, deploymentBody({ deploymentId, service: 'api', ...fields }))
  await send('run-1', { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  const bad = { commitSha: at(shas, 3), previousCommitSha: at(shas, 2) }
  await send('run-2', { ...bad, completedAt: '2026-03-02T11:00:00Z' })
  await send('run-2', { ...bad, completedAt: '2026-03-02T11:30:00Z', status: 'rolled_back' })
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await createPullRequest(repository, { number: 5, firstCommitAt: ago(3), mergedAt: ago(1).toISOString() })
  const openedAt = new Date('2026-02-28T08:00:00Z')
  await db().prisma.pullRequest.create({
    data: {
      organizationId,
      repositoryId: repository.id,
      number: 6,
      title: 'Change 6',
      author: 'Bo',
      baseBranch: 'main',
      state: 'open',
      openedAt,
      webUrl: 'https://github.com/acme/api/pull/6',
    },
  })
  await refreshFirstDeployments(organizationId)
  return repository
}

const pathOf = ({ organization }: Tenant) => `/${organization.slug}/pull-requests`
const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('the list is empty at first and leads to the repositories', async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await page.goto(pathOf(tenant))
  await expect(page.getByRole('heading', { name: 'No pull request yet' })).toBeVisible()
  const way = page.getByRole('link', { name: 'Connect repositories' })
  await expect(way).toHaveAttribute('href', `/${tenant.organization.slug}/settings/repositories`)
  await expect(page.getByText('leadline -- import git')).toContainText(`--org ${tenant.organization.slug}`)
})

test('each row says what became of it; filters stand in the address', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  const path = pathOf(tenant)
  await page.goto(path)
  await hydrated(page)
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveText([
    '#5 Change 5',
    '#6 Change 6',
    '#4 Change 4',
    '#3 Change 3',
    '#2 Change 2',
    '#1 Change 1',
  ])
  await expect(page.getByText('The latest first, by when they were merged, or else closed or opened.')).toBeVisible()
  await expect(item(page, 'Change 3')).toContainText('Live since 2 Mar 2026, 10:05')
  await expect(item(page, 'Change 3').getByRole('link', { name: 'run-1' })).toBeVisible()
  await expect(item(page, 'Change 4')).toContainText('Rolled back 2 Mar 2026, 11:30')
  await expect(item(page, 'Change 5')).toContainText(/merged \d+ \w+ \d{4}, \d\d:\d\d into main/)
  await expect(item(page, 'Change 5')).toContainText('Merged, not deployed')
  await expect(item(page, 'Change 1')).toContainText('Live since before the first deployment of api')
  await expect(item(page, 'Change 6')).toContainText('Open since 28 Feb 2026')

  await page.getByLabel('State').selectOption('Live')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(`${path}?state=live`)
  await expect(rows).toHaveText(['#3 Change 3', '#2 Change 2', '#1 Change 1'])
  for (const [query, count] of [
    ['q=%232', 1],
    ['q=CHANGE', 6],
    ['author=Bo', 1],
    ['repository=acme/api&state=undeployed', 2],
    ['state=closed', 0],
  ] as const) {
    await page.goto(`${path}?${query}`)
    await expect(rows).toHaveCount(count)
  }
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(rows).toHaveCount(6)
  await page.goto(`${path}?state=merged&page=nowhere`)
  await expect(page.getByText('State must be one of live, undeployed, open, closed. It was left out.')).toBeVisible()
  await expect(page.getByText('This page of the list does not exist')).toBeVisible()
})

test('a row opens the pull request, which says by which deployment it is live and why', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(`/${tenant.organization.slug}/deployments`)
  await hydrated(page)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(pathOf(tenant))
  await page.getByText('Change 2').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('#2 Change 2')
  const main = page.getByRole('main')
  await expect(main).toContainText('Live since 2 Mar 2026, 10:05')
  await expect(main).toContainText('Linked because it was merged between the previous commit and this one')
  await expect(main).toContainText('merged to live')
  await main.getByRole('link', { name: 'run-1' }).first().click()
  await expect(page).toHaveURL(/\/deployments\/\d+$/)
})

test('one that is not live says what it waits for', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(pathOf(tenant))
  await page.getByText('Change 5').click()
  await expect(page.getByText('It waits for the next successful deployment to production')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Stages' })).toContainText(
    /Up to its merge2\sh.*Waiting for production1\sh/,
  )
  await expect(page.getByRole('main').getByRole('link', { name: 'deployments', exact: true })).toHaveAttribute(
    'href',
    `/${tenant.organization.slug}/deployments?environment=production&service=api&status=success`,
  )
  await page.goto(pathOf(tenant))
  await page.getByText('Change 6').click()
  await expect(page.getByText('only what is merged is shipped')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open pull request' })).toHaveAttribute('rel', /noopener/)
})

test('one that the first deployment contained says that it was live before', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(pathOf(tenant))
  await page.getByText('Change 1').click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Live since before the first deployment of api')
  await expect(main).toContainText('contained it already. When it went live is not known, so it has no lead time.')
  await expect(main).toContainText('It was live before the first deployment that Leadline knows')
  await expect(main).not.toContainText('waits for the next successful deployment')
  await expect(main).not.toContainText('Not yet')
  await expect(main.getByRole('link', { name: 'run-1' })).toBeVisible()
})

test('what is merged and not deployed waits by service', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await seed(tenant)
  await page.goto(pathOf(tenant))
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Merged, not deployed' }).click()
  await expect(page).toHaveURL(`${pathOf(tenant)}/undeployed`)
  const region = page.getByRole('region', { name: 'api' })
  await expect(region).toContainText('1 pull request of acme/api. Last deployed')
  await expect(region.locator('[data-row]')).toHaveText(['#5 Change 5'])
  await expect(region).toContainText('1 h since its merge')
})

test.describe('a key', () => {
  test('is generated to read, and checks whether a change is live', async ({ page, tenant, signIn }) => {
    await signIn('manager')
    await seed(tenant)
    await openSettings(page, tenant)
    await page.getByRole('button', { name: 'Generate API key' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Post deployments')).toBeChecked()
    await dialog.getByLabel('Name').fill('Release notes')
    await dialog.getByLabel('Read: check whether a change is live').check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Generate API key' }).click()
    const token = (await dialog.getByText(/^ldl_[0-9A-Za-z]{46}$/).textContent()) ?? ''
    await expect(dialog).toContainText(`${url}/api/pull-requests/live`)
    await expect(dialog).not.toContainText('/report.sh')
    await dialog.getByRole('button', { name: 'I have stored the key' }).click()
    await expect(rowOf(page, 'Release notes')).toContainText('reads')
    await expect(rowOf(page, `ldl_…${tenant.token.slice(-4)}`).filter({ hasText: 'posts deployments' })).toBeVisible()

    const readLive = (key: string) =>
      fetch(`${url}/api/pull-requests/live?repository=api&number=3`, { headers: { Authorization: `Bearer ${key}` } })
    const answer = await readLive(token)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ live: true, since: '2026-03-02T10:05:00.000Z' }),
    ])
    expect((await readLive(tenant.token)).status).toBe(403)
    expect((await post(url, token, deploymentBody())).status).toBe(403)
  })
})

test(`axe finds nothing wrong`, async ({ page, tenant, signIn }) => {
  await signIn('member')
  const { id } = await seed(tenant)
  const pullRequests = await db().prisma.pullRequest.findMany({ where: { repositoryId: id }, select: { id: true } })
  const paths = ['', '/undeployed', '?state=closed', ...pullRequests.map((pullRequest) => `/${pullRequest.id}`)]
  for (const path of paths) {
    await page.goto(`${pathOf(tenant)}${path}`)
    await hydrated(page)
    await expectAccessible(page)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing scrolls sideways and the bar at the bottom fits', async ({ page, tenant, signIn }) => {
    await signIn('member')
    const { id } = await seed(tenant)
    const long = 'a-very-long-name-without-any-space-'.repeat(6)
    await db().prisma.pullRequest.updateMany({ where: { repositoryId: id }, data: { title: long, author: long } })
    const first = await db().prisma.pullRequest.findFirstOrThrow({ where: { repositoryId: id } })
    for (const path of ['', '/undeployed', `/${first.id}`]) {
      await page.goto(`${pathOf(tenant)}${path}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
    for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
      const box = await link.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 360).toBe(true)
      expect(box?.height).toBeLessThan(64)
    }
  })
})
