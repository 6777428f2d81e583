import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import { daysText } from '@/lib/insights/reports/wording'
import { at } from '@/lib/testing/deploy'
import { createHistory, createRepository, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { post, record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()

const send = (tenant: Tenant, fields: Record<string, unknown>) => record(url, tenant.token, deploymentBody(fields))

/** So many deployments, the n-th n minutes after midnight of 2 March 2026. */
async function fill({ organization }: Tenant, count: number): Promise<void> {
  await db().prisma.$executeRaw`
    INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
      service, instant, progress)
    SELECT ${organization.id}, 'run-' || n, 'abcdef0123', 'production', true, 'cancelled',
      timestamptz '2026-03-02T00:00Z' + n * interval '1 minute', 'service-' || n, now(), 2
    FROM generate_series(1, ${count}::int) n`
}

test('the history is empty at first, says what to do, and shows the first deployment automatically', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/deployments`)
  await expect(page.getByRole('heading', { name: 'No deployment yet' })).toBeVisible()
  await expect(page.getByText('curl -fsSL')).toContainText('/report.sh | sh -s -- finish success')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await send(tenant, { service: 'ticketing' })
  await expect(page.getByRole('link', { name: 'ticketing', exact: true })).toBeVisible()
  await send(tenant, { service: 'boarding', status: 'in_progress', completedAt: null, deploymentId: 'b-1' })
  const row = page.getByRole('row').filter({ hasText: 'boarding' })
  await expect(row).toContainText('In progress')
  await send(tenant, { service: 'boarding', status: 'failure', deploymentId: 'b-1' })
  await expect(row).toContainText('Failure')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('filters stand in the address, can be taken away, and work together', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await send(tenant, { service: 'api', branch: 'main', triggeredBy: 'ada' })
  await send(tenant, { service: 'api', status: 'failure', branch: 'fix/leak', commitSha: `beef${'0'.repeat(36)}` })
  await send(tenant, { service: 'web', environment: 'staging', startedAt: '2026-03-04T10:00:00Z' })
  const path = `/${tenant.organization.slug}/deployments`
  const rows = page.locator('[data-row]')
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByText('2 deployments')).toBeVisible()
  await page.getByLabel('Environment').selectOption('All environments')
  await expect(page).toHaveURL(`${path}?environment=*`)
  await expect(page.getByText('3 deployments', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Environment')).toBeFocused()
  await page.getByRole('link', { name: 'Take away the filter Environment All' }).click()
  await expect(page).toHaveURL(path)

  await page.getByLabel('Service').selectOption('api')
  await expect(page).toHaveURL(`${path}?service=api`)
  await page.getByLabel('Status').selectOption('Failure')
  await expect(page).toHaveURL(`${path}?service=api&status=failure`)
  await expect(rows).toHaveText(['api'])
  await page.getByRole('link', { name: 'Take away the filter Status Failure' }).click()
  await expect(page).toHaveURL(`${path}?service=api`)
  await expect(rows).toHaveCount(2)

  for (const [query, count] of [
    ['q=beef0', 1],
    ['q=LEAK', 1],
    ['q=api&environment=staging', 0],
    ['from=2026-03-03', 0],
    ['from=2026-03-03&environment=*', 1],
    ['to=2026-03-03&triggeredBy=ada', 1],
    ['branch=main', 1],
  ] as const) {
    await page.goto(`${path}?${query}`)
    await expect(rows).toHaveCount(count)
  }
  await page.goto(`${path}?q=api&environment=staging`)
  await expect(page.getByRole('heading', { name: 'No deployment matches' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(rows).toHaveCount(2)

  await page.goto(`${path}?environment=*&status=done&from=2026-02-30&service=web&page=nowhere`)
  await expect(page.getByText('The first day is not in the calendar. It was left out.')).toBeVisible()
  await expect(page.getByText('This page of the history does not exist')).toBeVisible()
  await expect(rows).toHaveText(['web'])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('filters are a form', async ({ page, tenant, signIn }) => {
    await signIn('member')
    await send(tenant, { service: 'api' })
    await send(tenant, { service: 'web' })
    await page.goto(`/${tenant.organization.slug}/deployments`)
    await page.getByLabel('Service').selectOption('web')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.locator('[data-row]')).toHaveText(['web'])
  })
})

test('pages lead to both ends and back', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await fill(tenant, 120)
  const rows = page.locator('[data-row]')
  const shown = async (first: number, last: number) => {
    await expect(rows.first()).toHaveText(`service-${first}`)
    await expect(rows.last()).toHaveText(`service-${last}`)
    await expect(rows).toHaveCount(first - last + 1)
  }
  await page.goto(`/${tenant.organization.slug}/deployments?environment=production`)
  await shown(120, 71)
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await shown(70, 21)
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await shown(20, 1)
  await expect(page.getByRole('link', { name: 'Older', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Latest' }).click()
  await shown(120, 71)
  await page.getByRole('link', { name: 'Oldest' }).click()
  await shown(50, 1)
  await page.getByRole('link', { name: 'Newer' }).click()
  await shown(100, 51)
  await page.getByRole('link', { name: 'Newer' }).click()
  await shown(120, 71)
  await expect(page).toHaveURL(/environment=production/)
})

test('a search that stops says how far it looked and leads on', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await db().prisma.$executeRaw`
    INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
      service, instant, progress)
    SELECT ${tenant.organization.id}, 'run-' || n, 'abcdef0123', 'production', true, 'success',
      timestamptz '2026-03-02T00:00Z' + n * interval '1 minute',
      CASE WHEN n <= 10500 OR n = 31000 THEN 'monolith' ELSE 'api' END, now(), 2
    FROM generate_series(1, 31001) n`
  const path = `/${tenant.organization.slug}/deployments`
  const rows = page.locator('[data-row]')
  await page.goto(`${path}?q=MONO`)
  await expect(rows).toHaveText(['monolith'])
  await expect(page.getByRole('status')).toContainText('Searched back to 9 Mar 2026; earlier deployments may match.')
  await page.getByRole('link', { name: 'Search further back' }).click()
  await expect(rows).toHaveCount(50)
  await expect(page.getByText('Searched back')).toHaveCount(0)
  await page.goBack()
  await page.getByRole('link', { name: 'Filter by service monolith instead' }).click()
  await expect(page).toHaveURL(`${path}?service=monolith`)
  await expect(rows).toHaveCount(50)
})

test('the history opens on production, and says where else there are deployments', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await send(tenant, { service: 'web', environment: 'staging' })
  await page.goto(`/${tenant.organization.slug}/deployments`)
  await expect(page.getByRole('heading', { name: 'No deployment to production yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Look in all environments' }).click()
  await expect(page.locator('[data-row]')).toHaveText(['web'])
  await expect(page.getByText('1 deployment in twelve weeks, 0 failed')).toHaveCount(0)
})

test('a row says what its deployment shipped, and its day leads to all of it', async ({ page, tenant, signIn }) => {
  await signIn('member')
  const repository = await createRepository(tenant.organization.id, 'api')
  const shas = await createHistory(repository, 5)
  await send(tenant, { service: 'api', commitSha: at(shas, 4), previousCommitSha: at(shas, 0) })
  await send(tenant, { service: 'api', deploymentId: '7', startedAt: '2026-03-01T10:00:00Z', status: 'failure' })
  const path = `/${tenant.organization.slug}/deployments`
  await page.goto(path)
  await expect(page.getByRole('row').filter({ hasText: 'Success' })).toContainText('Change 5 · Change 4 and 2 more')
  await page.goto(`${path}?q=7`)
  await expect(page.getByRole('row').filter({ hasText: 'Failure' })).toHaveCount(1)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.goto(path)
  await page.getByRole('link', { name: 'Shipped that day' }).click()
  await expect(page).toHaveURL(/insights\/lead-time\?from=2026-03-02&to=2026-03-02#rows$/)
  await expect(page.getByRole('link', { name: 'Change 5' })).toBeVisible()
})

test('why the post of a pipeline is not there is found by its id', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await send(tenant, { service: 'api' })
  const refusal = await post(url, tenant.token, deploymentBody({ deploymentId: 'release-4711', commitSha: 'none' }))
  expect(refusal.status).toBe(400)
  await page.goto(`/${tenant.organization.slug}`)
  await page.getByRole('link', { name: 'Deployments', exact: true }).first().click()
  await page.getByRole('searchbox').fill('release-47')
  await page.keyboard.press('Enter')
  const refused = page.getByRole('region', { name: 'Posts that were refused' })
  await expect(refused).toContainText('release-4711')
  await expect(refused).toContainText('commitSha')
})

test('a deployment that is stuck says so', async ({ page, tenant, signIn }) => {
  await signIn('member')
  const { body } = await send(tenant, { service: 'api', status: 'in_progress', completedAt: null })
  const { deploymentId } = body as { deploymentId: number }
  const now = new Date()
  await db().prisma.signal.create({
    data: {
      organizationId: tenant.organization.id,
      rule: 'stuck-deployment',
      subject: String(deploymentId),
      severity: 'high',
      evidence: [],
      path: `/deployments/${deploymentId}`,
      firstSeenAt: now,
      openedAt: now,
      lastSeenAt: now,
    },
  })
  await page.goto(`/${tenant.organization.slug}/deployments`)
  await expect(page.getByRole('row').filter({ hasText: 'In progress' })).toContainText('Stuck')
})

test('a day of the strip opens that day', async ({ page, tenant, signIn }) => {
  await signIn('member')
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  await send(tenant, { service: 'today', startedAt: now.toISOString(), completedAt: now.toISOString() })
  await send(tenant, { service: 'before' })
  const path = `/${tenant.organization.slug}/deployments`
  await page.goto(path)
  await page.locator(`svg a[href="${path}?from=${day}&to=${day}"]`).click()
  await expect(page.locator('[data-row]')).toHaveText(['today'])
  await expect(page.getByRole('link', { name: `Take away the filter From ${daysText(day, day)}` })).toBeVisible()
})

test('a deployment that announces its end ahead is not finished', async ({ page, tenant, signIn }) => {
  await signIn('member')
  const ahead = { startedAt: '2026-03-02T10:00:00Z', completedAt: '2026-03-02T10:30:00Z' }
  await send(tenant, { service: 'running', status: 'in_progress', ...ahead })
  await page.goto(`/${tenant.organization.slug}/deployments`)
  await expect(page.getByRole('row').filter({ hasText: 'running' })).toContainText('Not finished')
  await page.locator('[data-row]').click()
  await expect(page.getByRole('definition').filter({ hasText: 'Not finished' })).toHaveCount(1)
  await expect(page.getByText('the clocks differ')).toHaveCount(0)
})

test('keys lead through the rows and to the search field', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await fill(tenant, 3)
  await page.goto(`/${tenant.organization.slug}/deployments`)
  await hydrated(page)
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]').nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.locator('[data-row]').nth(1)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('jkj')
  await expect(page.getByRole('searchbox')).toHaveValue('jkj')
  await page.keyboard.press('Escape')
  await page.locator('[data-row]').nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/deployments\/\d+$/)
})

test('CSV has what is shown', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await fill(tenant, 1_200)
  await send(tenant, { deploymentId: '=HYPERLINK("x")', environment: 'staging' })
  const path = `/${tenant.organization.slug}/deployments`
  await page.goto(`${path}?environment=production&service=service-7`)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  expect(download.suggestedFilename()).toBe(`${tenant.organization.slug}-deployments.csv`)
  const csvOf = async (query: string) => (await page.request.get(`${path}/csv?${query}`)).text()
  const filtered = (await csvOf('environment=production&service=service-7')).trimEnd().split('\n')
  expect(filtered).toHaveLength(2)
  expect(filtered[1]).toContain('run-7,service-7,production,true,cancelled,2026-03-02T00:07:00.000Z')
  expect((await csvOf('environment=*')).trimEnd().split('\n')).toHaveLength(1_202)
  expect((await csvOf('')).trimEnd().split('\n')).toHaveLength(1_201)
  expect(await csvOf('environment=staging')).toContain(`"'=HYPERLINK(""x"")"`)
  const refused = await page.request.get(`${path}/csv?status=done`)
  expect([refused.status(), await refused.json()]).toEqual([400, { error: expect.stringContaining('status') }])
})

test('the version of a page changes with what it shows', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await send(tenant, { service: 'api' })
  const path = `/${tenant.organization.slug}/deployments/version`
  const getVersion = (query: string, etag = '') =>
    page.request.get(`${path}?${query}`, { headers: { 'If-None-Match': etag } })
  const [api, web] = [await getVersion('service=api'), await getVersion('service=web')]
  const etagOf = (answer: typeof api) => answer.headers().etag ?? ''
  expect((await getVersion('service=api', etagOf(api))).status()).toBe(304)
  await send(tenant, { service: 'api' })
  expect((await getVersion('service=api', etagOf(api))).status()).toBe(200)
  expect((await getVersion('service=web', etagOf(web))).status()).toBe(304)
})

test('a deployment of very many pull requests is read in pages', async ({ page, tenant, signIn }) => {
  await signIn('member')
  const repository = await createRepository(tenant.organization.id, 'api')
  const shas = await createHistory(repository, 202)
  const { body } = await send(tenant, { service: 'api', commitSha: at(shas, 201), previousCommitSha: at(shas, 0) })
  const { deploymentId } = body as { deploymentId: number }
  const path = `/${tenant.organization.slug}/deployments/${deploymentId}`
  const version = await page.request.get(`${path}/version`)
  const again = { headers: { 'If-None-Match': version.headers().etag ?? '' } }
  expect((await page.request.get(`${path}/version`, again)).status()).toBe(304)

  const links = page.getByRole('link', { name: /^#\d+ Change/ })
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByText('201 pull requests, half of them were live within')).toBeVisible()
  await expect(links).toHaveCount(100)
  await expect(links.first()).toHaveText('#2 Change 2')
  await page.getByRole('link', { name: 'Faster' }).click()
  await expect(page.getByText('101 to 200 of 201 pull requests')).toBeVisible()
  await expect(links.first()).toHaveText('#102 Change 102')
  await page.goto(`${path}?page=99`)
  await expect(links).toHaveText(['#202 Change 202'])
  await page.getByRole('link', { name: 'Slower' }).click()
  await expect(page.getByText('101 to 200 of 201 pull requests')).toBeVisible()
})

test('what is still being linked says so until it is', async ({ page, tenant, signIn }) => {
  await signIn('member')
  const repository = await createRepository(tenant.organization.id, 'api')
  const shas = await createHistory(repository, 3)
  const main = page.getByRole('main')
  await inTransaction(db().people, never, async (client) => {
    await lockRepositories(client, tenant.organization.id, [repository.id])
    const { status, body } = await send(tenant, {
      service: 'api',
      commitSha: at(shas, 2),
      previousCommitSha: at(shas, 0),
    })
    expect([status, body]).toMatchObject([201, { linkedPRs: 0 }])
    await page.goto(`/${tenant.organization.slug}/deployments/${(body as { deploymentId: number }).deploymentId}`)
    await hydrated(page)
    await expect(main).toContainText('Still linking')
    await expect(main).not.toContainText('No pull request was merged')
  })
  await expect(main).toContainText('2 pull requests, half of them were live within')
  await expect(main).not.toContainText('Still linking')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('rows are stacked and nothing scrolls sideways', async ({ page, tenant, signIn }) => {
    await signIn('member')
    const repository = await createRepository(tenant.organization.id, 'api')
    const shas = await createHistory(repository, 3)
    const long = 'a-very-long-name-without-any-space-'.repeat(6)
    await send(tenant, { service: long, branch: long, environment: long, triggeredBy: long })
    await send(tenant, { service: 'api', commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
    await page.goto(`/${tenant.organization.slug}/deployments?q=api&branch=&from=2026-01-01`)
    await expect(page.getByText('2 pull requests')).toBeVisible()
    for (const query of ['', `?service=${long}`]) {
      await page.goto(`/${tenant.organization.slug}/deployments${query}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    }
  })
})

