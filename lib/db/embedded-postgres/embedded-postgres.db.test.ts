import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openEmbeddedPostgres } from './open'

type Holder = { url: string; child: ChildProcess; leave: () => Promise<void> }

const isRoot = process.getuid?.() === 0
const quiet = () => undefined
const lockFile = 'postgres/data/postmaster.pid'
let dataDir = ''

beforeAll(async () => {
  dataDir = await temporaryDirectory(0o755)
  const server = await openEmbeddedPostgres(dataDir)
  await query(server.url, 'CREATE TABLE kept (answer int)')
  await query(server.url, 'INSERT INTO kept VALUES (7)')
  await server.release()
})

afterAll(async () => {
  await rm(dataDir, { recursive: true })
})

async function temporaryDirectory(mode: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'leadline-'))
  await chmod(directory, mode)
  return directory
}

async function startHolder(): Promise<Holder> {
  const script = new URL('../../testing/hold-embedded-postgres.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  const leave = async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('url ')) return { url: line.slice(4), child, leave }
  }
  throw new Error('The holder gave up.')
}

async function query(url: string, sql: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', quiet)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, lockFile), 'utf8')).split('\n')[0])
}

test('what a process left that was killed while it created the files is removed, what one still creates is not', async () => {
  const directory = await temporaryDirectory(0o755)
  const killed = spawn('true')
  await once(killed, 'exit')
  const alive = spawn('sleep', ['60'])
  // One before this, in another container, had the same pid.
  const [creating, ...left] = [alive.pid, killed.pid, process.pid].map((pid) => `postgres.new-${pid}-abcdef`)
  for (const name of [creating, ...left]) await mkdir(join(directory, `${name}/data`), { recursive: true })
  const servers = await Promise.all([openEmbeddedPostgres(directory), openEmbeddedPostgres(directory)])
  for (const server of servers) await server.release()
  alive.kill()
  expect((await readdir(directory)).sort()).toEqual(['postgres', creating])
  await rm(directory, { recursive: true })
})

test('a disk without room for the files is named in one sentence, and nothing is left there', async () => {
  const directory = await temporaryDirectory(0o755)
  const script = new URL('../../testing/hold-embedded-postgres.ts', import.meta.url).pathname
  // A limit on the size of files, in blocks of 512 bytes or a KiB, is what any account can set. WAL needs 16 MiB.
  const child = spawn('sh', [
    '-c',
    'ulimit -f 4096; exec "$@"',
    'sh',
    process.execPath,
    '--import',
    'tsx',
    script,
    directory,
  ])
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said).toMatch(
    /AppError: Cannot create the database files: could not write to file "pg_wal\/[^\n]*: File too large\n/,
  )
  expect(await readdir(directory)).toEqual([])
  await rm(directory, { recursive: true })
})

