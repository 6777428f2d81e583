import { db } from '@/lib/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { type Queryable, withConnection } from '@/lib/transaction'
import { copyOut } from './copy-out'

/** Runs one query and returns its rows. */
export type Read = <Row>(query: Prisma.Sql) => Promise<Row[]>

/** Runs one query and returns its rows in the binary form of COPY. */
export type Copy = (query: Prisma.Sql) => Promise<Buffer>

const patienceMs = 2_000
const nobodyAborts = new AbortController().signal

/**
 * Runs queries of people who wait for a page, on one snapshot and for two seconds each at most. `byBitmap` runs one on
 * indexes that find all rows before the first is returned, `copy` one whose rows are long; `client` is what they run
 * on. Throws as unavailable when the time is up.
 */
export function reading<T>(
  work: (read: Read, ways: { byBitmap: Read; copy: Copy; client: Queryable }) => Promise<T>,
): Promise<T> {
  return withConnection(db().people, nobodyAborts, async (client) => {
    const read = async <Row>({ text, values }: Prisma.Sql) =>
      (await client.query({ text, values: [...values] })).rows as Row[]
    const byBitmap = async <Row>(query: Prisma.Sql) => {
      await client.query(bitmapsOnly)
      const rows = await read<Row>(query)
      await client.query(anyPlan)
      return rows
    }
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${patienceMs}; SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0`,
    )
    try {
      return await work(read, { byBitmap, copy: (query) => copyOut(client, query), client })
    } finally {
      await client.query('ROLLBACK')
    }
  })
}

const others = ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']
const bitmapsOnly = others.map((setting) => `SET LOCAL ${setting} = off`).join('; ')
const anyPlan = others.map((setting) => `SET LOCAL ${setting} TO DEFAULT`).join('; ')
