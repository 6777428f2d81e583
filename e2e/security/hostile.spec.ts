import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { withoutTurns } from '@/lib/core/invisible'
import { db } from '@/lib/db/db'
import { filterNames } from '@/lib/deployments/filters'
import { pullRequestFilterNames } from '@/lib/pull-requests/filters'
import {
  createMember,
  createPullRequest,
  createRepository,
  createTenant,
  deploymentBody,
  type Tenant,
} from '@/lib/testing/factories'
import { hostileTexts, hostileUrl } from '@/lib/testing/hostile'
import { post, serverUrls } from '../support/servers'
import { expect, hydrated, test } from '../support/test'

const textsPerTest = 5

const groups = Array.from({ length: Math.ceil(hostileTexts.length / textsPerTest) }, (_, index) =>
  hostileTexts.slice(index * textsPerTest, (index + 1) * textsPerTest),
)

test.use({ viewport: { width: 390, height: 844 } })

for (const [index, texts] of groups.entries()) {
  test(`hostile texts ${index * textsPerTest + 1} to ${index * textsPerTest + texts.length} are text, wherever they are shown`, async ({
    page,
    signIn,
  }) => {
    const tenant = await createTenant({ name: 'Acme', plan: 'business' })
    const owner = await signIn('owner', tenant.organization)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      return dialog.dismiss()
    })
    const deployments = new Map<string, number>()
    for (const text of texts) {
      const name = withoutTurns(text)
      const deploymentId = await plant(tenant, owner.id, { id: text, name, field: text, metadata: { [text]: text } })
      deployments.set(name, deploymentId)
    }
    const { slug } = tenant.organization
    for (const [text, deploymentId] of deployments) {
      await db().prisma.organization.update({ where: { id: tenant.organization.id }, data: { name: text } })
      await page.goto(`/${slug}/deployments/${deploymentId}`)
      await expectPlainText(page, [text])
      const shown = await page.locator('main').textContent()
      expect.soft(shown).toContain(text)
    }
    for (const { id } of await db().prisma.pullRequest.findMany({
      where: { organizationId: tenant.organization.id },
    })) {
      await page.goto(`/${slug}/pull-requests/${id}`)
      await expectPlainText(page, [])
    }
    for (const path of [
      `/${slug}/deployments`,
      `/${slug}/pull-requests`,
      `/${slug}/settings/deployments`,
      `/${slug}/settings/members`,
      '/profile',
    ]) {
      await page.goto(path)
      await expectPlainText(page, path === '/profile' ? [] : [...deployments.keys()])
    }
    expect(dialogs).toEqual([])
  })
}

/** As many of them as an address may hold. */
function inAddress(parameters: string[][]): string {
  const all = new URLSearchParams(parameters).toString()
  return all.length <= 4_000 ? all : inAddress(parameters.slice(1))
}

for (const path of ['/sign-in', '/deployments', '/pull-requests', '/settings/deployments']) {
  test(`hostile texts in the address of ${path} are text`, async ({ page, signIn, tenant }) => {
    if (path !== '/sign-in') await signIn('owner')
    const address = path === '/sign-in' ? path : `/${tenant.organization.slug}${path}`
    const names = [...filterNames, ...pullRequestFilterNames, 'page', 'text', 'error', 'callbackUrl']
    for (const text of hostileTexts) {
      await page.goto(`${address}?${inAddress(names.map((name) => [name, text]))}`)
      await expectPlainText(page, [])
    }
  })
}

for (const width of [390, 768, 1024, 1280]) {
  test(`the longest texts that are accepted burst no page ${width} pixels wide`, async ({ page, signIn, tenant }) => {
    await page.setViewportSize({ width, height: 800 })
    const { id, slug } = tenant.organization
    const owner = await signIn(await createMember(id, 'owner', { name: 'W'.repeat(100) }))
    const deploymentId = await plant(tenant, owner.id, {
      id: 'W'.repeat(200),
      name: 'W'.repeat(100),
      field: 'W'.repeat(1024),
      metadata: { ['W'.repeat(128)]: 'W'.repeat(1024), yes: true, number: 1e300 },
    })
    await db().prisma.organization.update({ where: { id }, data: { name: 'W'.repeat(100) } })
    const pullRequest = await db().prisma.pullRequest.findFirstOrThrow({ where: { organizationId: id } })
    const ofPullRequests = ['pull-requests', `pull-requests/${pullRequest.id}`, 'pull-requests/undeployed']
    const ofDeployments = ['deployments', `deployments/${deploymentId}`]
    for (const path of [...ofDeployments, ...ofPullRequests, 'settings/deployments', 'settings/members']) {
      await page.goto(`/${slug}/${path}`)
      await expectPlainText(page, [])
    }
    await page.goto('/profile')
    await expectPlainText(page, [])
  })
}

