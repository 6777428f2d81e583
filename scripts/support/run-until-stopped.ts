import { constants } from 'node:os'
import { exitCodeOf, printError } from '@/cli/output'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { openDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { checkReplica } from '@/lib/monitoring/doctor/check-database'
import { assertAddressFree, assertPortFree } from './server-process'
import { speaksInLog, step } from './steps'

type Work = {
  /** What happens between the migrations and the server. */
  prepare?: (stop: AbortSignal) => Promise<void>
  /** Resolves with the exit code once nothing is served any more: after `stop`, or when the server ends on its own. */
  serve: (databaseUrl: string, stop: AbortSignal) => Promise<number>
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Opens and migrates the database, serves until told to stop, and leaves the database as it should be. Ends the process:
 * with what `serve` returns, with 128 and the number of the signal when it was told to stop before it served, and with 1
 * when something failed. Throws settings that are wrong before anything starts.
 */
export async function runUntilStopped({ prepare, serve }: Work): Promise<void> {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT } = env()
  const stop = stopSignal()
  let release = async () => {}
  let exitCode: number
  try {
    await assertPortFree({ host: HOST, port: PORT })
    if (METRICS_PORT !== undefined)
      await assertAddressFree(
        { host: METRICS_HOST, port: METRICS_PORT },
        { host: 'METRICS_HOST', port: 'METRICS_PORT' },
      )
    const database = await step('Database', () => openDatabase(speaksInLog() ? log.warn : undefined))
    release = database.release
    await unlessStopped(stop, async () => {
      await migrate(database.url)
      await lookAtReplica(database.url)
      await prepare?.(stop)
    })
    exitCode = await serve(database.url, stop)
  } catch (error) {
    exitCode = stop.aborted ? 128 + constants.signals[stop.reason as NodeJS.Signals] : exitCodeOf(error)
    if (!stop.aborted) printError(error, false)
  }
  await release()
  process.exit(exitCode)
}

async function migrate(databaseUrl: string): Promise<void> {
  await step(
    'Migrations',
    () => applyMigrations(databaseUrl),
    (applied) => (applied.length > 0 ? `${applied.length} applied` : 'up to date'),
  )
}

/** A replica that does not fit is not used, and holds nothing up. */
async function lookAtReplica(databaseUrl: string): Promise<void> {
  const { DATABASE_REPLICA_URL: replicaUrl } = env()
  if (replicaUrl === undefined) return
  await step(
    'Replica',
    () => checkReplica(databaseUrl, replicaUrl),
    ({ found, todo }) => (todo === null ? found : `not used. ${found}. ${todo}`),
  )
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
