import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProcess } from '@/e2e/support/process-tree'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import type { Account } from '@/lib/db/embedded-postgres/run'
import type { Block } from '@/lib/testing/documentation'
import { ensureProgram } from '@/lib/testing/ensure-program'
import { projectRoot } from '../support/project-root'

/** What is not run, by the words that its call begins with, and why. Whatever else a block calls is run. */
export const notRun: Record<string, string> = {
  'npm ci': 'the packages are here already, and come over the network',
  'npm test': 'is what runs these tests',
  'npm run bench': 'measures for minutes, on a machine that does nothing else',
  'npm run -s db:distribute': 'needs Citus',
  'psql -d leadline -c SELECT citus_': 'needs Citus',
  docker: 'needs a container engine',
  kubectl: 'needs a cluster',
  systemctl: 'needs systemd as the first process',
  journalctl: 'needs systemd as the first process',
  useradd: 'changes the users of the machine',
}

/** What goes on until it is stopped, and the words by which it is known to serve: the next line is run then. */
const servers: Record<string, string> = {
  'npm start': '"step":"Server"',
  'npm run ingest': '"step":"Server"',
  'node scripts/launch.cjs scripts/ingest.ts': '"step":"Server"',
  'npm run demo': 'Ctrl-C',
  'redis-server': 'Ready to accept connections',
}

/** Stands before the programs of both lists, and runs the real one but for those that are not run. */
const standIn = `#!/bin/sh
PATH=\${PATH#*:}
program=\${0##*/}
call="$program $*"
case $call in
${Object.keys(notRun)
  .map((words) => `'${words}'*) echo '${words}' >>"$NOTES/not-run"; exit ;;`)
  .join('\n')}
${Object.entries(servers)
  .map(([words, serves]) => `'${words}'*) serves='${serves}' ;;`)
  .join('\n')}
*) exec "$program" "$@" ;;
esac
log=$NOTES/$$.log
LEADLINE_TEST_RUN=$NOTES "$program" "$@" </dev/null >"$log" 2>&1 &
until grep -qF "$serves" "$log"; do
  kill -0 $! 2>/dev/null || { cat "$log" >&2; exit 1; }
  sleep 0.1
done
echo $! >>"$NOTES/servers"
cat "$log"
`

type Settings = Record<string, string>
type Options = { in?: string; settings?: Settings; input?: string; account?: Account }

const ports = ['3000', '3001', '3002', '5432', '5433', '6379', '6432']

/** What stands on this machine for what the documentation names. Nothing else of a block is changed. */
function replacementsIn(root: string, port: Settings): Settings {
  return {
    ...port,
    'https://leadline.example.com': `http://localhost:${port[3000]}`,
    'https://git.example.com/': `${root}/`,
    'leadline@db.internal/': `leadline:secret-of-leadline@127.0.0.1:${port[5432]}/`,
    'AI_API_KEY=…': 'AI_API_KEY=secret',
    '/path/to/clone': `${root}/clone`,
    '/backups/': `${root}/backups/`,
    '/srv/': `${root}/srv/`,
    '/opt/': `${root}/opt/`,
    '/etc/': `${root}/etc/`,
  }
}

/** What blocks call, and Node does not bring. */
const needed = ['curl', 'git', 'jq', 'openssl']

const folders = 'backups clone etc/systemd/system leadline notes opt programs srv stand-ins'.split(' ')

export type Machine = {
  /** A folder with nothing in it but a checkout of Leadline, and folders that the documentation takes for granted. */
  root: string
  checkout: string
  /** A text of the documentation with what stands for it here. */
  here: (text: string) => string
  /** Runs a block in a shell that ends at the first failure, with these settings alone. Returns its output. */
  run: (block: Block | undefined, options?: Options) => Promise<string>
  /** Runs a command that is no block. */
  leadline: (command: string, settings?: Settings) => Promise<string>
  deployments: (settings?: Settings) => Promise<unknown>
  /** What `/readyz` answers at each of these ports. */
  ready: (...documented: string[]) => Promise<number[]>
  /** Puts a program before those of the machine. */
  addProgram: (name: string, file: string) => Promise<void>
  /** The blocks that were run, and what of `notRun` they called. */
  ran: () => Promise<{ blocks: string[]; notRun: string[] }>
  /** Stops every server that a block has started. */
  stopServers: () => Promise<void>
  remove: () => Promise<void>
}

