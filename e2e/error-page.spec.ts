import pg from 'pg'
import { withTcpProxy } from '@/bench/guarantees/tcp-proxy'
import { createTestDatabase } from '@/lib/testing/create-test-database'
import { expectAccessible } from './support/accessible'
import { startExtraServer } from './support/extra-server'
import { sealedCookie } from './support/sessions'
import { expect, test } from './support/test'

test.use({ expectedErrors: [/status of 50[03]|React error #441/] })

test('a page that cannot be made says so, and comes when it can', async ({ page }) => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const server = await startExtraServer({ DATABASE_URL: database.url })
  await client.query('ALTER TABLE organizations RENAME TO organizations_away')
  await page.goto(`${server.url}/setup`)
  await expect(page.getByRole('heading', { name: 'This page could not be made' })).toBeVisible()
  await expect(page.getByText('organizations_away')).toHaveCount(0)
  await expect(page.getByText('Leadline', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await client.query('ALTER TABLE organizations_away RENAME TO organizations')
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/[?&]_rsc=/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Trying…' })).toBeDisabled()
  arrive()
  await expect(page.getByRole('heading', { name: 'Open the setup link' })).toBeVisible()
  await client.end()
  await server.stop()
  await database.drop()
})

for (const mode of ['refused', 'silent'] as const) {
  test(`every page is 503 while the database is ${mode}, and comes automatically`, async ({ page, context }) => {
    const database = await createTestDatabase()
    await withTcpProxy(database.url, async ({ url, setMode }) => {
      const server = await startExtraServer({ DATABASE_URL: url })
      await setMode(mode)
      const cookie = await sealedCookie()
      for (const path of [
        '/',
        '/sign-in',
        '/setup',
        '/invite/x',
        '/profile',
        '/acme',
        '/acme/insights',
        '/acme/wall',
      ]) {
        const answer = await fetch(server.url + path, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
        expect.soft([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '2'])
        expect.soft(await answer.text(), path).toContain('The database does not answer')
      }
      await context.addCookies([{ ...cookie, url: server.url }])
      await page.goto(`${server.url}/profile`)
      await expect(page.getByRole('heading', { name: 'The database does not answer' })).toBeVisible()
      await expectAccessible(page)
      await setMode('through')
      await expect(page.getByRole('heading', { name: 'Open the setup link' })).toBeVisible()
      await page.close()
      await server.stop()
    })
    await database.drop()
  })
}
