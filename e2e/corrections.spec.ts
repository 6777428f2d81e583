import type { Page } from '@playwright/test'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import { voidDeployment } from '@/lib/deployments/void'
import { createHistory, createMember, createRepository, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const hour = (back: number) => new Date(Date.now() - back * 3_600_000)

/** Two deployments of a service; the second ships two pull requests that are linked and two commits without one. */
async function twoDeployments(tenant: Tenant) {
  const shas = await createHistory(await createRepository(tenant.organization.id, 'acme/api'), 5)
  const run = async (deploymentId: string, sha: number, back: number, more = {}) => {
    const event = {
      deploymentId,
      service: 'api',
      commitSha: shas[sha],
      startedAt: hour(back),
      completedAt: hour(back - 0.5),
    }
    const { body } = await record(serverUrls()[0], tenant.token, deploymentBody({ ...event, ...more }))
    return body.deploymentId ?? 0
  }
  const base = `/${tenant.organization.slug}/deployments`
  return { run, base, one: await run('gh-1', 1, 9), two: await run('gh-2', 3, 6) }
}

const dialog = (page: Page) => page.getByRole('dialog')

async function open(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

test('the latest twenty corrections of a deployment are listed', async ({ page, tenant, signIn }) => {
  const { base, one } = await twoDeployments(tenant)
  const { id: organizationId } = tenant.organization
  const entry = { organizationId, actor: 'command line', action: 'deployment.corrected', subjectId: String(one) }
  await db().prisma.auditEntry.createMany({
    data: Array.from({ length: 21 }, () => ({ ...entry, subject: 'gh-1', details: { reason: 'One of many' } })),
  })
  await signIn('manager')
  await page.goto(`${base}/${one}`)
  const corrections = page.getByRole('region', { name: 'Corrections' })
  await expect(corrections.getByText('One of many')).toHaveCount(20)
  await expect(corrections).toContainText('The latest 20 are listed.')
})

test('a deployment is voided and restored, and what it shipped follows', async ({ page, tenant, signIn }) => {
  const { run, base, two } = await twoDeployments(tenant)
  const three = await run('gh-3', 4, 3)
  const user = await signIn('manager')
  await open(page, `${base}/${two}`)
  await expect(page.getByText('2 pull requests, half of them were live')).toBeVisible()
  await page.getByRole('button', { name: 'Void this deployment' }).click()
  await expect(dialog(page)).toContainText(
    'What it shipped (2 pull requests) goes to the next deployment that contains it.',
  )
  await dialog(page).getByLabel('Reason').fill('A rehearsal on the new runner')
  await dialog(page).getByRole('button', { name: 'Void deployment' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText(`by ${user.email}: A rehearsal on the new runner`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'What it shipped' })).toContainText('It was voided')

  await page.goto(`${base}/${three}`)
  await expect(page.getByText('3 pull requests, half of them were live')).toBeVisible()
  await page.goto(base)
  await expect(page.getByRole('row').filter({ hasText: 'Voided' })).toHaveCount(1)

  await open(page, `${base}/${two}`)
  await page.getByRole('button', { name: 'Restore this deployment' }).click()
  await dialog(page).getByLabel('Reason').fill('It was live after all')
  await dialog(page).getByRole('button', { name: 'Restore deployment' }).click()
  await expect(page.getByText('2 pull requests, half of them were live')).toBeVisible()
  const history = page.getByRole('region', { name: 'Corrections' }).getByRole('listitem')
  await expect(history).toContainText(['restored deployment: It was live after all', 'voided deployment: A rehearsal'])
})

test('service and environment are set right, and given back', async ({ page, tenant, signIn }) => {
  const { run, base } = await twoDeployments(tenant)
  const id = await run('gh-3', 4, 3, { environment: 'prod' })
  await signIn('owner')
  await open(page, `${base}/${id}`)
  await expect(page.getByText('“prod” is not a production environment')).toBeVisible()
  const edit = page.getByRole('button', { name: 'Edit service and environment' })
  await edit.click()
  await expect(dialog(page)).toContainText('Sent: prod')
  await dialog(page).getByLabel('Environment').fill('production')
  await dialog(page).getByLabel('Reason').fill('The job was renamed')
  await dialog(page).getByRole('button', { name: 'Correct deployment' }).click()
  await expect(page.getByText('Corrected; sent as prod')).toBeVisible()
  await expect(page.getByText('One pull request, live')).toBeVisible()
  await expect(page.getByText(/1 commit since gh-2, the last success before this one \(inferred\)/)).toBeVisible()

  await run('gh-3', 4, 3, { environment: 'prod' })
  expect(await getDeployment(tenant.organization.id, 'gh-3')).toMatchObject({ environment: 'production', linkedPRs: 1 })

  await edit.click()
  await dialog(page).getByLabel('Use what was sent').check()
  await dialog(page).getByLabel('Reason').fill('Not production after all')
  await dialog(page).getByRole('button', { name: 'Correct deployment' }).click()
  await expect(page.getByText('“prod” is not a production environment')).toBeVisible()
  await expect(page.getByText('Corrected; sent as prod')).toHaveCount(0)

  await edit.click()
  await dialog(page).getByLabel('Service').fill('checkout')
  await dialog(page).getByLabel('Reason').fill('It has a name of its own')
  await dialog(page).getByRole('button', { name: 'Correct deployment' }).click()
  await expect(page.getByText('No repository or alias is called “checkout”')).toBeVisible()
})

test('a success that broke production is marked as failed, and taken back', async ({ page, tenant, signIn }) => {
  const { base, two } = await twoDeployments(tenant)
  const user = await signIn('manager')
  await open(page, `${base}/${two}`)
  await page.getByRole('button', { name: 'Mark this deployment as failed' }).click()
  await dialog(page).getByLabel('Reason').fill('Checkout was down')
  await dialog(page).getByRole('button', { name: 'Mark as failed' }).click()
  await expect(page.getByText(`by ${user.email}: Checkout was down`).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Incident' })).toContainText('open')
  await expect(page.getByRole('region', { name: 'What it would have shipped' })).toBeVisible()
  await page.getByRole('button', { name: 'Take back that this deployment failed' }).click()
  await dialog(page).getByLabel('Reason').fill('It was the network')
  await dialog(page).getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('2 pull requests, half of them were live')).toBeVisible()
})

test('a revert proposes what it reverted as failed, which a manager decides', async ({ page, tenant, signIn }) => {
  const { run, base, two } = await twoDeployments(tenant)
  const organizationId = tenant.organization.id
  const retitle = { where: { organizationId, number: 5 }, data: { title: 'Revert "Change 4"' } }
  await db().prisma.pullRequest.updateMany(retitle)
  await db().prisma.pullRequest.updateMany({ where: { organizationId, number: 5 }, data: { mergedAt: hour(4) } })
  const three = await run('gh-3', 4, 3)
  await signIn('manager')
  await page.goto(base)
  await page.getByText('Did gh-2 of api break production?').getByRole('link', { name: 'gh-2' }).click()
  await expect(page).toHaveURL(`${base}/${two}`)
  await hydrated(page)
  await expect(page.getByText('Did this deployment break production? It shipped #4 Change 4')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'It did not fail' }).click()
  await expect(page.getByText('break production?')).toHaveCount(0)
  await db().prisma.deployment.updateMany({ where: { organizationId }, data: { revertDismissedAt: null } })
  await open(page, `${base}/${three}`)
  await page.getByRole('button', { name: 'Mark as failed', exact: true }).click()
  await expect(page.getByText('break production?')).toHaveCount(0)
  expect(await getDeployment(organizationId, 'gh-2')).toMatchObject({ status: 'failure' })
})

test('a correction that someone else made meanwhile is refused in words', async ({ page, tenant, signIn }) => {
  const { base, two } = await twoDeployments(tenant)
  await signIn('manager')
  await open(page, `${base}/${two}`)
  await page.getByRole('button', { name: 'Void this deployment' }).click()
  await voidDeployment(operatorOf(tenant.organization.id), two, 'I was first')
  await dialog(page).getByLabel('Reason').fill('Me too')
  const looks: string[] = []
  page.on('request', (request) => request.url().endsWith('/version') && looks.push(request.url()))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Me too')
  expect(looks).toEqual([])
  await dialog(page).getByRole('button', { name: 'Void deployment' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('This deployment is void already')
})

test('members see corrections and cannot make any', async ({ page, tenant, signIn }) => {
  const { base, one, two } = await twoDeployments(tenant)
  await voidDeployment(operatorOf(tenant.organization.id), two, 'A rehearsal')
  await signIn('member')
  await page.goto(`${base}/${two}`)
  await expect(page.getByText('by command line: A rehearsal')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Corrections' })).toContainText('voided deployment')
  await expect(page.getByRole('button', { name: /Void|Restore|Edit/ })).toHaveCount(0)
  await page.goto(`${base}/${one}`)
  await expect(page.getByRole('heading', { name: 'Corrections' })).toHaveCount(0)
  await page.goto(`/${tenant.organization.slug}/settings/audit`)
  await expect(page.getByRole('link', { name: 'Audit', exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'For owners and managers' })).toBeVisible()
  await expect(page.getByText('A rehearsal')).toHaveCount(0)
})

test('the audit log says who changed what, and is filtered in the address', async ({ page, tenant, signIn }) => {
  const { two } = await twoDeployments(tenant)
  const user = await signIn('manager')
  const { slug, id } = tenant.organization
  await voidDeployment({ organizationId: id, userId: user.id }, two, 'A rehearsal')
  await createMember(id, 'member')
  await page.goto(`/${slug}/settings/deployments`)
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  const entries = page.getByRole('region', { name: 'Audit log' }).getByRole('listitem')
  await expect(entries.first()).toContainText(`${user.email} voided deployment gh-2: A rehearsal`)
  await expect(entries.last()).toContainText('Command line created the organization')
  await page.getByLabel('What was done').selectOption('Voided deployment')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/action=deployment\.voided/)
  await expect(entries).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('heading', { name: 'No such change' })).toBeVisible()
  await page.goto(`/${slug}/settings/audit`)
  await page.getByRole('link', { name: 'gh-2' }).click()
  await expect(page).toHaveURL(`/${slug}/deployments/${two}`)
})

test('keys are in the audit log', async ({ page, tenant, signIn }) => {
  await signIn('owner')
  await page.goto(`/${tenant.organization.slug}/settings/audit?action=api-key.generated`)
  await expect(page.getByRole('region', { name: 'Audit log' }).getByRole('listitem')).toContainText(
    'generated API key ci (',
  )
})

for (const [name, use] of Object.entries({
  'on a wide screen': { viewport: { width: 1280, height: 800 } },
  'on a phone': { viewport: { width: 390, height: 844 } },
} as const)) {
  test.describe(`axe finds nothing wrong ${name}`, () => {
    test.use(use)

    test('with a void deployment, its dialogs and the audit log', async ({ page, tenant, signIn }) => {
      const { base, one, two } = await twoDeployments(tenant)
      await voidDeployment(operatorOf(tenant.organization.id), two, 'A rehearsal')
      await signIn('owner')
      for (const [id, button] of [
        [one, 'Void this deployment'],
        [one, 'Edit service and environment'],
        [two, 'Restore this deployment'],
      ] as const) {
        await open(page, `${base}/${id}`)
        await page.getByRole('button', { name: button }).click()
        await expect(dialog(page)).toBeVisible()
        await expectAccessible(page)
      }
      for (const path of [base, `/${tenant.organization.slug}/settings/audit`]) {
        await open(page, path)
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        )
      }
    })
  })
}