test('an invitation shows hostile names as text', async ({ page }) => {
  for (const text of hostileTexts.map(withoutTurns)) {
    const { organization } = await createTenant({ name: text })
    const inviter = await createMember(organization.id, 'owner', { name: text })
    const email = `${randomUUID()}@example.com`
    const invitation = await createInvitation(
      { organizationId: organization.id, userId: inviter.id },
      { email, role: 'member' },
    )
    await page.goto(`/invite/${invitation.token}`)
    await expectPlainText(page, [text])
  }
})

type Texts = { id: string; name: string; field: string; metadata: Record<string, unknown> }

/** Puts texts into every field that anything renders. Returns the id of their deployment. */
async function plant({ organization, token }: Tenant, ownerId: number, texts: Texts): Promise<number> {
  const { id, name, field, metadata } = texts
  const { prisma } = db()
  const organizationId = organization.id
  const times = { startedAt: new Date(Date.now() - 600_000), completedAt: new Date(Date.now() - 300_000) }
  const fields = { service: field, branch: field, triggeredBy: field, pipelineName: field, previousCommitSha: field }
  const event = deploymentBody({
    ...times,
    ...fields,
    deploymentId: id,
    environment: field,
    pipelineUrl: 'https://ci.example.com/runs/1',
    metadata,
    rawPayload: { [name]: [field, metadata] },
  })
  const { status, body } = await post(serverUrls()[0], token, event)
  if (body.deploymentId === undefined) throw new Error(`${status} ${body.error} for ${id}`)
  await post(serverUrls()[0], token, { ...event, status: 'unknown' })
  const repository = await createRepository(organizationId, `${name}/${randomUUID()}`, [name])
  const pullRequestId = await createPullRequest(repository, { number: 1, baseBranch: field })
  await prisma.pullRequest.updateMany({
    where: { id: pullRequestId },
    data: { title: field, author: name, webUrl: hostileUrl },
  })
  await prisma.deploymentPullRequest.create({
    data: {
      organizationId,
      deploymentId: body.deploymentId,
      pullRequestId,
      method: 'merge-commit',
      leadTimeSeconds: 60,
    },
  })
  // As if it had been production, and with an address that no event can carry.
  await prisma.deployment.updateMany({
    where: { id: body.deploymentId },
    data: { production: true, pipelineUrl: hostileUrl, repositoryId: repository.id },
  })
  await createApiKey({ organizationId, userId: ownerId }, name)
  await createMember(organizationId, 'member', { name })
  await prisma.organization.update({
    where: { id: organizationId },
    data: { productionNames: ['production', name.toLowerCase()] },
  })
  return body.deploymentId
}

/** Nothing has run, nothing leads to a script, the page is no wider than the screen, and the texts are there. */
async function expectPlainText(page: Page, texts: readonly string[]): Promise<void> {
  await hydrated(page)
  const { text, ...state } = await page.evaluate(inspect)
  expect.soft(state, page.url()).toEqual({ ran: false, links: [], tooWide: [] })
  for (const wanted of texts) expect.soft(text?.includes(wanted), `${wanted} on ${page.url()}`).toBe(true)
}

function inspect() {
  // What React writes where a form has a function for its action. The policy would not let it run.
  const reactsOwn = /^javascript:throw new Error\('React form unexpectedly submitted\.'\)$/
  const { clientWidth, scrollWidth } = document.documentElement
  const addresses = [...document.querySelectorAll('[href], [action], [src]')].flatMap((element) =>
    ['href', 'action', 'src'].map((name) => element.getAttribute(name) ?? ''),
  )
  const isTooWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
  return {
    ran: 'hostile' in window,
    links: addresses.filter((address) => /^\s*(javascript|data|vbscript):/i.test(address) && !reactsOwn.test(address)),
    tooWide:
      scrollWidth <= clientWidth
        ? []
        : [...document.querySelectorAll('body *')].filter(isTooWide).map(({ outerHTML }) => outerHTML.slice(0, 100)),
    text: document.body.textContent,
  }
}
