import AxeBuilder from '@axe-core/playwright'
import pg from 'pg'
import { createTestDatabase } from '@/lib/testing/create-test-database'
import { startNextServer } from '@/scripts/support/next-server'
import { freePort } from './support/free-port'
import { sessionSecret } from './support/sessions'
import { expect, test } from './support/test'

test.use({ expectedErrors: [/status of 500|React error #441/] })

test('a page that cannot be made says so, and comes when it can', async ({ page }) => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const stopping = new AbortController()
  const port = await freePort()
  const server = await startNextServer({
    mode: 'start',
    port,
    env: { DATABASE_URL: database.url, NEXTAUTH_URL: `http://localhost:${port}`, NEXTAUTH_SECRET: sessionSecret },
    stop: stopping.signal,
  })
  await client.query('ALTER TABLE users RENAME TO users_away')
  await page.goto(`${server.url}/setup`)
  await expect(page.getByRole('heading', { name: 'This page could not be made' })).toBeVisible()
  await expect(page.getByText('users_away')).toHaveCount(0)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await client.query('ALTER TABLE users_away RENAME TO users')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  await client.end()
  stopping.abort()
  await server.exited
  await database.drop()
})
