import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { createTestDatabase } from '@/lib/testing/create-test-database'
import { ensureBuild } from '@/scripts/support/build'
import { startNextServer } from '@/scripts/support/next-server'

/**
 * Builds when needed and starts two server processes on one database of their own, as two machines of an installation
 * would run. The tests find them, and the database, in the environment.
 */
export default async function startServers(): Promise<() => Promise<void>> {
  await ensureBuild()
  const database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: 'end-to-end-tests-only',
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const stopping = new AbortController()
  const stop = stopping.signal
  const [first, second] = await Promise.all(
    [await freePort(), await freePort()].map((port) => startNextServer({ mode: 'start', port, env, stop })),
  )
  Object.assign(process.env, { DATABASE_URL: database.url, LEADLINE_URL: first?.url, LEADLINE_URL_2: second?.url })
  return async () => {
    stopping.abort()
    await Promise.all([first?.exited, second?.exited])
    await database.drop()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
