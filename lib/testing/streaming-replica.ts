import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Cluster, openCluster } from '@/lib/db/embedded-postgres/cluster'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { run } from '@/lib/db/embedded-postgres/run'

type Server = { url: string; start: () => Promise<void>; stop: (mode: 'fast' | 'immediate') => Promise<void> }

/** A Postgres and its standby, which follows it by streaming replication, both on loopback and without rows. */
export type Replicated = { primary: Server; standby: Server; remove: () => Promise<void> }

/** Starts both: new files, a copy of them while nothing runs, and `standby.signal` in the copy. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(path.join(tmpdir(), 'replicated-'))
  const cluster = await openCluster(folder, () => undefined)
  const settings = 'fsync = off\nwal_receiver_status_interval = 1s\nmax_standby_streaming_delay = 0\n'
  await appendFile(path.join(cluster.data, 'postgresql.conf'), settings)
  const primary = serverOf(cluster, await findFreePort())
  const copy = { ...cluster, data: `${cluster.data}-standby`, log: `${cluster.log}-standby` }
  await cp(cluster.data, copy.data, { recursive: true })
  const connection = `primary_conninfo = '${primary.url}'\n`
  await appendFile(path.join(copy.data, 'postgresql.conf'), connection)
  await writeFile(path.join(copy.data, 'standby.signal'), '')
  await own(copy)
  const standby = serverOf(copy, await findFreePort())
  await primary.start()
  await standby.start()
  const remove = async () => {
    await standby.stop('immediate')
    await primary.stop('immediate')
    await rm(path.dirname(cluster.data), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  return { primary, standby, remove }
}

async function own({ data, account }: Cluster): Promise<void> {
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, data])
  await run('chmod', ['-R', 'go-rwx', data])
}

function serverOf({ data, log, password, binaries, account }: Cluster, port: number): Server {
  const pgCtl = (...args: string[]) => run(binaries.pgCtl, [...args, '-w', '-D', data], account)
  return {
    url: `postgresql://leadline:${password}@127.0.0.1:${port}/leadline`,
    start: async () => {
      const { code, output } = await pgCtl('start', '-l', log, '-o', `-p ${port}`)
      if (code !== 0) throw new Error(`Postgres did not start: ${output}`)
    },
    stop: async (mode) => {
      await pgCtl('stop', '-m', mode)
    },
  }
}
