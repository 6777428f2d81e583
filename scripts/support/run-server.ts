import { once } from 'node:events'
import { openDatabase } from '@/lib/embedded-postgres/open-database'
import { ensureSecret } from '@/lib/ensure-secret'
import { env } from '@/lib/env'
import { applyMigrations } from '@/lib/migrations/apply'
import { ensureBuild } from './build'
import { type NextServer, startNextServer } from './next-server'
import { step } from './steps'

/** What happens between the migrations and the server, and once the server answers. */
type Hooks = { prepare?: () => Promise<void>; serving?: (server: NextServer) => Promise<void> }

/**
 * Opens and migrates the database, builds when needed, serves until told to stop, and leaves the database as it
 * should be. Ends the process: with the server's exit code, 1 when something failed, 130 when stopped before it served.
 */
export async function runServer(mode: 'start' | 'dev', hooks: Hooks = {}): Promise<void> {
  const stop = stopSignal()
  const database = await step('Database', openDatabase)
  let exitCode = 130
  try {
    await Promise.race([prepare(mode, database.url, hooks), once(stop, 'abort')])
    if (!stop.aborted) exitCode = await serve(mode, database.url, hooks, stop)
  } catch (error) {
    if (!stop.aborted) exitCode = 1
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  } finally {
    await database.release()
  }
  process.exit(exitCode)
}

async function prepare(mode: 'start' | 'dev', databaseUrl: string, hooks: Hooks): Promise<void> {
  await step(
    'Migrations',
    () => applyMigrations(databaseUrl),
    (applied) => (applied.length > 0 ? `${applied.length} applied` : 'up to date'),
  )
  await hooks.prepare?.()
  if (mode === 'start') await step('Production build', ensureBuild, (built) => (built ? 'built' : 'up to date'))
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

function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}
