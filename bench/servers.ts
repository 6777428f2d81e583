import pg from 'pg'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { ensureBuild } from '@/scripts/support/build'
import { startIngestServer } from '@/scripts/support/ingest-server'
import { startNextServer } from '@/scripts/support/next-server'
import type { Server } from '@/scripts/support/server-process'
import { step } from '@/scripts/support/steps'
import { startBareServer, startEmptyNext } from './references/start'

/** Addresses of what is compared; `ingest` are two processes of `npm run ingest`. */
export type Servers = { bare: string; empty: string; leadline: string; ingest: [string, string] }

export type PostgresSettings = { version: string; fsync: string; synchronousCommit: string }

/**
 * Runs `work` against the production server and the two references, with a database of its own that is dropped
 * afterwards. It lies on the server that the settings name, so that it is as durable as that of an installation.
 */
export async function withServers(
  work: (servers: Servers, postgres: PostgresSettings) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController()
  const stop = stopping.signal
  const running: Server[] = []
  const start = async (title: string, starter: () => Promise<Server>) => {
    const server = await step(title, starter, ({ url }) => url)
    running.push(server)
    return server.url
  }
  await withDatabase((serverUrl) =>
    withThrowAwayDatabase(serverUrl, async (databaseUrl) => {
      setDatabaseUrl(databaseUrl)
      try {
        const postgres = await step('Database', () => prepareDatabase(databaseUrl), describePostgres)
        await step('Production build', ensureBuild, (built) => (built ? 'built' : 'up to date'))
        const bare = await start('Reference: bare node:http', () => startBareServer(databaseUrl, stop))
        const empty = await start('Reference: empty Next route', () => startEmptyNext(stop))
        const leadline = await start('Leadline', () => startLeadline(databaseUrl, stop))
        const ingest: [string, string] = [
          await start('npm run ingest', () => startIngest(databaseUrl, stop)),
          await start('npm run ingest, second process', () => startIngest(databaseUrl, stop)),
        ]
        await work({ bare, empty, leadline, ingest }, postgres)
      } finally {
        stopping.abort()
        await Promise.all([...running.map(({ exited }) => exited), db().close()])
      }
    }),
  )
}

/** How durably the database writes, in words. */
export function describePostgres({ version, fsync, synchronousCommit }: PostgresSettings): string {
  return `Postgres ${version}, fsync ${fsync}, synchronous_commit ${synchronousCommit}`
}

async function prepareDatabase(url: string): Promise<PostgresSettings> {
  await applyMigrations(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<PostgresSettings>(`
    SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS "synchronousCommit"`)
  await client.end()
  const [settings] = rows
  if (!settings) throw new Error('Postgres does not report its settings')
  return settings
}

/** The settings of a server that is measured: no limit in its way, and no Redis. */
export function benchmarkSettings(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: 'of-a-benchmark-only',
    RATE_LIMIT_PER_MINUTE: '1000000000',
    UPSTASH_REDIS_REST_URL: '',
    UPSTASH_REDIS_REST_TOKEN: '',
  }
}

/** The production server on a database, as it is measured. */
export async function startLeadline(databaseUrl: string, stop: AbortSignal): Promise<Server> {
  return startNextServer({ mode: 'start', port: await findFreePort(), stop, env: benchmarkSettings(databaseUrl) })
}

/** The server without pages on a database, as it is measured. */
export async function startIngest(databaseUrl: string, stop: AbortSignal): Promise<Server> {
  return startIngestServer({ port: await findFreePort(), stop, env: benchmarkSettings(databaseUrl) })
}
