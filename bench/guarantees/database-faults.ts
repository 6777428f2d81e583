import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { ProxyMode, TcpProxy } from './tcp-proxy'

const ourName = 'leadline guarantees'
const checksInARow = 5
const checkEveryMs = 50
const atATime = 16

/** A way for the database to be out of reach. `begin` returns what ends it. */
export type DatabaseFault = { title: string; begin: () => Promise<() => Promise<void>> }

/** What can go wrong between Leadline, the proxy in front of its database, and the database itself. */
export function databaseFaults(proxy: TcpProxy, databaseUrl: string): DatabaseFault[] {
  const broken = (title: string, mode: ProxyMode): DatabaseFault => ({
    title,
    begin: async () => {
      await proxy.setMode(mode)
      return () => proxy.setMode('through')
    },
  })
  return [
    broken('refused', 'refused'),
    broken('accepts and never answers', 'silent'),
    broken('stops in the middle', 'stalled'),
    broken('hears and never answers', 'deaf'),
    { title: 'no connection left', begin: () => takeAllConnections(databaseUrl) },
    { title: 'pool full', begin: () => lockDeployments(databaseUrl) },
  ]
}

/** Takes every connection that Postgres allows, from those who have them and again until they get none any more. */
async function takeAllConnections(databaseUrl: string): Promise<() => Promise<void>> {
  const first = await open(databaseUrl)
  const held: pg.Client[] = [first]
  for (let quiet = 0; quiet < checksInARow; ) {
    await takeWhatIsLeft(databaseUrl, held)
    const { rowCount } = await first.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND application_name <> $1`,
      [ourName],
    )
    quiet = rowCount === 0 ? quiet + 1 : 0
    await delay(checkEveryMs)
  }
  return async () => {
    await Promise.all(held.map((client) => client.end()))
  }
}

/** Several at a time: a client that is served here requests what becomes free as well. */
async function takeWhatIsLeft(databaseUrl: string, held: pg.Client[]): Promise<void> {
  for (;;) {
    const clients = await Promise.all(Array.from({ length: atATime }, () => openUnlessFull(databaseUrl)))
    const taken = clients.filter((client) => client !== null)
    if (taken.length === 0) return
    held.push(...taken)
  }
}

async function openUnlessFull(databaseUrl: string): Promise<pg.Client | null> {
  return open(databaseUrl).catch((error: { code?: string }) => {
    if (error.code === '53300') return null
    throw error
  })
}

/** Every event waits for this lock and holds its connection meanwhile, until there is none left in the pool. */
async function lockDeployments(databaseUrl: string): Promise<() => Promise<void>> {
  const client = await open(databaseUrl)
  await client.query('BEGIN')
  await client.query('LOCK TABLE deployments')
  return () => client.end()
}

async function open(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: ourName,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
