import {
  Client,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { db } from '@/lib/db/db'
import { metrics } from '@/lib/insights/metrics/registry'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { readReport } from '@/lib/insights/reports/read-report'
import { questions } from '@/lib/questions/registry'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { createMember, createTenant } from '@/lib/testing/factories'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { addDays, dayOf } from '@/lib/time/days'
import { serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const password = 'a sentence beats a word'

/** Where the browser comes back to a program on this computer. */
let program: AnsweringServer

test.beforeAll(async () => {
  program = await startAnsweringServer((_, response) => response.end('You may close this window.'))
})

test.afterAll(() => program.stop())

/** What a client keeps of signing in; it knows nothing beforehand. */
function createProvider(): OAuthClientProvider & { address: () => URL; kept: { tokens?: OAuthTokens } } {
  const kept: { client?: object; tokens?: OAuthTokens; verifier?: string; address?: URL; found?: object } = {}
  return {
    kept: kept as { tokens?: OAuthTokens },
    redirectUrl: `${program.origin}/callback`,
    clientMetadata: { client_name: 'Stock client', redirect_uris: [`${program.origin}/callback`] },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (address) => {
      kept.address = address
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    discoveryState: () => kept.found as never,
    saveDiscoveryState: (found) => {
      kept.found = found
    },
    address: () => kept.address ?? new URL('about:blank'),
  }
}

test('a stock client that is given the address alone signs in and answers with the numbers of the page', async ({
  page,
}) => {
  const { organization } = await createTenant({ plan: 'business', name: 'Acme' })
  const days = 40
  await storeRandomHistory(organization.id, 'assistant', new Date(Date.now() - days * 86_400_000), days)
  const user = await createMember(organization.id, 'member', { password })
  const address = new URL(`${serverUrls()[0]}/mcp`)
  const authProvider = createProvider()
  const connect = async (transport = new StreamableHTTPClientTransport(address, { authProvider })) => {
    const client = new Client({ name: 'stock', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(transport)
    return client
  }
  const transport = new StreamableHTTPClientTransport(address, { authProvider })
  await expect(connect(transport)).rejects.toThrow(UnauthorizedError)

  await page.goto(authProvider.address().href)
  await hydrated(page)
  await page.getByLabel('E-mail address').fill(user.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Connect Stock client' }).click()
  await page.waitForURL((url) => url.origin === program.origin)
  await transport.finishAuth(new URL(page.url()).searchParams)

  const client = await connect()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(questions.map(({ name }) => name))
  const now = new Date()
  const given = { from: addDays(dayOf(now, 'UTC'), -7), to: addDays(dayOf(now, 'UTC'), -1) }
  const { filters } = parseMetricFilters(new URLSearchParams(given), organization.timeZone, now)
  const report = await readReport(organization, filters, now)
  for (const { slug, name } of metrics) {
    const { structuredContent } = await client.callTool({ name: `get_${slug.replaceAll('-', '_')}`, arguments: given })
    expect.soft(structuredContent, slug).toMatchObject({
      value: report[name]?.value,
      sampleSize: report[name]?.provenance.sampleSize,
      page: `${serverUrls()[0]}/${organization.slug}/insights/${slug}?from=${given.from}&to=${given.to}`,
    })
  }
  const link = await db().prisma.deploymentPullRequest.findFirstOrThrow({
    where: { organizationId: organization.id, deployment: { service: { not: null } } },
    include: { deployment: true, pullRequest: { include: { repository: true } } },
  })
  const { number, repository } = link.pullRequest
  const { service } = link.deployment
  const needed: Record<string, object> = {
    get_deployment: { id: Number(link.deploymentId) },
    is_pull_request_live: { repository: repository.fullName, number },
    get_deployment_risk: { service, repository: repository.fullName, pullRequests: [number] },
  }
  for (const { name } of questions) {
    const { isError, structuredContent } = await client.callTool({ name, arguments: { ...needed[name] } })
    expect.soft({ isError: isError ?? false, structuredContent }, name).toMatchObject({
      isError: false,
      structuredContent: { organization: organization.slug },
    })
  }

  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Applications' })).toContainText('Stock client')
  await client.close()
})

test('how to connect is shown, and badges are turned on and off', async ({ page, tenant, signIn }) => {
  await db().prisma.organization.update({ where: { id: tenant.organization.id }, data: { plan: 'business' } })
  await signIn('manager')
  await page.goto(`/${tenant.organization.slug}/settings/assistants`)
  await expect(page.getByText(`claude mcp add --transport http leadline ${serverUrls()[0]}/mcp`)).toBeVisible()
  await hydrated(page)
  for (const name of ['Cursor', 'VS Code', 'ChatGPT', 'curl']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name })).toContainText(`${serverUrls()[0]}/mcp`)
  }
  const badges = page.getByRole('region', { name: 'Badges' })
  await badges.getByRole('button', { name: 'Turn badges on' }).click()
  const markdown = badges.getByText('[![Lead time for changes]')
  await expect(markdown).toBeVisible()
  const address = /\((http[^)]*lead-time\?token=[^)]+)\)/.exec((await markdown.textContent()) ?? '')?.[1] ?? ''
  const badge = await fetch(address)
  expect([badge.status, badge.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  await badges.getByRole('button', { name: 'Turn badges off' }).click()
  await expect(badges.getByText('Badges are off.')).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})

test('a member sees how to connect and cannot turn badges on', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await page.goto(`/${tenant.organization.slug}/settings/assistants`)
  await expect(page.getByText('An owner or a manager can turn them on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn badges on' })).toHaveCount(0)
})
