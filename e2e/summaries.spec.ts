import type { Page } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { answersWell, hangs, type ModelServer, says, sends, startModelServer } from '@/lib/testing/model-server'
import { expectAccessible } from './support/accessible'
import { type ExtraServer, startExtraServer } from './support/extra-server'
import { record } from './support/servers'
import { expect, test } from './support/test'

// They share one server and its model.
test.describe.configure({ mode: 'serial' })

const day = 86_400_000

let model: ModelServer
let server: ExtraServer

test.beforeAll(async () => {
  model = await startModelServer()
  server = await startExtraServer({
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'small-model',
    AI_API_KEY: 'sk-of-the-tests',
    AI_INPUT_PRICE: '1',
    AI_OUTPUT_PRICE: '2',
    AI_TIMEOUT_SECONDS: '300',
  })
})
test.beforeEach(() => model.behave(answersWell()))
test.afterAll(async () => {
  await server.stop()
  await model.stop()
})

const urlOf = ({ organization }: Tenant, path: string) => `${server.url}/${organization.slug}/${path}`
const summary = (page: Page) => page.getByRole('region', { name: 'Summary of the week' })
const explanation = (page: Page) => page.getByRole('region', { name: 'Explanation of the change' })

/** A deployment on each of some days in the past; the first starts the trial. */
async function deploy(tenant: Tenant, daysAgo = [70, 50, 45, 40, 12, 9, 5, 3, 1]): Promise<void> {
  for (const days of daysAgo) {
    const at = new Date(Date.now() - days * day).toISOString()
    await record(server.url, tenant.token, deploymentBody({ service: 'api', startedAt: at, completedAt: at }))
  }
}

/** Opens a page to its very end. */
async function open(page: Page, url: string): Promise<void> {
  const response = await page.goto(url)
  expect(response?.status()).toBe(200)
  expect(await response?.finished()).toBeNull()
}

test('a model that hangs holds up no page, and its words appear once it has answered', async ({
  page,
  tenant,
  signIn,
}) => {
  await deploy(tenant)
  await signIn('member')
  model.behave(hangs)
  await open(page, urlOf(tenant, 'insights/week'))
  await summary(page).getByRole('button', { name: 'Write a summary' }).click()
  await expect(summary(page)).toContainText('Being written.')
  await expect.poll(model.held).toBe(1)

  for (const path of ['insights', 'insights/deployment-frequency', 'insights/week', 'deployments', 'risk', 'wall']) {
    await open(page, urlOf(tenant, path))
    expect(model.held(), `open while ${path} is complete`).toBe(1)
  }
  await open(page, urlOf(tenant, 'insights/week'))
  await expect(page.getByRole('region', { name: 'Shipped' })).toBeVisible()
  await expect(summary(page)).toContainText('Being written.')
  expect(model.held()).toBe(1)

  model.answerHeld(answersWell())
  await expect(summary(page)).toContainText('The report shows')
  await expect(summary(page)).toContainText('Written by small-model from the numbers on this page')
  await expect(summary(page)).toContainText('1,500 tokens')
  await expect(summary(page)).toContainText('$0.0018')
  await expect(summary(page).getByRole('button')).toHaveCount(0)
})

test('an explanation of a change says what was checked, and how much was left out', async ({
  page,
  tenant,
  signIn,
}) => {
  await deploy(tenant)
  await signIn('member')
  model.behave((response, request) => {
    const { text = '' } = request.given.facts.find(({ label }) => label === 'Deployment frequency') ?? {}
    says(
      `Deployments came at ${text} in these days.`,
      'They doubled.',
      'See https://evil.example for 99% more.',
    )(response, request)
  })
  await open(page, urlOf(tenant, 'insights/deployment-frequency'))
  await explanation(page).getByRole('button', { name: 'Explain this change' }).click()
  await expect(explanation(page)).toContainText(/Deployments came at [\d.]+ (a day|a week|per 30 days) in these days\./)
  await expect(explanation(page)).toContainText('2 sentences left out: not backed by these numbers')
  await expect(explanation(page)).not.toContainText('evil')
  await open(page, urlOf(tenant, 'insights/deployment-frequency'))
  await expect(explanation(page)).toContainText('Deployments came at')
})

test('a model that fails is said to, and the page stands', async ({ page, tenant, signIn }) => {
  await deploy(tenant)
  await signIn('member')
  model.behave(sends('<h1>Bad gateway sk-of-the-tests</h1>', 502))
  await open(page, urlOf(tenant, 'insights/week'))
  await summary(page).getByRole('button', { name: 'Write a summary' }).click()
  await expect(summary(page)).toContainText('The model answered with an error (502).')
  await expect(page.getByRole('main')).not.toContainText('sk-of-the-tests')
  await summary(page).getByRole('button', { name: 'Write it again' }).click()
  await expect(summary(page)).toContainText('The model has just failed. Try again in 1 min.')
})

test('words of numbers that have changed are said to be older', async ({ page, tenant, signIn }) => {
  await deploy(tenant)
  await signIn('member')
  await open(page, urlOf(tenant, 'insights/week'))
  await summary(page).getByRole('button', { name: 'Write a summary' }).click()
  await expect(summary(page)).toContainText('The report shows')
  await db().prisma.summary.updateMany({ where: { organizationId: tenant.organization.id }, data: { digest: 'old' } })
  await page.reload()
  await expect(summary(page)).toContainText('The numbers on this page changed since it was written.')
  await expect(summary(page).getByRole('button', { name: 'Write it again' })).toBeVisible()
})

test('nothing is shown without a model, nor where the plan does not include it', async ({
  page,
  tenant,
  signIn,
  baseURL,
}) => {
  await deploy(tenant)
  const user = await signIn('member')
  await page.goto(`${baseURL}/${tenant.organization.slug}/insights/week`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(summary(page)).toHaveCount(0)
  const free = await createTenant({ plan: 'free' })
  await db().prisma.organization.update({
    where: { id: free.organization.id },
    data: { trialStartedAt: new Date(0), trialEndsAt: new Date(1) },
  })
  await db().prisma.membership.create({
    data: { organizationId: free.organization.id, userId: user.id, role: 'member' },
  })
  await open(page, urlOf(free, 'insights/week'))
  await expect(summary(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('words of a model fit, and anyone can read them', async ({ page, tenant, signIn }) => {
    await deploy(tenant)
    await signIn('member')
    await open(page, urlOf(tenant, 'insights/week'))
    await expect(summary(page).getByRole('button', { name: 'Write a summary' })).toBeVisible()
    await expectAccessible(page)
    await summary(page).getByRole('button', { name: 'Write a summary' }).click()
    await expect(summary(page)).toContainText('Written by small-model')
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
})
