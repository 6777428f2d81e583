import { deploymentBody } from '@/lib/testing/factories'
import { expectAccessible } from './support/accessible'
import { record, serverUrls } from './support/servers'
import { expect, hydrated, test } from './support/test'

const [url] = serverUrls()

test('a manager records an incident, ties it to the deployment that broke production, and resolves it', async ({
  page,
  tenant,
  signIn,
}) => {
  const { slug } = tenant.organization
  const deploymentId = 'build-812'
  await record(url, tenant.token, deploymentBody({ deploymentId, service: 'api' }))
  await signIn('manager')
  await page.goto(`/${slug}/incidents`)
  await hydrated(page)
  await expect(page.getByText('No incident recorded yet')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })

  await page.getByRole('button', { name: 'Record an incident' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Checkout answers 500')
  await dialog.getByLabel('Opened').fill('2026-03-02T10:10')
  await dialog.getByLabel('Deployment that caused it').fill('build-8')
  await dialog.getByRole('button', { name: 'Record incident' }).click()
  await expect(dialog.getByText('No deployment has the ID build-8. Nothing was saved.')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Checkout answers 500')
  await dialog.getByLabel('Deployment that caused it').fill(deploymentId)
  await dialog.getByRole('button', { name: 'Record incident' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout answers 500' })).toBeVisible()
  const cause = page.getByRole('region', { name: 'Deployment that caused it' })
  await expect(cause).toContainText('It counts as failed.')
  await expect(page).toHaveTitle(/Checkout answers 500/)
  await expectAccessible(page)

  await hydrated(page)
  await page.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Resolved').fill('2026-03-02T11:01')
  await dialog.getByLabel('Notes').fill('The cache was full')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Resolved after 51 min')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('The cache was full')

  await cause.getByRole('link', { name: deploymentId }).click()
  const incident = page.getByRole('region', { name: 'Incident', exact: true })
  await expect(incident).toContainText('It opened an incident, open for')
  await expect(incident).toContainText('Resolved after 51 min')
  await incident.getByRole('link', { name: 'Checkout answers 500' }).click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Delete this incident' }).click()
  await dialog.getByRole('button', { name: 'Delete incident' }).click()
  await expect(page.getByText('No incident recorded yet')).toBeVisible()

  await signIn('member')
  await page.goto(`/${slug}/incidents`)
  await expect(page.getByText('A manager can record one')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record an incident' })).toHaveCount(0)
})
