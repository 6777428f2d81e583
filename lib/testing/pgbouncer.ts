import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { ensureProgram } from './ensure-program'

/** Whether it keeps prepared statements in transaction mode, as those from 1.21 on can. */
export type Pooler = { url: string; prepares: boolean; stop: () => Promise<void> }

/**
 * Starts a PgBouncer on a free loopback port before the server of `databaseUrl`, with further lines of its settings. It
 * ends with `stop` or with this process.
 */
export async function startPgbouncer(databaseUrl: string, settings: Record<string, string | number>): Promise<Pooler> {
  const prepares = pgbouncerPrepares()
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await findFreePort()
  const { hostname, port: serverPort, username, password, searchParams } = new URL(databaseUrl)
  const server = {
    host: searchParams.get('host') ?? hostname,
    port: serverPort || 5432,
    user: decodeURIComponent(username),
    ...(password && { password: decodeURIComponent(password) }),
  }
  const lines = [
    '[databases]',
    `* = ${Object.entries(server).map(assignment).join(' ')}`,
    '[pgbouncer]',
    ...Object.entries({
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'any',
      ...(prepares && { max_prepared_statements: 200 }),
      ...settings,
    }).map((entry) => entry.join(' = ')),
  ]
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(file, lines.join('\n'), { mode: 0o644 })
  const end = await runPgbouncer(file)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  url.searchParams.delete('host')
  const stop = async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: url.href, prepares, stop }
}

/** Whether the PgBouncer of this machine, which is installed when missing, knows `max_prepared_statements`. */
export function pgbouncerPrepares(): boolean {
  const version = ensureProgram(findVersion, 'pgbouncer', 'These tests need PgBouncer: install it.')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 1 || minor >= 21
}

/** Runs PgBouncer in the folder of its settings until what this returns is called, or this process ends. */
export async function runPgbouncer(file: string): Promise<() => Promise<void>> {
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, file], { cwd: path.dirname(file), stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await ready(child)
  return async () => {
    process.off('exit', kill)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function assignment([name, value]: [string, string | number]): string {
  return `${name}='${String(value).replaceAll("'", "''")}'`
}

function findVersion(): string | undefined {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n')[0]?.replace('PgBouncer ', '') : undefined
}

async function ready({ stderr }: ChildProcess): Promise<void> {
  if (!stderr) throw new Error('PgBouncer has no output to read')
  const said: string[] = []
  for await (const line of createInterface(stderr)) {
    if (line.includes('process up')) {
      stderr.resume()
      return
    }
    said.push(line)
  }
  throw new Error(`PgBouncer did not start: ${said.join('\n')}`)
}
