import { setMaxListeners } from 'node:events'
import { openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { startNextServer } from '@/scripts/support/next-server'
import { benchmarkSettings } from '../servers'

/** A production process of Leadline that may be killed and started again. */
export type Leadline = {
  url: string
  /** Another one after each start. */
  pid: () => number
  /** SIGKILL. Resolves once the process is gone. */
  kill: () => Promise<void>
  /** After `kill`, on the same port. Resolves once it is healthy. */
  start: () => Promise<void>
}

/** What the servers say on standard error, in place of the terminal. */
export const messagesPath = join(tmpdir(), 'leadline-guarantees.log')

let messages: number | undefined

/** Runs `work` on a database of its own on the server of the settings; `db()` is that database meanwhile. */
export async function withOwnDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  return withThrowAwayDatabase(env().DATABASE_URL ?? '', (url) => usingDatabase(url, () => work(url)))
}

/** Migrates a database and makes it the one of `db()` while `work` runs. */
export async function usingDatabase<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const before = env().DATABASE_URL ?? ''
  setDatabaseUrl(databaseUrl)
  try {
    await applyMigrations(databaseUrl)
    return await work()
  } finally {
    await db().close()
    setDatabaseUrl(before)
  }
}

/**
 * Runs `work` with one production process of Leadline on a database. `settings` come on top of those of the benchmarks:
 * no rate limit in the way, no Redis. Nest it for a second process.
 */
export async function withLeadline<T>(
  databaseUrl: string,
  settings: Record<string, string>,
  work: (server: Leadline) => Promise<T>,
): Promise<T> {
  const port = await findFreePort()
  const env = { ...benchmarkSettings(databaseUrl), ...settings }
  messages ??= openSync(messagesPath, 'w')
  const stopping = new AbortController()
  // Each start listens.
  setMaxListeners(0, stopping.signal)
  const start = () => startNextServer({ mode: 'start', port, env, stop: stopping.signal, messages })
  let running = await start()
  try {
    return await work({
      url: running.url,
      pid: () => running.pid,
      kill: async () => {
        process.kill(running.pid, 'SIGKILL')
        await running.exited
      },
      start: async () => {
        running = await start()
      },
    })
  } finally {
    stopping.abort()
    await running.exited
  }
}
