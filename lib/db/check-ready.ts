import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'

const outage = createOutageLog({ log, down: 'not ready', up: 'ready again' })

let underWay: Promise<void> | undefined
let migrations: Promise<string[]> | undefined

/**
 * Resolves when the database answers and has every migration of this version; more, of a newer one, do no harm. Throws
 * `unavailable` within three seconds, and says why in the log alone. Callers at once share one look: anyone may call.
 */
export function checkReady(): Promise<void> {
  underWay ??= look().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function look(): Promise<void> {
  try {
    const missing = await databaseBudget()(findMissing)
    if (missing.length > 0) throw new Error(`The database lacks ${missing.join(', ')}: run leadline migrate.`)
    outage.succeeded()
  } catch (error) {
    outage.failed(error)
    throw new AppError('unavailable', 'Not ready', { 'Retry-After': '2' })
  }
}

async function findMissing(): Promise<string[]> {
  migrations ??= readNames().catch((error) => {
    migrations = undefined
    throw error
  })
  const { rows } = await db().ingest.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE NOT EXISTS (
       SELECT FROM _prisma_migrations WHERE migration_name = name AND finished_at IS NOT NULL AND rolled_back_at IS NULL)`,
    [await migrations],
  )
  return rows.map(({ name }) => name)
}

/** Servers run in the folder of the checkout; what is bundled does not know its own. */
async function readNames(): Promise<string[]> {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), 'prisma/migrations')
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
