import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { db } from '@/lib/db/db'
import { deploymentBody, type Tenant } from '@/lib/testing/factories'
import { type Receiver, startReceiver } from '@/lib/testing/receiver'
import { record, serverUrls } from './support/servers'
import { expect, test } from './support/test'

const [url] = serverUrls()
const settingsOf = ({ organization }: Tenant) => `/${organization.slug}/settings/notifications`
const destination = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Release bot' })

let receiver: Receiver
let status = 204

test.beforeEach(async ({ tenant }) => {
  status = 204
  await db().prisma.organization.update({ where: { id: tenant.organization.id }, data: { plan: 'business' } })
  receiver = await startReceiver((response) => void response.writeHead(status).end())
})

test.afterEach(() => receiver.stop())

async function addWebhook(page: Page, tenant: Tenant): Promise<void> {
  await page.goto(settingsOf(tenant))
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Release bot')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add destination' }).click()
  await expect(destination(page)).toContainText(`Webhook at ${new URL(receiver.url).host}`)
}

test('a webhook is added, tested, told of a failure, told again, paused and removed', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('manager')
  await page.goto(settingsOf(tenant))
  await expect(page.getByRole('heading', { name: 'No destination yet' })).toBeVisible()
  await expect(page.getByText('This server sends no e-mail')).toBeVisible()
  await addWebhook(page, tenant)
  const drawn = await page.request.get(settingsOf(tenant))
  expect(await drawn.text(), 'a form that is not open').not.toContain('type="checkbox"')
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await expect(page.getByText('You will not see this secret again')).toBeVisible()

  await destination(page).getByRole('button', { name: 'Send a test' }).click()
  await expect(destination(page)).toContainText('The test arrived: Answered 204')
  const [first] = receiver.received
  expect(new Webhook(secret).verify(first?.text ?? '', (first?.headers ?? {}) as Record<string, string>)).toMatchObject(
    {
      type: 'notification.test',
    },
  )

  const at = new Date(Date.now() + 1_000).toISOString()
  await record(url, tenant.token, deploymentBody({ service: 'api', status: 'failure', startedAt: at, completedAt: at }))
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2)
  const row = page.getByRole('row').filter({ hasText: 'Deployment of api to production failed' })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('Delivered', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('whsec_')).toHaveCount(0)
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(3)
  const ids = receiver.received.slice(1).map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)

  await destination(page).getByRole('button', { name: 'Pause' }).click()
  await expect(destination(page)).toContainText('Paused')
  await destination(page).getByRole('button', { name: 'Resume' }).click()
  await expect(destination(page)).not.toContainText('Paused')
  await destination(page).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove destination' }).click()
  await expect(page.getByRole('heading', { name: 'No destination yet' })).toBeVisible()
})

test('a receiver that refuses is said at once, and one that was paused says why', async ({ page, tenant, signIn }) => {
  await signIn('owner')
  status = 500
  await addWebhook(page, tenant)
  await destination(page).getByRole('button', { name: 'Send a test' }).click()
  await expect(destination(page)).toContainText('The test did not arrive: Answered 500')
  await db().prisma.notificationDestination.updateMany({
    where: { organizationId: tenant.organization.id },
    data: { pausedAt: new Date(), pausedBecause: 'It says that it is gone for good (410).' },
  })
  await page.reload()
  await expect(destination(page)).toContainText('It says that it is gone for good (410).')
})

test('what is sent is chosen, with a digest, and a refused form keeps what was ticked', async ({
  page,
  tenant,
  signIn,
}) => {
  await signIn('manager')
  await addWebhook(page, tenant)
  await destination(page).getByRole('button', { name: 'Edit Release bot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit “Release bot”' })
  await dialog.getByRole('checkbox', { name: 'A service recovered' }).uncheck()
  await dialog.getByLabel('Weekly digest').selectOption('Friday')
  await dialog.getByLabel('At', { exact: true }).selectOption('16:00')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://name:word@example.com/')
  await dialog.getByRole('button', { name: 'Save destination' }).click()
  await expect(dialog.getByRole('alert')).toContainText('without a user name')
  await expect(dialog.getByRole('checkbox', { name: 'A service recovered' })).not.toBeChecked()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('')
  await dialog.getByRole('button', { name: 'Save destination' }).click()
  await expect(destination(page)).toContainText('Digest on Friday at 16:00')
  await expect(destination(page)).not.toContainText('Everything')
})

test('a metric alert is set and removed', async ({ page, tenant, signIn }) => {
  await signIn('manager')
  await page.goto(settingsOf(tenant))
  await page.getByRole('button', { name: 'Add metric alert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add metric alert' })
  await dialog.getByLabel('Metric').selectOption('Change failure rate')
  await dialog.getByRole('textbox', { name: 'Value (%)' }).fill('15')
  await dialog.getByRole('button', { name: 'Add metric alert' }).click()
  const alert = page.getByRole('listitem').filter({ hasText: 'Change failure rate above 15%' })
  await alert.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No metric alert yet' })).toBeVisible()
})

test('a member sees destinations and changes none, and the plan is said', async ({ page, tenant, signIn }) => {
  await signIn('member')
  await db().prisma.organization.update({
    where: { id: tenant.organization.id },
    data: { plan: 'free', trialStartedAt: new Date(0), trialEndsAt: new Date(1) },
  })
  await page.goto(settingsOf(tenant))
  await expect(page.getByText('Nothing is sent on this plan')).toBeVisible()
  await expect(page.getByText('An owner or a manager can add a channel')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
})
