import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { env } from '@/lib/core/env'
import { budgetMs } from '@/lib/db/database-budget'
import { FairPool } from '@/lib/db/fair-pool'
import { GatheringClient } from '@/lib/db/gathering-client'
import { createSessionSetUp, type SessionSettings } from '@/lib/db/session-settings'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { type Replica, watchReplica } from './replica'

/** Connections that link deployments. */
export const maxLinking = 6

type Database = {
  prisma: PrismaClient
  people: pg.Pool
  ingest: pg.Pool
  linking: pg.Pool
  /** Only for `reporting`. */
  replica: Replica | undefined
  close: () => Promise<void>
}

const holder = globalThis as { leadlineDatabase?: Database }

/**
 * The three doors to Postgres. `people`, which `prisma` uses as well, serves pages, reports and the command line, one
 * organization after the other, and is small, so that it cannot starve `ingest`. There a statement ends before its
 * request runs out of time, and sooner when it waits for a lock: an event can be stored without the one that linking
 * holds. A connection is given up after it: one that is slow to come serves the next request, and one that hangs does
 * not hold up a recovery. `linking` may take minutes over a deployment, but does not keep a connection while it waits
 * for another session's lock; it waits for no disk either, since what a crash of the database undoes is still marked,
 * and linked again. These two plan a named statement once, as it is written to be right for any values: Postgres would
 * plan many of them for each event. A replica, where there is one, is read by `reporting` alone. Times are in
 * milliseconds.
 */
export function db(): Database {
  holder.leadlineDatabase ??= connect()
  return holder.leadlineDatabase
}

/** Gives a database that does not answer 2.5 s, however long a connection that is taken is waited for. */
class PromptClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), connectionTimeoutMillis: 2_500 })
  }
}

function connect(): Database {
  const { DATABASE_URL: connectionString, DATABASE_REPLICA_URL, DATABASE_REPLICA_MAX_LAG_SECONDS } = env()
  if (!connectionString)
    throw new Error('DATABASE_URL is not set. Start with `npm start`, which brings its own database.')
  const setUp = createSessionSetUp()
  const ofEvents = (settings: SessionSettings) => (client: pg.ClientBase) =>
    setUp(client, { plan_cache_mode: 'force_generic_plan', ...settings }, 'all')
  const ingest = new pg.Pool({
    connectionString,
    application_name: 'leadline ingest',
    max: 10,
    pipeline: true,
    Client: GatheringClient,
    connectionTimeoutMillis: 2_700,
    query_timeout: 2_700,
    onConnect: ofEvents({
      statement_timeout: budgetMs - 200,
      lock_timeout: 500,
      idle_in_transaction_session_timeout: 5_000,
    }),
  })
  const linking = new pg.Pool({
    connectionString,
    application_name: 'leadline linking',
    max: maxLinking,
    pipeline: true,
    Client: GatheringClient,
    connectionTimeoutMillis: 10_000,
    query_timeout: 320_000,
    onConnect: ofEvents({
      statement_timeout: 300_000,
      lock_timeout: 1_000,
      idle_in_transaction_session_timeout: 60_000,
      synchronous_commit: 'off',
    }),
  })
  const people = new FairPool({
    connectionString,
    application_name: 'leadline',
    max: 8,
    Client: PromptClient,
    // As long as a report waits for its turn: where very many pages are requested at once, late is better than an error.
    connectionTimeoutMillis: 10_000,
    query_timeout: 600_000,
    onConnect: (client) =>
      setUp(
        client,
        // Who waits for a lock has a connection that all others need; one who holds an organization may wait longer.
        { statement_timeout: 600_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 60_000 },
        'writing',
      ),
  })
  const replica = DATABASE_REPLICA_URL ? connectToReplica(DATABASE_REPLICA_URL) : undefined
  for (const pool of [ingest, linking, people, ...(replica ? [replica] : [])]) pool.on('error', () => undefined)
  // As long as the pool waits, and enough for a few statements on a machine that is busy.
  const transactionOptions = { maxWait: 10_000, timeout: 30_000 }
  const prisma = new PrismaClient({ adapter: new PrismaPg(people), transactionOptions })
  const watched = replica && watchReplica(replica, people, DATABASE_REPLICA_MAX_LAG_SECONDS)
  const close = async () => {
    holder.leadlineDatabase = undefined
    await watched?.close()
    await prisma.$disconnect()
    await Promise.all([ingest.end(), linking.end(), people.ended ? undefined : people.end()])
  }
  return { prisma, people, ingest, linking, replica: watched, close }
}

/** Soon given up: the primary has what it does not answer. */
function connectToReplica(connectionString: string): pg.Pool {
  const setUp = createSessionSetUp()
  return new pg.Pool({
    connectionString,
    application_name: 'leadline reports',
    max: 8,
    Client: PromptClient,
    connectionTimeoutMillis: 2_500,
    query_timeout: 5_000,
    onConnect: (client) => setUp(client, { idle_in_transaction_session_timeout: 60_000 }, 'none'),
  })
}