/** Opens a machine with a checkout of these sources and their build, which has an origin to pull from. */
export async function openMachine(): Promise<Machine> {
  for (const program of needed) {
    const find = () => (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? program : undefined)
    ensureProgram(find, program, `The documentation uses ${program}: install it.`)
  }
  const root = await mkdtemp(path.join(tmpdir(), 'leadline-documented-'))
  await chmod(root, 0o755)
  const [checkout, notes, programs, standIns] = ['leadline', 'notes', 'programs', 'stand-ins'].map((name) =>
    path.join(root, name),
  ) as [string, string, string, string]
  for (const name of folders) await mkdir(path.join(root, name), { recursive: true })
  for (const program of new Set([...Object.keys(notRun), ...Object.keys(servers)].map((words) => words.split(' ')[0])))
    await writeFile(path.join(standIns, program ?? ''), standIn, { mode: 0o755 })
  await fill(checkout)
  const port: Settings = {}
  for (const documented of ports) port[documented] = String(await findFreePort())
  const replacements = replacementsIn(root, port)
  const documented = new RegExp(Object.keys(replacements).join('|').replaceAll('.', '\\.'), 'g')
  const here = (text: string) => text.replace(documented, (found) => replacements[found] ?? found)
  const blocks = new Set<string>()
  const PATH = [standIns, programs, process.env.PATH].join(':')
  const environment = { PATH, HOME: root, NOTES: notes, LC_ALL: 'C.UTF-8' }
  const noted = async (name: string) =>
    (await readFile(path.join(notes, name), 'utf8').catch(() => '')).split('\n').filter(Boolean)
  const stopServers = async () => {
    for (const pid of await noted('servers')) if (await findProcess(Number(pid))) process.kill(Number(pid))
    await rm(path.join(notes, 'servers'), { force: true })
    for (const until = Date.now() + 60_000; (await serversOf(notes)).length > 0; await delay(50))
      if (Date.now() > until) throw new Error('A server does not stop')
  }
  const run: Machine['run'] = async (block, options = {}) => {
    if (!block) throw new Error('The documentation has no such block')
    blocks.add(block.at)
    return shell(block.at, here(block.text), { cwd: options.in ?? checkout, ...options, environment })
  }
  const leadline: Machine['leadline'] = (command, settings) =>
    run({ at: command, language: 'sh', text: `npm run -s leadline -- ${command}` }, { settings })
  return {
    ...{ root, checkout, here, run, leadline, stopServers },
    deployments: async (settings) => JSON.parse(await leadline('deployment list --org acme --json', settings)),
    ready: (...documented) =>
      Promise.all(documented.map(async (each) => (await fetch(`http://localhost:${here(each)}/readyz`)).status)),
    addProgram: (name, file) => symlink(file, path.join(programs, name)),
    ran: async () => ({ blocks: [...blocks], notRun: [...new Set(await noted('not-run'))].sort() }),
    remove: async () => {
      await stopServers().finally(async () => {
        for (const pid of await serversOf(notes)) process.kill(pid, 'SIGKILL')
      })
      await rm(root, { recursive: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

const copied = ['.env.example', 'cli', 'package.json', 'scripts', 'tsconfig.json']
const apart = ['.env', '.git', '.gitattributes', '.leadline', 'test-reports', 'test-results']

/** The files that say where a checkout is are copies, all others links to those of this one. */
async function fill(checkout: string): Promise<void> {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: projectRoot })
  for (const name of await readdir(projectRoot)) {
    const [from, to] = [path.join(projectRoot, name), path.join(checkout, name)]
    if (copied.includes(name)) await cp(from, to, { recursive: true })
    else if (!apart.includes(name)) await symlink(from, to)
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@acme.com', ...args], { cwd: checkout })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all', '--force')
  git('commit', '--quiet', '--message', 'Leadline')
  git('clone', '--quiet', '--bare', '.', '../leadline.git')
  git('remote', 'add', 'origin', '../leadline.git')
  git('fetch', '--quiet')
  git('branch', '--quiet', '--set-upstream-to=origin/main')
}

type Run = Options & { cwd: string; environment: Settings }

async function shell(at: string, text: string, { cwd, settings, environment, input, account }: Run): Promise<string> {
  const env = { ...environment, ...settings } as unknown as NodeJS.ProcessEnv
  const child = spawn('sh', ['-euc', text], { cwd, env, ...account })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.stdin.on('error', () => undefined).end(input)
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`${at} ended with ${code}:\n${text}\n${output}`)
  return output
}

/** The processes of servers, and the embedded Postgres that they use. */
async function serversOf(notes: string): Promise<number[]> {
  const ours = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
        const [environment, command] = await Promise.all([read('environ'), read('cmdline')])
        const started = environment.includes(`LEADLINE_TEST_RUN=${notes}`)
        return (started || command.includes(`-D\0${path.dirname(notes)}`)) && (await findProcess(Number(pid)))?.pid
      }),
  )
  return ours.filter((pid) => typeof pid === 'number')
}
