import type pg from 'pg'
import { connectTo } from '@/lib/db/migrations/connect'
import { readMigrations } from '@/lib/db/migrations/files'
import { findPending } from '@/lib/db/migrations/pending'
import { findMisfit } from '@/lib/db/replica'
import { inTransaction, never } from '@/lib/db/transaction'
import { checkExtensions } from './check-extensions'
import { type Finding, ok, reasonOf, warning, wrong } from './finding'

/**
 * Whether the replica can be read, and has all migrations. Its lag is what the metrics show; that the server of a replica
 * is slow or away harms nothing.
 */
export async function checkReplica(databaseUrl: string, replicaUrl: string): Promise<Finding> {
  const inPlace = 'Reports are read from the primary meanwhile.'
  try {
    return await connectTo(databaseUrl, (primary) =>
      connectTo(replicaUrl, async (replica) => {
        const misfit = await findMisfit(primary, replica)
        if (misfit) return wrong('Replica', misfit, 'Change DATABASE_REPLICA_URL, or unset it.')
        const pending = await findPending(replica, await readMigrations())
        if (pending.length === 0) return ok('Replica', 'A standby of the database, with all migrations')
        const names = pending.map(({ name }) => name).join(', ')
        return warning('Replica', `It lacks ${names}`, `Is it far behind? ${inPlace}`)
      }),
    )
  } catch (error) {
    return wrong('Replica', reasonOf(error), `Start it, or change DATABASE_REPLICA_URL. ${inPlace}`)
  }
}

/** Whether the database can be used: its kind, its room, its clock, its extensions and its migrations. */
export async function checkDatabase(databaseUrl: string): Promise<Finding[]> {
  try {
    return await connectTo(databaseUrl, async (pool) => {
      const server = await readServer(pool)
      const clock = await checkClock(pool)
      return [
        checkServer(server),
        checkConnections(server),
        clock,
        await checkExtensions(pool),
        await checkMigrations(pool),
      ]
    })
  } catch (error) {
    return [wrong('Database', reasonOf(error), 'Start it, let this machine reach it, or change DATABASE_URL.')]
  }
}

type Server = {
  version: string
  number: number
  encoding: string
  standby: boolean
  readOnly: boolean
  encrypted: boolean
  connections: number
  maxConnections: number
}

async function readServer(pool: pg.Pool): Promise<Server> {
  const read = `
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby,
      current_setting('default_transaction_read_only')::bool AS "readOnly",
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS "maxConnections"`
  // A pooler may allow no transactions.
  const { rows } = await inTransaction(pool, never, (client) => client.query<Server>(read))
  if (!rows[0]) throw new Error('The database says nothing of itself')
  return rows[0]
}

const oldest = 150_000

function checkServer({ version, number, encoding, standby, readOnly, encrypted }: Server): Finding {
  const found = `Postgres ${version}${encrypted ? ' over TLS' : ''}`
  if (number < oldest) return wrong('Database', found, 'Leadline needs Postgres 15 or newer.')
  if (encoding !== 'UTF8')
    return wrong('Database', `${found} in ${encoding}`, 'Make a database with the encoding UTF8.')
  if (standby) return wrong('Database', `${found} is a standby`, 'DATABASE_URL must lead to the primary.')
  if (readOnly) return wrong('Database', `${found} is read-only`, 'Set default_transaction_read_only to off.')
  return ok('Database', found)
}

function checkConnections({ connections, maxConnections }: Server): Finding {
  const found = `${connections} of ${maxConnections} in use`
  if (connections <= 0.8 * maxConnections) return ok('Connections', found)
  return warning('Connections', found, 'Raise max_connections, or put a PgBouncer in between.')
}

const wrongAboveSeconds = 5

async function checkClock(pool: pg.Pool): Promise<Finding> {
  const began = Date.now()
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  const ended = Date.now()
  const now = rows[0]?.now.getTime() ?? ended
  const seconds = Math.max(began - now, now - ended, 0) / 1000
  const found = `${seconds.toFixed(1)} s from that of the database`
  if (seconds <= wrongAboveSeconds) return ok('Clock', found)
  return wrong('Clock', found, 'Let both machines follow a time server: times of events and tokens depend on it.')
}

async function checkMigrations(pool: pg.Pool): Promise<Finding> {
  try {
    const pending = await findPending(pool, await readMigrations())
    if (pending.length === 0) return ok('Migrations', 'Up to date')
    const names = pending.map(({ name }) => name).join(', ')
    return wrong('Migrations', `The database lacks ${names}`, 'Run leadline migrate, or start Leadline, which does.')
  } catch (error) {
    return wrong('Migrations', reasonOf(error), 'See Migrations in docs/operations.md.')
  }
}
