import { type Connection, escapeLiteral, type Pool, type PoolClient } from 'pg'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import { AppError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { TimeLeft } from './database-budget'
import { isConnectionLost } from './database-errors'
import { db } from './db'
import { never, type Queryable, withConnection } from './transaction'

/** Runs one query and returns its rows. */
export type Read = <Row>(query: Prisma.Sql) => Promise<Row[]>

/** Runs one query and returns its rows in the binary form of COPY. */
export type Copy = (query: Prisma.Sql) => Promise<Buffer>

const timeoutMs = 2_000
const noRequest: TimeLeft = { signal: never, leftMs: () => Number.POSITIVE_INFINITY }

/** What runs queries on one snapshot. */
export type Reader<T> = (read: Read, ways: { byBitmap: Read; copy: Copy; client: Queryable }) => Promise<T>

/**
 * Runs queries of people who wait for a page, on one snapshot and for two seconds each at most. `byBitmap` runs one on
 * indexes that find all rows before the first is returned, `copy` one whose rows are long; `client` is what they run
 * on. For a request with less time a query of `read` ends when that is up. Throws as unavailable when the time is up.
 */
export function reading<T>(work: Reader<T>, time = noRequest): Promise<T> {
  return readingOn(db().people, work, time)
}

/** The same, on connections of a pool. */
export function readingOn<T>(pool: Pool, work: Reader<T>, { signal, leftMs } = noRequest): Promise<T> {
  return withConnection(pool, signal, async (client) => {
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
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${timeoutMs}; SET LOCAL max_parallel_workers_per_gather = 0`,
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

/** What is copied is held in memory, twice while it is put together. */
const maxCopiedBytes = 64 * 1024 * 1024

/**
 * The rows of a query as Postgres copies them out in binary: no text is made of bytes, or bytes of text, on the way.
 * Throws `unavailable` beyond 64 MiB. https://www.postgresql.org/docs/current/sql-copy.html
 */
export async function copyOut(client: PoolClient, query: Prisma.Sql, maxBytes = maxCopiedBytes): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const stream: Running = client.query(to(`COPY (${withLiterals(query)}) TO STDOUT (FORMAT binary)`))
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      // A copy that is not read to its end leaves a connection that no one can use.
      if (bytes <= maxBytes) chunks.push(chunk)
      else chunks.length = 0
    }
  } catch (error) {
    // pg-copy-streams reads the socket itself and does not give it back where no server ended the copy.
    if (isConnectionLost(error)) stream.connection?.stream.destroy()
    throw error
  } finally {
    stream.callback?.()
  }
  if (bytes > maxBytes) throw new AppError('unavailable', 'These are too many rows to read at once: choose fewer days')
  return Buffer.concat(chunks)
}

/** pg ends the timer of `query_timeout` in a callback, which pg-copy-streams does not know of. */
type Running = CopyToStreamQuery & { callback?: () => void; connection?: Connection }

/** COPY takes no parameters. */
function withLiterals({ text, values }: Prisma.Sql): string {
  return text.replace(/\$(\d+)/g, (_, number) => literalOf(values[Number(number) - 1]))
}

function literalOf(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return `(${value})`
  if (typeof value === 'string') return escapeLiteral(value)
  if (value instanceof Date) return escapeLiteral(isoOf(value))
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(elementOf).join()}}`)
  throw new TypeError(uncopied)
}

/** One text for all of an array: Postgres takes many times as long over an expression for each element. */
function elementOf(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  if (value instanceof Date) return `"${isoOf(value)}"`
  throw new TypeError(uncopied)
}

function isoOf(value: Date): string {
  return value.toISOString().replace(/^\+0/, '')
}

const uncopied = 'Only numbers, strings, instants and arrays of them can be copied out by.'
