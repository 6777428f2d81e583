import type { TimeLeft } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { never, type Queryable, withConnection } from '@/lib/db/transaction'
import type { Prisma } from '@/lib/generated/prisma/client'
import { copyOut } from './copy-out'

/** Runs one query and returns its rows. */
export type Read = <Row>(query: Prisma.Sql) => Promise<Row[]>

/** Runs one query and returns its rows in the binary form of COPY. */
export type Copy = (query: Prisma.Sql) => Promise<Buffer>

const timeoutMs = 2_000
const noRequest: TimeLeft = { signal: never, leftMs: () => Number.POSITIVE_INFINITY }

/**
 * Runs queries of people who wait for a page, on one snapshot and for two seconds each at most. `byBitmap` runs one on
 * indexes that find all rows before the first is returned, `copy` one whose rows are long; `client` is what they run
 * on. For a request with less time a query of `read` ends when that is up. Throws as unavailable when the time is up.
 */
export function reading<T>(
  work: (read: Read, ways: { byBitmap: Read; copy: Copy; client: Queryable }) => Promise<T>,
  { signal, leftMs } = noRequest,
): Promise<T> {
  return withConnection(db().people, signal, async (client) => {
    const read = async <Row>({ text, values }: Prisma.Sql) => {
      if (leftMs() < timeoutMs) {
        signal.throwIfAborted()
        await client.query(`SET LOCAL statement_timeout = ${Math.max(Math.floor(leftMs()), 1)}`)
      }
      return (await client.query({ text, values: [...values] })).rows as Row[]
    }
    const byBitmap = async <Row>(query: Prisma.Sql) => {
      await client.query(bitmapsOnly)
      const rows = await read<Row>(query)
      await client.query(anyPlan)
      return rows
    }
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${timeoutMs}; SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0`,
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
