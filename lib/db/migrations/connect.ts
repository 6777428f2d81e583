import pg from 'pg'
import { AppError } from '@/lib/core/errors'

/** SQLSTATEs: a privilege is missing; there is no schema that the role may use. */
const lackOfRights = ['42501', '3F000']

/**
 * Runs `work` on one connection. What fails for want of a right, or behind a pooler that allows no transactions, says so
 * and what to do, as AppError `forbidden`; an address that names another schema than is used is `invalid`.
 */
export async function connectTo<T>(databaseUrl: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => undefined)
  try {
    await checkSchema(pool, new URL(databaseUrl).searchParams.get('schema'))
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

/** Of an address that other programs use as well. Nothing reads it, so it has to be the one that is used anyway. */
async function checkSchema(pool: pg.Pool, named: string | null): Promise<void> {
  if (named === null) return
  const { rows } = await pool.query<{ used: string | null }>('SELECT current_schema() AS used')
  if (rows[0]?.used === named) return
  const help = 'Leave it out, or set the search_path of the role.'
  throw new AppError(
    'invalid',
    `The address of the database names the schema ${named}, but its role uses ${rows[0]?.used}. ${help}`,
  )
}

const noTransactions =
  'The PgBouncer of DATABASE_URL is in statement mode, which allows no transactions. Set its pool_mode to transaction or session.'
