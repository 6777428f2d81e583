import type { PoolClient } from 'pg'
import { expect, it } from 'vitest'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { never, withConnection } from '@/lib/db/transaction'
import { Prisma } from '@/lib/generated/prisma/client'
import { openPool } from '@/lib/testing/open-pool'
import { copyOut, reading } from './reading'

it('copies with values of any kind that a query has', async () => {
  const at = new Date('2026-03-29T01:30:00.123Z')
  const names = ["O'Brien", 'a\\b', '$1', '', null, 'NULL', '"{a,b}"', ' ']
  const query = Prisma.sql`
    SELECT (${-7}::int, ${"it's $2"}::text, ${at}::timestamptz AT TIME ZONE 'UTC', ${null}::int IS NULL,
      ${names}::text[], ${[]}::int[], ${[at]}::timestamptz[] = ARRAY[${at}::timestamptz])::text`
  const [copied, [row]] = await reading(async (read, { copy }) => [
    await copy(query),
    await read<{ row: string }>(query),
  ])
  expect(textOf(copied)).toBe(row?.row)
  expect(textOf(copied)).toContain('2026-03-29 01:30:00.123')
})

/** The only field of the only row. */
function textOf(copied: Buffer): string {
  return copied.subarray(25, 25 + copied.readInt32BE(21)).toString()
}

it('costs Postgres little for each element of an array', async () => {
  const bytesFor = async (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `service ${index}`)
    const copied = await reading((_read, { copy }) =>
      copy(Prisma.sql`
        SELECT (SELECT sum(total_bytes) FROM pg_backend_memory_contexts)::text
        FROM unnest(${names}::text[]) HAVING count(*) = ${count}`),
    )
    return Number(textOf(copied))
  }
  // An expression for each took 530.
  expect(((await bytesFor(100_000)) - (await bytesFor(1))) / 100_000).toBeLessThan(400)
})

it('copies much more than the network takes at once', async () => {
  const copied = await reading((_read, { copy }) => copy(Prisma.sql`SELECT repeat('x', 5000000)`))
  expect(textOf(copied)).toHaveLength(5_000_000)
})

it('leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
  const copy = () => reading((_read, ways) => ways.copy(Prisma.sql`SELECT 1`))
  await copy()
  const before = timers()
  const times = 10
  for (let time = 0; time < times; time += 1) await copy()
  // Others may come and go meanwhile.
  expect(timers()).toBeLessThan(before + times)
})

it.each([
  ['a query fails', Prisma.sql`SELECT 1 / 0`, 'division by zero'],
  ['its connection is ended', Prisma.sql`SELECT pg_terminate_backend(pg_backend_pid())`, 'Connection terminated'],
])('says that %s, and the next copy works', async (_title, query, message) => {
  await expect(reading((_read, { copy }) => copy(query))).rejects.toThrow(message)
  expect(textOf(await reading((_read, { copy }) => copy(Prisma.sql`SELECT 'well'`)))).toBe('well')
  expect(db().people.waitingCount).toBe(0)
})

it('ends the connection when nothing answers in time, so that no one waits for it', async () => {
  const pool = openPool({ connectionString: env().DATABASE_URL, query_timeout: 300, max: 1 })
  const using = <T>(work: (client: PoolClient) => Promise<T>) => withConnection(pool, never, work)
  try {
    let rollback: unknown
    const query = using(async (client) => {
      try {
        return await copyOut(client, Prisma.sql`SELECT pg_sleep(30)`)
      } finally {
        rollback = await client.query('ROLLBACK').catch((error: Error) => error.message)
      }
    })
    await expect(query).rejects.toThrow('Query read timeout')
    expect(rollback).toMatch(/terminated|not queryable/)
    // The next connection may be as slow as the machine is.
    pool.options.query_timeout = undefined
    expect(textOf(await using((client) => copyOut(client, Prisma.sql`SELECT 'well'`)))).toBe('well')
  } finally {
    await pool.end()
  }
})

it('holds no more than it may, and the next copy on the same connection works', async () => {
  await reading(async (_read, { copy, client }) => {
    const many = Prisma.sql`SELECT repeat('x', 1000) FROM generate_series(1, 1000)`
    await expect(copyOut(client as PoolClient, many, 100_000)).rejects.toMatchObject({ code: 'unavailable' })
    expect(textOf(await copy(Prisma.sql`SELECT 'well'`))).toBe('well')
  })
})
