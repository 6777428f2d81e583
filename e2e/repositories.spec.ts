import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { lockNamespace } from '@/lib/deployments/linking/lock-repositories'
import { createTestRepository } from '@/lib/sources/git-import/test-repository'
import { connectGithub } from '@/lib/testing/connect'
import { createHistory, createMember, createRepository, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { startGithubServer } from '@/lib/testing/github-server'
import { pullRequestsOf } from '@/lib/testing/github-world'
import { listActions } from './security/app-inventory'
import { callAction } from './security/call-action'
import { post, serverUrls } from './support/servers'
import { sessionCookie } from './support/sessions'
import { expect, hydrated, test } from './support/test'

const pathOf = ({ organization }: Tenant) => `/${organization.slug}/settings/repositories`

async function open(page: Page, tenant: Tenant): Promise<void> {
  await page.goto(pathOf(tenant))
  await hydrated(page)
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

async function deployNow(tenant: Tenant, fields: Record<string, unknown>): Promise<void> {
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const { status } = await post(
    serverUrls()[0],
    tenant.token,
    deploymentBody({ startedAt: at, completedAt: at, ...fields }),
  )
  expect(status).toBe(201)
}

/** Calls an action as a manager who does nothing else. */
async function callAsManager(tenant: Tenant, name: string, fields: Record<string, string>) {
  const action = listActions().find((candidate) => candidate.name === name)
  if (!action) throw new Error(`There is no action ${name}`)
  const cookie = await sessionCookie((await createMember(tenant.organization.id, 'manager')).id)
  return callAction(action, {
    page: pathOf(tenant),
    fields: { organization: tenant.organization.slug, ...fields },
    cookie: `${cookie.name}=${cookie.value}`,
  })
}

/** A GitHub with two repositories of some merged pull requests; its token is `server.token`. */
async function startHost() {
  const git = createTestRepository()
  const commits = Array.from({ length: 12 }, (_, index) => ({
    id: index + 1,
    parents: index === 0 ? [] : [index],
    message: `Change ${index + 1} (#${index + 1})`,
    files: { [`services/api/${index}.txt`]: String(index) },
  }))
  git.write(commits, { 'refs/heads/main': 12 })
  const server = await startGithubServer(
    ['acme/api', 'acme/web'].map((fullName, index) => ({
      id: index + 1,
      fullName,
      defaultBranch: 'main',
      git,
      pullRequests: pullRequestsOf(git),
    })),
  )
  const stop = async () => {
    await server.stop()
    git.remove()
  }
  return { server, stop }
}

test('a manager connects a host by its token, chooses, and sees history arrive without reloading', async ({
  page,
  tenant,
  signIn,
}) => {
  const { server, stop } = await startHost()
  let hold: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  try {
    await signIn('manager')
    await open(page, tenant)
    await page.getByRole('button', { name: 'Use a GitHub token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Fine-grained token').fill('wrong')
    await dialog.getByLabel('Address of the host').fill(server.url)
    await dialog.getByRole('button', { name: 'Connect GitHub' }).click()
    await expect(dialog.getByRole('alert')).toContainText('does not accept')
    await dialog.getByLabel('Fine-grained token').fill(server.token)
    await dialog.getByRole('button', { name: 'Connect GitHub' }).click()

    await expect(page.getByRole('heading', { name: /^Choose repositories of/ })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search' }).fill('API')
    await expect(page.getByRole('checkbox')).toHaveCount(1)
    await page.getByRole('checkbox', { name: 'acme/api' }).check()
    server.onRequest = ({ kind }) => (kind === 'commits' ? { after: held } : undefined)
    await page.getByRole('button', { name: 'Follow 1 repository' }).click()

    const row = rowOf(page, 'acme/api')
    await expect(row.getByRole('progressbar')).toBeVisible()
    hold()
    await expect(row.getByText('Up to date')).toBeVisible()
    await expect(row.getByText(/^12 pull requests/)).toBeVisible()

    await page.getByRole('link', { name: 'Add repositories' }).click()
    await expect(page.getByRole('checkbox', { name: 'acme/api' })).toBeDisabled()
  } finally {
    hold()
    await stop()
  }
})

test('a host that does not answer those who follow its repositories holds up no other change', async ({ tenant }) => {
  const { server, stop } = await startHost()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  try {
    const { id } = await connectGithub(tenant.organization.id, server.url, server.token)
    server.onRequest = () => ({ after: held })
    const following = ['1', '2'].map((hostIds) =>
      callAsManager(tenant, 'follow', { connectionId: String(id), hostIds }),
    )
    await expect.poll(() => server.requests.length).toBe(2)
    const generated = await callAsManager(tenant, 'generateKey', { name: 'Meanwhile', scope: 'ingest' })
    expect(generated.state).toMatchObject({ status: 'done' })
    release()
    for (const answer of await Promise.all(following)) expect(answer.redirect).toBe(pathOf(tenant))
  } finally {
    release()
    await stop()
  }
})

test('linking that takes long holds up no other change', async ({ tenant }) => {
  const { id: organizationId } = tenant.organization
  const holder = await db().people.connect()
  try {
    const services = ['core', 'shop', 'jobs', 'mail', 'feed']
    const ids: number[] = []
    for (const service of services) {
      const repository = await createRepository(organizationId, `acme/${service}-sources`)
      const [commitSha] = await createHistory(repository, 1)
      await deployNow(tenant, { service, commitSha })
      await holder.query('SELECT pg_advisory_lock($1, $2)', [lockNamespace, repository.id])
      ids.push(repository.id)
    }
    let answered = 0
    const saving = services.map(async (names, index) => {
      const { state } = await callAsManager(tenant, 'saveAliases', { repositoryId: String(ids[index]), names })
      answered += 1
      return state
    })
    // Two changes of an organization run at once: in their turns, the fifth would wait for the end of four.
    const saved = () => db().prisma.repository.count({ where: { organizationId, aliases: { isEmpty: false } } })
    await expect.poll(saved).toBe(services.length)
    expect(answered).toBe(0)
    for (const state of await Promise.all(saving)) {
      expect(state).toMatchObject({ status: 'done', result: { state: 'going on' } })
    }
  } finally {
    await holder.query('SELECT pg_advisory_unlock_all()')
    holder.release()
  }
})

test('several repositories are followed at once', async ({ page, tenant, signIn }) => {
  const { server, stop } = await startHost()
  try {
    const { id } = await connectGithub(tenant.organization.id, server.url, server.token)
    await signIn('manager')
    await page.goto(`${pathOf(tenant)}/choose/${id}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Tick all shown' }).click()
    await page.getByRole('button', { name: 'Follow 2 repositories' }).click()
    for (const name of ['acme/api', 'acme/web']) await expect(rowOf(page, name)).toBeVisible()
  } finally {
    await stop()
  }
})

test('a service that names no repository becomes an alias on the page, and its deployments are linked', async ({
  page,
  tenant,
  signIn,
}) => {
  const shas = await createHistory(await createRepository(tenant.organization.id, 'acme/api'), 4)
  await createRepository(tenant.organization.id, 'acme/web')
  await deployNow(tenant, { service: 'checkout', commitSha: shas[2]?.slice(0, 6) })
  await deployNow(tenant, { service: 'api', commitSha: shas[3] })
  const { organization } = tenant
  await db().prisma.deployment.updateMany({
    where: { organizationId: organization.id, service: 'checkout' },
    data: { unlinkedReason: 'no repository for service' },
  })
  await signIn('manager')
  await open(page, tenant)
  const coverage = page.getByRole('region', { name: 'Coverage' })
  await expect(coverage).toContainText('50%')
  await expect(coverage).toContainText('No repository for service', { ignoreCase: true })
  await coverage.getByLabel('is an alias of, for checkout').selectOption('acme/api')
  await coverage.getByRole('button', { name: 'Use as alias' }).click()
  await expect(coverage).toContainText('100%')
  await expect(rowOf(page, 'acme/api').getByRole('code')).toHaveText('checkout')
})

test('aliases and paths are edited, refused and kept', async ({ page, tenant, signIn }) => {
  await createRepository(tenant.organization.id, 'acme/api')
  await createRepository(tenant.organization.id, 'acme/web', ['shop'])
  await signIn('manager')
  await open(page, tenant)
  await page.getByRole('button', { name: 'Edit aliases of acme/api' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Service names').fill('core\nShop')
  await dialog.getByRole('button', { name: 'Save aliases' }).click()
  await expect(dialog.getByRole('alert')).toContainText('“shop” is an alias of acme/web already')
  await expect(dialog.getByLabel('Service names')).toHaveValue('core\nShop')
  await dialog.getByLabel('Service names').fill('Core')
  await dialog.getByRole('button', { name: 'Save aliases' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'acme/api').getByRole('code')).toHaveText('core')

  await page.getByRole('button', { name: 'Add paths of a service in acme/api' }).click()
  await dialog.getByLabel('Service', { exact: true }).fill('billing')
  await dialog.getByLabel('Paths').fill('../billing/**')
  await dialog.getByRole('button', { name: 'Save paths' }).click()
  await expect(dialog.getByRole('alert')).toContainText('has “..” in it')
  await dialog.getByLabel('Paths').fill('services/billing/')
  await dialog.getByRole('button', { name: 'Save paths' }).click()
  await expect(rowOf(page, 'acme/api').getByRole('code')).toHaveText(['core', 'services/billing/**'])
})

test('a repository without paths says what they are for, and takes the first', async ({ page, tenant, signIn }) => {
  const { id } = await createRepository(tenant.organization.id, 'acme/api')
  await signIn('manager')
  await page.goto(`${pathOf(tenant)}/paths/${id}`)
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'No paths yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add paths of a service in acme/api' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Service', { exact: true }).fill('billing')
  await dialog.getByLabel('Paths').fill('services/billing/**')
  await dialog.getByRole('button', { name: 'Save paths' }).click()
  await expect(page.getByText('1 service with paths of their own')).toBeVisible()
  await expect(page.getByRole('code')).toHaveText('services/billing/**')
  await expect(page.getByText('The files of its pull requests are not known yet.')).toBeVisible()
})

test('a service with many paths has the first in the list, and all on a page of its own', async ({
  page,
  tenant,
  signIn,
}) => {
  const { id: organizationId } = tenant.organization
  const { id: repositoryId } = await createRepository(organizationId, 'acme/api')
  const globs = Array.from({ length: 50 }, (_, n) => `services/${n}/**`)
  await db().prisma.servicePath.create({ data: { organizationId, repositoryId, nameKey: 'billing', globs } })
  await signIn('manager')
  for (const list of [pathOf(tenant), `${pathOf(tenant)}/paths/${repositoryId}`]) {
    await page.goto(list)
    await expect(page.getByRole('code')).toHaveText(globs.slice(0, 10))
    await page.getByRole('link', { name: '40 more paths of billing' }).click()
    await expect(page.getByRole('code')).toHaveText(globs)
  }
  await hydrated(page)
  await page.getByRole('button', { name: 'Edit paths of billing in acme/api' }).click()
  await expect(page.getByRole('dialog').getByLabel('Paths')).toHaveValue(globs.join('\n'))
})

test('a repository goes when its name is typed, and what follows is said', async ({ page, tenant, signIn }) => {
  await createHistory(await createRepository(tenant.organization.id, 'acme/api'), 3)
  await signIn('manager')
  await open(page, tenant)
  await page.getByRole('button', { name: 'Remove acme/api' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 pull requests go')
  await expect(dialog).not.toContainText('Monitored')
  await dialog.getByLabel('Type acme/api to confirm').fill('acme/web')
  await dialog.getByRole('button', { name: 'Remove acme/api' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was removed')
  await dialog.getByLabel('Type acme/api to confirm').fill('acme/api')
  await dialog.getByRole('button', { name: 'Remove acme/api' }).click()
  await expect(page.getByRole('heading', { name: 'No repository yet' })).toBeVisible()
})

test('the webhook of a connection is shown on demand, and switches are stored', async ({ page, tenant, signIn }) => {
  const connection = await connectGithub(tenant.organization.id, 'http://127.0.0.1:9')
  const { id } = await createRepository(tenant.organization.id, 'acme/api')
  await db().prisma.repository.updateMany({ where: { id }, data: { connectionId: connection.id, hostId: '1' } })
  await signIn('manager')
  await open(page, tenant)
  await page.getByRole('button', { name: 'Webhook of acme' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).not.toContainText('whsec_')
  await dialog.getByRole('button', { name: 'Show address and secret' }).click()
  await expect(dialog).toContainText('whsec_')
  await expect(dialog).toContainText(`/api/webhooks/github?connection=${connection.publicId}`)
  await page.keyboard.press('Escape')
  const monitored = page.getByRole('switch', { name: 'Monitored: acme/api' })
  await monitored.focus()
  await page.keyboard.press('Enter')
  await expect(monitored).not.toBeChecked()
  await expect(rowOf(page, 'acme/api').getByText('Not monitored')).toBeVisible()
  await page.getByRole('switch', { name: 'Take deployments from GitHub: acme' }).click()
  await expect(page.getByRole('switch', { name: 'Take deployments from GitHub: acme' })).toBeChecked()
  await expect
    .poll(() => db().prisma.hostConnection.findFirst({ where: { id: connection.id } }))
    .toMatchObject({ takesDeployments: true })
})

test('members read, and a phone has room for all of it', async ({ page, tenant, signIn }) => {
  await connectGithub(tenant.organization.id, 'http://127.0.0.1:9')
  await createRepository(tenant.organization.id, `acme/${'long-name-'.repeat(12)}`, ['y'.repeat(120)])
  await deployNow(tenant, { service: 'x'.repeat(180) })
  await signIn('member')
  await open(page, tenant)
  await expect(page.getByRole('heading', { name: 'Coverage' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /Edit|Remove|Connect|Use|Sync/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('switch')).toHaveCount(0)
  await signIn('manager')
  for (const width of [390, 780, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    const [wide, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(wide).toBeLessThanOrEqual(room ?? 0)
  }
})
