import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { createTestDatabase } from '@/lib/testing/create-test-database'
import { startExtraServer } from '../support/extra-server'

test('a server stops while a browser holds a connection that it has not used yet', async () => {
  const database = await createTestDatabase()
  const server = await startExtraServer({ DATABASE_URL: database.url })
  const unused = connect(Number(new URL(server.url).port), 'localhost')
  await once(unused, 'connect')
  expect(await server.stop()).toBe(0)
  unused.destroy()
  await database.drop()
})
