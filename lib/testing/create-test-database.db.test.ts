import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseOn } from '@/lib/db/migrations/throw-away-database'
import { createTestDatabase } from './create-test-database'
import { dropLeftovers } from './drop-leftovers'

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const countOrganizations = (url: string) =>
  withClient(url, async (client) => (await client.query('SELECT FROM organizations')).rowCount)

test('databases created at once are migrated and apart from each other', async () => {
  const databases = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase()))
  const [first, ...others] = databases.map(({ url }) => url)
  await withClient(first ?? '', (client) => client.query(`INSERT INTO organizations (slug, name) VALUES ('a', 'A')`))
  expect(await Promise.all(others.map(countOrganizations))).toEqual([0, 0, 0, 0, 0])
  await Promise.all(databases.map(({ drop }) => drop()))
  await expect(countOrganizations(first ?? '')).rejects.toThrow('does not exist')
})

test('what a killed run left behind is dropped, what a running one uses is not', async () => {
  const used = await createTestDatabase()
  const leftover = `leadline_test_${randomUUID()}`
  await withClient(inject('testServerUrl'), async (client) => {
    await client.query(`CREATE DATABASE "${leftover}" TEMPLATE template0`)
    await dropLeftovers(client)
  })
  await expect(countOrganizations(databaseOn(used.url, leftover))).rejects.toThrow('does not exist')
  expect(await countOrganizations(used.url)).toBe(0)
  await used.drop()
})
