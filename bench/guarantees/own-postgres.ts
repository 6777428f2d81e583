import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, openCluster } from '@/lib/db/embedded-postgres/cluster'
import { urlOf } from '@/lib/db/embedded-postgres/lease'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { tryToStart } from '@/lib/db/embedded-postgres/postmaster'
import { run } from '@/lib/db/embedded-postgres/run'
import { usingDatabase } from './servers'

/** A Postgres that only this process uses and restarts. */
export type OwnPostgres = {
  url: string
  /** SIGKILL to all of its processes at once. */
  crash: () => Promise<void>
  /** Resolves once it accepts connections. */
  start: () => Promise<void>
}

const timeoutMs = 30_000
const signals = ['SIGINT', 'SIGTERM'] as const

/** Runs `work` with a new Postgres, as durable as that of an installation; `db()` is its database meanwhile. */
export async function withOwnPostgres<T>(work: (postgres: OwnPostgres) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'leadline-guarantees-'))
  // For the account that Postgres runs as.
  await chmod(directory, 0o755)
  let postmaster: number | undefined
  const abandon = () => {
    if (postmaster) kill(postmaster)
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  for (const signal of signals) process.once(signal, abandon)
  try {
    const cluster = await openCluster(directory, () => undefined)
    const port = await findFreePort()
    const start = async () => {
      postmaster = await startCluster(cluster, port)
    }
    const crash = async () => {
      if (postmaster) await killWithChildren(postmaster)
      postmaster = undefined
    }
    await start()
    const url = urlOf(cluster, port)
    return await usingDatabase(url, () => work({ url, crash, start }))
  } finally {
    for (const signal of signals) process.off(signal, abandon)
    abandon()
  }
}

/** Returns the pid of the postmaster once it accepts connections. */
async function startCluster(cluster: Cluster, port: number): Promise<number> {
  const deadline = Date.now() + timeoutMs
  while (!(await tryToStart(cluster, port))) {
    if (Date.now() > deadline) throw new Error('Postgres does not start again')
    await delay(100)
  }
  const lock = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8')
  return Number(lock.split('\n')[0])
}

async function killWithChildren(postmaster: number): Promise<void> {
  const { output } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const processes = output.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const children = processes.flatMap(([pid, parent]) => (pid && parent === postmaster ? [pid] : []))
  for (const pid of [postmaster, ...children]) kill(pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended on its own.
  }
}
