import { existsSync } from 'node:fs'
import pg from 'pg'
import type { Cluster } from './cluster'
import { lockedPort, stop } from './postmaster'

/** A connection that says "this process uses the server". It ends with the process, however that ends. */
export type Lease = { client: pg.Client; port: number }

/** Why there is no lease: nothing answers, or a server that is about to accept connections or to end does. */
type Refusal = { lease: undefined; inTransition: boolean; reason: string }

const lockKey = 5_323_461

export function urlOf(cluster: Cluster, port: number): string {
  return `postgresql://leadline:${cluster.password}@127.0.0.1:${port}/leadline`
}

/** Registers this process as a user of the running server. */
export async function takeLease(cluster: Cluster): Promise<{ lease: Lease } | Refusal> {
  const port = await lockedPort(cluster)
  if (!port) return { lease: undefined, inTransition: false, reason: 'no server is running' }
  const client = new pg.Client({
    connectionString: urlOf(cluster, port),
    application_name: 'leadline lease',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [lockKey])
    const { rows } = await client.query<{ directory: string }>(`SELECT current_setting('data_directory') AS directory`)
    if (isDirectoryOf(cluster, rows[0]?.directory)) return { lease: { client, port } }
    await client.end()
    return { lease: undefined, inTransition: false, reason: `port ${port} belongs to another server` }
  } catch (error) {
    await client.end().catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    return { lease: undefined, inTransition: (error as { code?: string }).code === '57P03', reason }
  }
}

/** Ends the lease and, when it was the last one, the server. */
export async function giveUpLease(cluster: Cluster, { client }: Lease): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [lockKey])
    const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [lockKey])
    if (rows[0]?.last) await stop(cluster)
  } catch {
    // The server is gone already, and the lease with it.
  }
  await client.end().catch(() => undefined)
}

function isDirectoryOf(cluster: Cluster, directory: string | undefined): boolean {
  if (!directory) return false
  const movedWhileRunning = !existsSync(directory)
  return directory === cluster.data || movedWhileRunning
}
