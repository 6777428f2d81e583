import { AppError } from '@/lib/core/errors'
import { holdMigrations } from '@/lib/db/migrations/apply'
import { connectTo } from '@/lib/db/migrations/connect'
import { readMigrations } from '@/lib/db/migrations/files'
import { findPending } from '@/lib/db/migrations/pending'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { databaseSettings, planDistribution } from './plan'
import { localTables } from './tables'

type Options = {
  /** Changes nothing. */
  dryRun: boolean
  onStatement: (sql: string) => void
}

/**
 * Spreads the tables of a database over the servers of its Citus, by organization, in one transaction, and tells each
 * statement before it runs. Throws AppError `conflict`, and changes nothing, where there is no Citus, the database is
 * not up to date or its tables are spread already; as `connectTo` and `findPending` do; and `internal` for what Citus
 * refuses.
 */
export async function distribute(databaseUrl: string, { dryRun, onStatement }: Options): Promise<void> {
  const migrations = await readMigrations()
  await connectTo(databaseUrl, (pool) =>
    inTransaction(pool, never, async (client) => {
      await holdMigrations(client)
      await refuseOthers(client)
      const pending = await findPending(client, migrations)
      if (pending.length > 0) throw new AppError('conflict', toMigrate)
      const statements = [...(await planDistribution(client)), ...(await setDatabase(client))]
      for (const sql of statements) {
        onStatement(sql)
        if (!dryRun) await run(client, sql)
      }
    }),
  )
}

const toMigrate = 'The database is not up to date and was left as it is. Start Leadline once, which migrates it.'

async function refuseOthers(client: Queryable): Promise<void> {
  const { rows } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  if (rows.length === 0) throw new AppError('conflict', noCitus)
  const { rows: spread } = await client.query(
    `SELECT FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relname <> ALL ($1::text[]) LIMIT 1`,
    [localTables],
  )
  if (spread.length > 0) throw new AppError('conflict', 'The tables are spread already. Nothing was changed.')
}

const noCitus =
  'The database of DATABASE_URL has no Citus and was left as it is. As its superuser: CREATE EXTENSION citus, on every server.'

/** Not undone with the rest, and so the last of it: on their own, they do next to nothing. */
async function setDatabase(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name')
  return Object.entries(databaseSettings).map(([setting, value]) => {
    const set = `ALTER DATABASE ${rows[0]?.name} SET ${setting} = ${value}`
    return `SELECT success, result FROM run_command_on_all_nodes($$${set}$$)`
  })
}

async function run(client: Queryable, sql: string): Promise<void> {
  const { rows } = await client.query<{ success?: boolean; result?: string }>(sql).catch((error: Error) => {
    throw new AppError('internal', `${refused}: ${error.message} (${sql})`, {}, { cause: error })
  })
  const failed = rows.find(({ success }) => success === false)
  if (failed) throw new AppError('internal', `${refused}: ${failed.result} (${sql})`)
}

const refused = 'Citus refused a statement, and all was undone'
