import { constants } from 'node:os'
import { exitCodeOf, printError } from '@/cli/output'
import { ensureSecret } from '@/lib/core/ensure-secret'
import { env } from '@/lib/core/env'
import { openDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { ensureBuild } from './build'
import { assertPortFree, type NextServer, startNextServer } from './next-server'
import { step } from './steps'

/** What happens between the migrations and the server, and once the server answers. */
type Hooks = { prepare?: () => Promise<void>; serving?: (server: NextServer) => Promise<void> }

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Opens and migrates the database, builds when needed, serves until told to stop, and leaves the database as it should
 * be. Ends the process: with 0 when it was told to stop, with 128 and the number of the signal when that was before it
 * served, with the server's exit code when that ended on its own, and with 1 when something failed. Throws settings that
 * are wrong before anything starts.
 */
export async function runServer(mode: 'start' | 'dev', hooks: Hooks = {}): Promise<void> {
  const { PORT } = env()
  const stop = stopSignal()
  let release = async () => {}
  let exitCode: number
  try {
    await assertPortFree(PORT)
    const database = await step('Database', openDatabase)
    release = database.release
    await unlessStopped(stop, () => prepare(mode, database.url, hooks, stop))
    exitCode = await serve(mode, database.url, hooks, stop)
  } catch (error) {
    exitCode = stop.aborted ? 128 + constants.signals[stop.reason as NodeJS.Signals] : exitCodeOf(error)
    if (!stop.aborted) printError(error, false)
  }
  await release()
  process.exit(exitCode)
}

async function prepare(mode: 'start' | 'dev', databaseUrl: string, hooks: Hooks, stop: AbortSignal): Promise<void> {
  await step(
    'Migrations',
    () => applyMigrations(databaseUrl),
    (applied) => (applied.length > 0 ? `${applied.length} applied` : 'up to date'),
  )
  await hooks.prepare?.()
  if (mode === 'dev') return
  await step(
    'Production build',
    () => ensureBuild(stop),
    (built) => (built ? 'built' : 'up to date'),
  )
}

async function serve(mode: 'start' | 'dev', databaseUrl: string, hooks: Hooks, stop: AbortSignal): Promise<number> {
  const port = env().PORT
  const secret = env().NEXTAUTH_SECRET ?? (await ensureSecret(env().LEADLINE_DATA_DIR, 'nextauth-secret'))
  const publicUrl = env().NEXTAUTH_URL ?? `http://localhost:${port}`
  const settings = { DATABASE_URL: databaseUrl, NEXTAUTH_SECRET: secret, NEXTAUTH_URL: publicUrl }
  const failed = new AbortController()
  const server = await step(
    'Server',
    () => startNextServer({ mode, port, env: settings, stop: AbortSignal.any([stop, failed.signal]) }),
    ({ url }) => url,
  )
  try {
    await hooks.serving?.(server)
  } catch (error) {
    failed.abort()
    await server.exited
    throw error
  }
  return server.exited
}

/** Rejects as soon as it is told to stop, whatever `work` still does. */
async function unlessStopped(stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  stop.throwIfAborted()
  await Promise.race([work(), new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason)))])
}

/** Aborted with the name of the first signal that tells this process to stop. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of stopSignals) process.on(signal, () => controller.abort(signal))
  return controller.signal
}
