import { type Connection, escapeLiteral, type PoolClient } from 'pg'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import { isConnectionLost } from '@/lib/db/database-errors'
import type { Prisma } from '@/lib/generated/prisma/client'

/**
 * The rows of a query as Postgres copies them out in binary: no text is made of bytes, or bytes of text, on the way.
 * https://www.postgresql.org/docs/current/sql-copy.html
 */
export async function copyOut(client: PoolClient, query: Prisma.Sql): Promise<Buffer> {
  const chunks: Buffer[] = []
  const stream: Running = client.query(to(`COPY (${withLiterals(query)}) TO STDOUT (FORMAT binary)`))
  try {
    for await (const chunk of stream) chunks.push(chunk)
  } catch (error) {
    // pg-copy-streams reads the socket itself and does not give it back where no server ended the copy.
    if (isConnectionLost(error)) stream.connection?.stream.destroy()
    throw error
  } finally {
    stream.callback?.()
  }
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
