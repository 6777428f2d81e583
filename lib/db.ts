import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { budgetMs } from '@/lib/database-budget'
import { env } from '@/lib/env'
import { PrismaClient } from '@/lib/generated/prisma/client'

type Database = { prisma: PrismaClient; people: pg.Pool; ingest: pg.Pool; close: () => Promise<void> }

const holder = globalThis as { leadlineDatabase?: Database }

/**
 * The two doors to Postgres. `people`, which `prisma` uses as well, serves pages, reports and the command line and is
 * small, so that it cannot starve `ingest`. There a statement ends before its request runs out of time. A connection is
 * given up after it: one that is slow to come serves the next request, and one that hangs does not hold up a recovery.
 */
export function db(): Database {
  holder.leadlineDatabase ??= connect()
  return holder.leadlineDatabase
}

function connect(): Database {
  const connectionString = env().DATABASE_URL
  if (!connectionString)
    throw new Error('DATABASE_URL is not set. Start with `npm start`, which brings its own database.')
  const ingest = new pg.Pool({
    connectionString,
    application_name: 'leadline ingest',
    max: 10,
    connectionTimeoutMillis: 2_700,
    query_timeout: 2_700,
    statement_timeout: budgetMs - 200,
    idle_in_transaction_session_timeout: 5_000,
  })
  const people = new pg.Pool({
    connectionString,
    application_name: 'leadline',
    max: 8,
    connectionTimeoutMillis: 2_500,
    query_timeout: 600_000,
    statement_timeout: 600_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  for (const pool of [ingest, people]) pool.on('error', () => undefined)
  const prisma = new PrismaClient({ adapter: new PrismaPg(people) })
  const close = async () => {
    holder.leadlineDatabase = undefined
    await prisma.$disconnect()
    await Promise.all([ingest.end(), people.ended ? undefined : people.end()])
  }
  return { prisma, people, ingest, close }
}