test('processes that open it at once share one server, and the last one out stops it', async () => {
  const holders = await Promise.all([startHolder(), startHolder(), startHolder()])
  const [first, second, third] = holders
  expect(new Set(holders.map(({ url }) => url)).size).toBe(1)
  await Promise.all([first.leave(), second.leave()])
  expect(await query(third.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await third.leave()
  await expect(query(third.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  await expect(postmasterPid()).rejects.toThrow('ENOENT')
})

test('a server whose last user is killed stops on its own', async () => {
  const [killed, leaving] = [await startHolder(), await startHolder()]
  // The session that watches belongs to the first one. It stays when that leaves.
  await leaving.leave()
  killed.child.kill('SIGKILL')
  await vi.waitFor(() => expect(postmasterPid()).rejects.toThrow('ENOENT'), { timeout: 30_000 })
  const next = await openEmbeddedPostgres(dataDir)
  expect(await query(next.url, 'SELECT * FROM kept')).toEqual([{ answer: 7 }])
  await next.release()
})

test('a server that still has connections goes on when its users are killed', async () => {
  const first = await startHolder()
  const second = await startHolder()
  const pid = await postmasterPid()
  const client = new pg.Client({ connectionString: first.url })
  await client.connect()
  for (const { child } of [first, second]) child.kill('SIGKILL')
  await Promise.all([once(first.child, 'exit'), once(second.child, 'exit')])
  const looks = new Set<string>()
  const look = async () => {
    const { rows } = await client.query(`SELECT xact_start::text FROM pg_stat_activity WHERE application_name = $1`, [
      'leadline guard',
    ])
    looks.add(rows[0].xact_start)
    expect(looks.size).toBeGreaterThan(4)
  }
  await vi.waitFor(look, { timeout: 30_000 })
  const next = await openEmbeddedPostgres(dataDir)
  await client.end()
  expect(await postmasterPid()).toBe(pid)
  await next.release()
  await expect(postmasterPid()).rejects.toThrow('ENOENT')
})

test('a server that is killed comes back on the same URL with everything that was committed', async () => {
  const onNotice = vi.fn()
  const server = await openEmbeddedPostgres(dataDir, onNotice)
  await query(server.url, 'CREATE TABLE acknowledged AS SELECT 8 AS answer')
  process.kill(await postmasterPid(), 'SIGKILL')
  const rows = await vi.waitFor(() => query(server.url, 'SELECT * FROM acknowledged'), { timeout: 15_000 })
  expect(rows).toEqual([{ answer: 8 }])
  expect(onNotice.mock.calls).toEqual([['the database server is gone; starting it again.']])
  await server.release()
  await expect(postmasterPid()).rejects.toThrow('ENOENT')
})

test('a server that is killed while no one uses it starts again', async () => {
  const holder = await startHolder()
  holder.child.kill('SIGKILL')
  process.kill(await postmasterPid(), 'SIGKILL')
  const server = await openEmbeddedPostgres(dataDir)
  expect(await query(server.url, 'SELECT * FROM kept')).toEqual([{ answer: 7 }])
  await server.release()
})

test('a lock file whose pid now belongs to a stranger is no obstacle', async () => {
  const lock = join(dataDir, lockFile)
  const running = await openEmbeddedPostgres(dataDir)
  const content = await readFile(lock, 'utf8')
  await running.release()
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  const stranger = spawn('sleep', ['60'], { cwd: '/', ...(isRoot && { uid, gid }) })
  await once(stranger, 'spawn')
  await writeFile(lock, content.replace(/^\d+/, String(stranger.pid)))
  const server = await openEmbeddedPostgres(dataDir)
  expect(await query(server.url, 'SELECT * FROM kept')).toEqual([{ answer: 7 }])
  await server.release()
  stranger.kill()
})

test('a copy of the files of a running server gets a server of its own', async () => {
  const copyDir = await temporaryDirectory(0o755)
  await once(spawn('cp', ['-a', join(dataDir, 'postgres'), copyDir]), 'exit')
  const original = await openEmbeddedPostgres(dataDir)
  await once(spawn('cp', ['-a', join(dataDir, lockFile), join(copyDir, lockFile)]), 'exit')
  const copy = await openEmbeddedPostgres(copyDir)
  expect(copy.url).not.toBe(original.url)
  await query(copy.url, 'DROP TABLE kept')
  await copy.release()
  expect(await query(original.url, 'SELECT * FROM kept')).toEqual([{ answer: 7 }])
  await original.release()
  await rm(copyDir, { recursive: true })
})

test.runIf(isRoot)('files that root keeps where no other account can enter lie in a system folder', async () => {
  const closedDir = await temporaryDirectory(0o700)
  const onNotice = vi.fn()
  const server = await openEmbeddedPostgres(closedDir, onNotice)
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await server.release()
  const place = await readlink(join(closedDir, 'postgres'))
  expect(place).toMatch(/^\/var\/lib\/leadline\//)
  expect(onNotice).toHaveBeenCalledWith(expect.stringContaining(place))
  await rm(place, { recursive: true })
  await expect(openEmbeddedPostgres(closedDir, quiet)).rejects.toThrow(/remove that path to start with an empty/)
  await rm(closedDir, { recursive: true })
})
