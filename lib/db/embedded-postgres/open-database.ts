import { env, setDatabaseUrl } from '@/lib/core/env'
import { openEmbeddedPostgres } from './open'

type OpenDatabase = { url: string; release: () => Promise<void> }

/**
 * Makes sure that `env().DATABASE_URL` names a database: the one of the settings, else the embedded Postgres under
 * LEADLINE_DATA_DIR. It is this process that holds it: a child that outlives its parent opens it for itself. What
 * becomes of the embedded one goes to `onNotice`, else to standard error.
 */
export async function openDatabase(onNotice?: (text: string) => void): Promise<OpenDatabase> {
  const configured = env().DATABASE_URL
  if (configured) return { url: configured, release: async () => undefined }
  const server = await openEmbeddedPostgres(env().LEADLINE_DATA_DIR, onNotice)
  setDatabaseUrl(server.url)
  return server
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `work` with the database open and releases it afterwards, also when a signal ends this process: by that signal,
 * without another word.
 */
export async function withDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  let stopped = false
  const opening = openDatabase()
  const onSignal = (signal: NodeJS.Signals) => {
    stopped = true
    const released = opening.then(({ release }) => release())
    void released.catch(() => undefined).finally(() => process.kill(process.pid, signal))
  }
  for (const signal of stopSignals) process.once(signal, onSignal)
  try {
    const { url, release } = await opening
    return await work(url).finally(release)
  } catch (error) {
    // What fails now fails for want of the database. The signal is on its way.
    if (stopped) await new Promise(() => undefined)
    throw error
  } finally {
    for (const signal of stopSignals) process.off(signal, onSignal)
  }
}
