import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { ensureChromium } from '@/lib/testing/chromium'
import { createTestDatabase } from '@/lib/testing/create-test-database'
import { ensureBuild } from '@/scripts/support/build'
import { startIngestServer } from '@/scripts/support/ingest-server'
import { startNextServer } from '@/scripts/support/next-server'
import type { ServerOptions, ServerProcess } from '@/scripts/support/server-process'
import { sessionSecret } from './sessions'

type Start = (options: ServerOptions) => Promise<ServerProcess>

const startNext: Start = (options) => startNextServer({ mode: 'start', ...options })

/**
 * Builds when needed and starts two server processes on one database, as two machines of an installation would run, two
 * that take events alone, and one on a database without users. The tests find them, and the database, in the environment.
 */
export default async function startServers(): Promise<() => Promise<void>> {
  ensureChromium()
  await ensureBuild()
  const [database, emptyDatabase] = [await createTestDatabase(), await createTestDatabase()]
  const stopping = new AbortController()
  const start = async (databaseUrl: string, starter: Start) => {
    const port = await findFreePort()
    const env = {
      DATABASE_URL: databaseUrl,
      NEXTAUTH_URL: `http://localhost:${port}`,
      NEXTAUTH_SECRET: sessionSecret,
      RATE_LIMIT_PER_MINUTE: '1000000',
    }
    return starter({ port, env, stop: stopping.signal })
  }
  const first = await start(database.url, startNext)
  const others = [
    start(database.url, startNext),
    start(emptyDatabase.url, startNext),
    start(database.url, startIngestServer),
    start(database.url, startIngestServer),
  ]
  const servers = [first, ...(await Promise.all(others))]
  const [LEADLINE_URL, LEADLINE_URL_2, LEADLINE_URL_EMPTY, LEADLINE_INGEST_URL, LEADLINE_INGEST_URL_2] = servers.map(
    ({ url }) => url,
  )
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: sessionSecret,
    LEADLINE_URL,
    LEADLINE_URL_2,
    LEADLINE_URL_EMPTY,
    LEADLINE_INGEST_URL,
    LEADLINE_INGEST_URL_2,
    LEADLINE_EMPTY_DATABASE_URL: emptyDatabase.url,
  })
  return async () => {
    stopping.abort()
    await Promise.all(servers.map(({ exited }) => exited))
    await Promise.all([database.drop(), emptyDatabase.drop()])
  }
}
