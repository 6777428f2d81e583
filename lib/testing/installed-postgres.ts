import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Account, run } from '@/lib/db/embedded-postgres/run'
import { ensureProgram } from './ensure-program'

export type InstalledPostgres = {
  /** Belongs to the account that it runs as. */
  folder: string
  account: Account | undefined
  /** Where its programs are. */
  programs: string
  /** What makes them speak with it as its superuser. */
  settings: Record<string, string>
  /** Stops the server of a data directory of the folder. */
  stop: (data: string) => Promise<void>
  remove: () => Promise<void>
}

/**
 * Starts a Postgres as an operator has one, at a port of the loopback, with all of its programs, which are installed
 * when they are missing.
 */
export async function startInstalledPostgres(port: string): Promise<InstalledPostgres> {
  const programs = ensureProgram(findPrograms, 'postgresql', 'These tests need Postgres with its programs: install it.')
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-'))
  if (account) await chown(folder, account.uid, account.gid)
  const data = path.join(folder, 'primary')
  const call = async (program: string, ...args: string[]) => {
    const { code, output } = await run(path.join(programs, program), args, account)
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`)
  }
  const how = [
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ]
  await call('initdb', '--pgdata', data, ...how)
  const lines = [
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    'fsync = off',
    "listen_addresses = '127.0.0.1'",
  ]
  await appendFile(path.join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  await call('pg_ctl', '--pgdata', data, '--log', path.join(folder, 'primary.log'), '--wait', 'start')
  const stop = async (name: string) => {
    if (existsSync(path.join(folder, name, 'postmaster.pid')))
      await call('pg_ctl', '--pgdata', path.join(folder, name), '--mode=immediate', 'stop')
  }
  const settings = { PGHOST: folder, PGPORT: port, PGUSER: 'postgres' }
  return {
    ...{ folder, account, programs, settings, stop },
    remove: async () => {
      await stop('primary')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

/** The folder of the newest that Debian has installed, else that of the first on the path. */
function findPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...installed.map((version) => path.join(versions, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => ['initdb', 'pg_basebackup'].every((name) => existsSync(path.join(folder, name))))
}
