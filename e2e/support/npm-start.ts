import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { projectRoot } from '@/scripts/support/project-root'
import { findProcess, type Process, processTree } from './process-tree'

type Ended = number | NodeJS.Signals

export type NpmStart = {
  npm: ChildProcess
  url: string
  output: () => string
  /** Everything it runs: npm and its shell, the process that starts, the server, Postgres. */
  processes: Process[]
  start: Process
  server: Process
  ended: Promise<Ended>
}

/** Runs `npm start` in a process group of its own with the embedded Postgres of `dataDir`. Resolves when it serves. */
export async function npmStart(dataDir: string): Promise<NpmStart> {
  const port = await findFreePort()
  const { DATABASE_URL: _shared, npm_lifecycle_event: _outer, ...inherited } = process.env
  const env = { ...inherited, LEADLINE_DATA_DIR: dataDir, PORT: String(port) } as unknown as NodeJS.ProcessEnv
  const npm = spawn('npm', ['start'], { cwd: projectRoot, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(npm, 'exit').then(([code, signal]): Ended => code ?? signal)
  let running = true
  void ended.then(() => (running = false))
  while (!output.includes('"step":"Server"')) {
    await Promise.race([once(npm.stderr, 'data'), ended])
    if (!running) throw new Error(`npm start ended: ${output}`)
  }
  const tree = await processTree(npm.pid ?? 0)
  const start = tree.find(({ command }) => /^node .*launch\.cjs/.test(command))
  const server = tree.find(({ parent }) => parent === start?.pid)
  const postgres = await findProcess(await postmasterId(dataDir))
  if (!start || !server || !postgres) throw new Error(`Not all of npm start is running: ${JSON.stringify(tree)}`)
  return {
    npm,
    url: `http://localhost:${port}`,
    output: () => output,
    processes: [...tree, postgres],
    start,
    server,
    ended,
  }
}

async function postmasterId(dataDir: string): Promise<number> {
  const lock = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  return Number(lock.split('\n')[0])
}
