import { startAnsweringServer } from '@/lib/testing/answering-server'
import { startExtraServer } from './support/extra-server'
import { expect, hydrated, test } from './support/test'

test('where private hosts are refused, connecting one names the setting, and it is not called', async ({
  page,
  tenant,
  signIn,
}) => {
  const DATABASE_URL = process.env.DATABASE_URL ?? ''
  const host = await startAnsweringServer((_, response) => response.end('{"login":"acme"}'))
  const server = await startExtraServer({ DATABASE_URL, PRIVATE_HOSTS: 'refuse' })
  try {
    await signIn('manager')
    await page.goto(`${server.url}/${tenant.organization.slug}/settings/repositories`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Use a GitHub token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Fine-grained token').fill('github_pat_any')
    await dialog.getByLabel('Address of the host').fill(host.origin)
    await dialog.getByRole('button', { name: 'Connect GitHub' }).click()
    await expect(dialog.getByRole('alert')).toContainText('PRIVATE_HOSTS=allow')
    expect(host.connections()).toBe(0)
  } finally {
    // What a page loads ahead would end with the server.
    await page.goto('about:blank')
    await Promise.all([server.stop(), host.stop()])
  }
})
