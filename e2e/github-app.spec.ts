import { listConnections } from '@/lib/sources/connections/list'
import { openConnection } from '@/lib/sources/connections/open'
import { startManifest } from '@/lib/sources/connections/start-manifest'
import { createUser } from '@/lib/testing/factories'
import { startGithubAppServer } from '@/lib/testing/github-app-server'
import { serverUrls } from './support/servers'
import { sessionCookie } from './support/sessions'
import { expect, hydrated, test } from './support/test'

const see = async (path: string, userId: number | null) => {
  const cookie = userId === null ? null : await sessionCookie(userId)
  const headers: HeadersInit = cookie ? { Cookie: `${cookie.name}=${cookie.value}` } : {}
  return fetch(serverUrls()[0] + path, { redirect: 'manual', headers })
}

test('a manager makes a GitHub App with a click at GitHub, and installs it with another', async ({
  page,
  tenant,
  signIn,
}) => {
  const github = await startGithubAppServer()
  const { organization } = tenant
  await signIn('manager')
  await page.goto(`/${organization.slug}/settings/repositories`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Create a GitHub App' }).click()
  await page.getByLabel('GitHub organization').fill('acme')
  await page.getByLabel('Address of GitHub').fill(github.baseUrl)
  await page.getByRole('button', { name: 'Continue at GitHub' }).click()
  const create = page.getByRole('link', { name: 'Create GitHub App' })
  await create.waitFor()
  expect(await listConnections(organization.id)).toEqual([])
  await create.click()
  await page.getByRole('link', { name: 'Install' }).waitFor()
  expect(await listConnections(organization.id)).toMatchObject([{ kind: 'app', installed: false }])
  await page.getByRole('link', { name: 'Install' }).click()
  await page.waitForURL(`**/${organization.slug}/settings/repositories?github=installed`)
  await expect(page.getByText('GitHub is connected. Choose the repositories to follow.')).toBeVisible()
  const [connection] = await listConnections(organization.id)
  expect(connection).toMatchObject({ installed: true, name: 'acme', baseUrl: github.baseUrl })
  const { secrets } = await openConnection(organization.id, connection?.id ?? 0)
  expect(await page.content()).not.toContain(secrets.webhookSecret)
  expect(github.manifests).toMatchObject([{ redirect_url: `${serverUrls()[0]}/api/github/manifest` }])
  await github.close()
})

test('the way to GitHub is open to that one page, and to the user who began', async ({ tenant, signIn }) => {
  const manager = await signIn('manager')
  const path = await startManifest(
    { organizationId: tenant.organization.id, userId: manager.id },
    { baseUrl: 'http://localhost:1', owner: '' },
  )
  const allowed = await see(path, manager.id)
  expect(allowed.status).toBe(200)
  expect(allowed.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]+='; form-action http:\/\/localhost:1; base-uri 'none'; frame-ancestors 'none'$/,
  )
  const stranger = await createUser()
  for (const wrong of [`${path}x`, '/api/github/manifest/new', '/api/github/manifest?code=x', path]) {
    const refused = await see(wrong, stranger.id)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(await refused.text()).toContain('Start again from Settings &gt; Repositories')
  }
})

test('who is not signed in does that first', async () => {
  for (const path of [
    '/api/github/manifest/new?state=x',
    '/api/github/manifest?code=1&state=x',
    '/api/github/installed',
  ]) {
    const { status, headers } = await see(path, null)
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
  }
})

test('a user who installs the app from GitHub itself comes to the start page', async ({ signIn }) => {
  const { id } = await signIn('member')
  const { status, headers } = await see('/api/github/installed?installation_id=77&setup_action=update', id)
  expect([status, headers.get('location')]).toEqual([303, '/'])
})
