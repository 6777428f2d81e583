import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProcess, type Process } from '@/e2e/support/process-tree'
import { projectRoot } from '../support/project-root'

const copied = ['cli', 'scripts', 'package.json', 'tsconfig.json']
const linked = ['app', 'lib', 'prisma', 'next.config.mjs', 'package-lock.json']
const folders = ['hold', 'public', 'node_modules/.bin', 'node_modules/next/dist/bin']

type Ended = number | NodeJS.Signals

export type Run = {
  child: ChildProcess
  output: () => string
  /** Resolves once it has printed the text; throws when it ends before. */
  printed: (text: string) => Promise<void>
  /** How it ended: its exit code, or the signal that ended it. */
  ended: Promise<Ended>
  /** What still runs of all that it started, however deep, and the embedded Postgres. */
  processes: () => Promise<Process[]>
}

type Step = 'building' | 'listening'

export type Checkout = {
  path: string
  dataDir: string
  /** Changes what is built. */
  changePage: (text: string) => Promise<void>
  /** Makes Next wait at a step until the function that this returns is called. Counts begin again. */
  hold: (step: Step) => Promise<() => Promise<void>>
  /** How often Next came to a step. */
  count: (step: Step) => Promise<number>
  reached: (step: Step, times: number) => Promise<void>
  /** The folders and files that building has left. */
  builds: () => Promise<string[]>
  /** Runs a program in the checkout, in a process group of its own. */
  run: (command: string, args: readonly string[], settings?: Record<string, string>) => Run
  /** Ends what still runs, and holds nothing any more. */
  endAll: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * A checkout of a test: the scripts of this one with everything that they need, and a stand-in for Next that builds in
 * no time and waits where it is told to.
 */
export async function openCheckout(): Promise<Checkout> {
  const root = await mkdtemp(path.join(tmpdir(), 'leadline checkout '))
  // The account of Postgres can enter it, so that all of it is removed.
  await chmod(root, 0o755)
  const at = (...names: string[]) => path.join(root, ...names)
  const log = at('steps.log')
  const runs: Run[] = []
  await fill(root)
  const count = async (step: Step) => {
    const steps = await readFile(log, 'utf8').catch(() => '')
    return steps.split('\n').filter((line) => line === step).length
  }
  const endAll = async () => {
    const left = (await Promise.all(runs.splice(0).map(({ processes }) => processes()))).flat()
    for (const { pid } of left) process.kill(pid, 'SIGKILL')
    for (const step of await readdir(at('hold'))) await rm(at('hold', step))
  }
  return {
    path: root,
    dataDir: at('data'),
    count,
    changePage: (text) => writeFile(at('public/page.txt'), text),
    hold: async (step) => {
      await rm(log, { force: true })
      await writeFile(at('hold', step), '')
      return () => rm(at('hold', step))
    },
    reached: async (step, times) => {
      const output = () => runs.map(({ output }) => output()).join('\n')
      for (const until = Date.now() + 120_000; (await count(step)) !== times; await delay(50))
        if (Date.now() > until) throw new Error(`“${step}” was reached ${await count(step)} times:\n${output()}`)
    },
    builds: async () => (await readdir(root)).filter((name) => name.startsWith('.next')).sort(),
    run: (command, args, settings = {}) => {
      const started = run(root, command, args, { LEADLINE_DATA_DIR: at('data'), ...settings })
      runs.push(started)
      return started
    },
    endAll,
    remove: async () => {
      await endAll()
      await rm(root, { recursive: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

async function fill(root: string): Promise<void> {
  const [from, to] = [projectRoot, root].map((base) => (entry: string) => path.join(base, entry))
  if (!from || !to) return
  for (const folder of folders) await mkdir(to(folder), { recursive: true })
  for (const entry of copied) await cp(from(entry), to(entry), { recursive: true })
  for (const entry of linked) await symlink(from(entry), to(entry))
  for (const name of await readdir(from('node_modules'))) {
    if (name !== 'next' && !name.startsWith('.'))
      await symlink(from(`node_modules/${name}`), to(`node_modules/${name}`))
  }
  await symlink(from('scripts/testing/stand-in-next.cjs'), to('node_modules/next/dist/bin/next'))
}

function run(root: string, command: string, args: readonly string[], settings: Record<string, string>): Run {
  const id = randomUUID()
  const { npm_lifecycle_event: _outer, ...inherited } = process.env
  const env = { ...inherited, ...settings, LEADLINE_TEST_RUN: id } as unknown as NodeJS.ProcessEnv
  const child = spawn(command, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit').then(([code, signal]): Ended => code ?? signal)
  const printed = async (text: string) => {
    let over = false
    void ended.then(() => (over = true))
    for (const until = Date.now() + 120_000; !output.includes(text); await delay(50))
      if (over || Date.now() > until)
        throw new Error(`${over ? 'It ended' : 'It goes on'} without “${text}”: ${output}`)
  }
  return { child, ended, output: () => output, printed, processes: () => processesOf(id, root) }
}

/** Those with the id in their environment, and the Postgres of the checkout, which has an environment of its own. */
async function processesOf(id: string, root: string): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
      const [environment, command] = await Promise.all([read('environ'), read('cmdline')])
      const ours = environment.includes(`LEADLINE_TEST_RUN=${id}`) || command.includes(`-D\0${root}`)
      return ours ? findProcess(Number(pid)) : undefined
    }),
  )
  return found.filter((one) => one !== undefined)
}
