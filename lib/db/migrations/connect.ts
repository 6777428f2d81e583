import pg from 'pg'
import { AppError } from '@/lib/core/errors'

/** SQLSTATEs: a privilege is missing; there is no schema that the role may use. */
const lackOfRights = ['42501', '3F000']

/**
 * Runs `work` on one connection. What fails for want of a right, or behind a pooler that allows no transactions, says so
 * and what to do, as AppError `forbidden`.
 */
export async function connectTo<T>(databaseUrl: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => undefined)
  try {
    return await work(pool)
  } catch (error) {
    const reason = error instanceof AppError ? error.cause : error
    if (!(error instanceof Error && reason instanceof pg.DatabaseError)) throw error
    if (/statement pooling/.test(reason.message)) throw new AppError('forbidden', noTransactions, {}, { cause: reason })
    if (!lackOfRights.includes(reason.code ?? '')) throw error
    const help =
      'The role of the database needs the right to create in it and in its schema; another role may migrate instead.'
    throw new AppError('forbidden', `${error.message}. ${help}`, {}, { cause: reason })
  } finally {
    await pool.end()
  }
}

const noTransactions =
  'The PgBouncer of DATABASE_URL is in statement mode, which allows no transactions. Set its pool_mode to transaction or session.'