test('a range that begins at the last success names the deployment whose commit was sent', async ({
  page,
  tenant,
  signIn,
}) => {
  const shas = await createHistory(await createRepository(tenant.organization.id, 'acme/api'), 5)
  const run = async (deploymentId: string, sha: number, fields: Record<string, unknown> = {}) => {
    const times = { startedAt: `2026-03-02T1${sha}:00:00Z`, completedAt: `2026-03-02T1${sha}:30:00Z` }
    const event = { deploymentId, service: 'api', commitSha: at(shas, sha), ...times, ...fields }
    return (await send(tenant, event)).body.deploymentId ?? 0
  }
  await run('gh-1', 0)
  const bad = await run('gh-2', 2, { previousCommitSha: at(shas, 0), status: 'failure' })
  const fix = await run('gh-3', 4, { previousCommitSha: at(shas, 2) })
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/deployments/${fix}`)
  const shipped = page.getByRole('region', { name: 'What it shipped' })
  await expect(shipped).toContainText('4 commits since gh-1, the last success before this one:')
  await expect(shipped).toContainText(
    'The previousCommitSha that the pipeline sent is the commit of gh-2, which failed.',
  )
  await shipped.getByRole('link', { name: 'gh-2' }).click()
  await expect(page).toHaveURL(new RegExp(`/deployments/${bad}$`))
})

test('a failed deployment shows what it would have shipped, and its incident until it is over', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('member')
  const repository = await createRepository(tenant.organization.id, 'api')
  const shas = await createHistory(repository, 4)
  const deploy = async (minute: number, commit: number, fields = {}) => {
    const startedAt = `2026-03-02T10:${minute}:00Z`
    const sent = { service: 'api', commitSha: at(shas, commit), startedAt, completedAt: startedAt, ...fields }
    return ((await send(tenant, sent)).body as { deploymentId: number }).deploymentId
  }
  await deploy(10, 0)
  const failed = await deploy(20, 2, { status: 'failure', triggeredBy: 'ada' })
  const open = `/${tenant.organization.slug}/deployments/${failed}`
  await page.goto(`/${tenant.organization.slug}`)
  await page.getByRole('link', { name: 'Deployments', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deployments')
  await page.getByRole('row').filter({ hasText: 'Failure' }).locator('[data-row]').click()
  await expect(page).toHaveURL(open)
  const shipped = page.getByRole('region', { name: 'What it would have shipped' })
  await expect(shipped.getByRole('link')).toHaveText(['#3 Change 3', '#2 Change 2'])
  const incident = page.getByRole('region', { name: 'Incident' })
  await expect(incident).toContainText('It opened an incident, open for')
  await expect(incident).toContainText('No deployment has succeeded since.')
  await incident.getByRole('button', { name: 'I am on it' }).click()
  await expect(incident).toContainText('You are on it')
  const failedAgain = await deploy(30, 2, { status: 'failure' })
  await deploy(51, 3, { deploymentId: 'mend' })
  await page.goto(open)
  await expect(incident).toContainText('It opened an incident of 2 failures, over after 31 min.')
  await expect(incident.getByRole('link', { name: '#4 Change 4' })).toBeVisible()
  await incident.getByRole('link', { name: 'mend' }).click()
  await expect(incident).toContainText('It ended an incident of 2 failures after 31 min.')
  await expect(page.getByRole('region', { name: 'What it shipped' })).toContainText('3 pull requests')

  await incident.getByRole('link', { name: 'Open incident' }).click()
  await expect(page).toHaveURL(`/${tenant.organization.slug}/incidents/${failed}`)
  const course = page.getByRole('region', { name: 'What happened' })
  await expect(course.getByRole('link', { name: /^#\d Change/ })).toHaveText([
    '#3 Change 3',
    '#2 Change 2',
    '#3 Change 3',
    '#2 Change 2',
    '#4 Change 4',
    '#3 Change 3',
    '#2 Change 2',
  ])
  await page.getByLabel('Note', { exact: true }).fill('The cache was full.\nIt is larger now.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const notes = page.getByRole('region', { name: 'Notes' })
  await expect(notes.getByRole('listitem')).toContainText('The cache was full.')
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
  await notes.getByRole('button', { name: 'Remove' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(0)
  await page.goto(`/${tenant.organization.slug}/incidents/${failedAgain}`)
  await expect(page).toHaveURL(`/${tenant.organization.slug}/incidents/${failed}`)
})
