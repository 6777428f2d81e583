import { env, setDatabaseUrl } from '@/lib/env'
import { openEmbeddedPostgres } from './open'

type OpenDatabase = { url: string; release: () => Promise<void> }

/**
 * Makes sure that `env().DATABASE_URL` names a database: the one of the settings, else the embedded Postgres under
 * LEADLINE_DATA_DIR. It is this process that holds it: a child that outlives its parent opens it for itself.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const configured = env().DATABASE_URL
  if (configured) return { url: configured, release: async () => undefined }
  const server = await openEmbeddedPostgres(env().LEADLINE_DATA_DIR)
  setDatabaseUrl(server.url)
  return server
}

/** Runs `work` with the database open and releases it afterwards, also on Ctrl-C and SIGTERM. */
export async function withDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const database = await openDatabase()
  const onSignal = (signal: NodeJS.Signals) => {
    database.release().finally(() => process.kill(process.pid, signal))
  }
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  try {
    return await work(database.url)
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    await database.release()
  }
}
