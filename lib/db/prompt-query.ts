import type { QueryConfig, QueryResultRow } from 'pg'
import { db } from '@/lib/db/db'

/** As long as a page waits for a connection. */
const timeoutMs = 10_000

/**
 * A few rows by their keys, that a page reads first. Where the database is silent on a connection that it kept, the page
 * need not wait as long as a report may take: it is answered "try again", and the connection is given up.
 */
export async function promptQuery<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const query: QueryConfig & { query_timeout: number } = { text, values, query_timeout: timeoutMs }
  return (await db().people.query<Row>(query)).rows
}
