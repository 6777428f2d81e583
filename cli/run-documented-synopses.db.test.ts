import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { createDestination } from '@/lib/notifications/destinations/create'
import { linesOf, synopses, wordsOf } from '@/lib/testing/documentation'
import { createCommits, createMember, createRepository, deploymentBody } from '@/lib/testing/factories'
import { startGithub, writeChanges } from '@/lib/testing/github-sync'
import { createGitlabHistory } from '@/lib/testing/gitlab-history'
import { startGitlabServer } from '@/lib/testing/gitlab-server'
import { startReceiver } from '@/lib/testing/receiver'
import { useSettings } from '@/lib/testing/settings'
import { createProgram, loadCommands } from './main'
import { setUp } from './set-up'

const leadlineFile = fileURLToPath(new URL('./leadline.mjs', import.meta.url))

/** What cannot be given with the rest of a line, or would leave nothing to do for the next ones. It is only parsed. */
const leftOut = [
  "[--tag 'v*']",
  '[--issuer https://gitlab.acme.example]',
  '[--monitored | --no-monitored]',
  '[--dry-run]',
]

/** What others need is run first, what takes something away from them last. */
const first = ['migrate', 'doctor', 'setup-link', 'org create', 'org plan', 'import', 'service set-team']
const last = [
  ...['member remove', 'member invite', 'key revoke', 'trust revoke', 'goal remove', 'repository remove'],
  ...['org rename', 'org delete'],
]

/** What reads standard input, or needs a database of its own, is run as a process; all others run in this one. */
const apart = ['org create', 'user set-password', 'restore']

/** What changes nothing is run with each of its options, all others once with all of them. */
const reads = ['pr list', 'pr undeployed', 'metrics', 'signal list', 'risk', 'deployment list', 'audit', 'requests']

/** Words of single lines that have to be others after those that were run before. */
const instead: Record<string, Record<string, string>> = {
  'repository paths': { api: 'ledger' },
  'deployment correct': { api: 'web' },
  'trust revoke': { 3: '4' },
  'org delete': { acme: 'acme-tools' },
}

/** What a line prints. Every other prints something. */
const prints: Record<string, RegExp> = {
  migrate: /up to date/,
  doctor: /^Database +ok:/m,
  'setup-link': /\/setup\?token=/,
  'key create': /ldl_\w{46}/,
  'import git': /121 new commits/,
  'pr live': /^Live +yes$/m,
  'member invite': /\/invite\//,
  'deployment show': /gh-1/,
  'destination test': /The test arrived: Answered 204/,
}

const folder = mkdtempSync(path.join(tmpdir(), 'leadline-synopses-'))
const password = 'correct horse'
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
/** What stands for a word of the documentation here. */
const here: Record<string, string> = { 'deploymentId as posted': 'gh-1' }
for (const name of ['/backups/leadline.backup', 'acme.ndjson.gz', 'history.ndjson', 'refused.ndjson'])
  here[name] = path.join(folder, path.basename(name))

beforeAll(async () => {
  const github = await startGithub()
  writeChanges(github.at, 121)
  const gitlab = await startGitlabServer()
  const history = createGitlabHistory([{ commits: [['a.ts']], ending: 'merge', behind: 1, reviewed: true }])
  const project = { id: 7, fullPath: 'acme/platform/api', defaultBranch: 'main', ...history }
  gitlab.projects.push({ ...project, mergeRequestsEnabled: true, maxBatch: 20, tooLarge: new Set() })
  Object.assign(here, {
    '/path/to/clone': github.at.git.path,
    'https://git.acme.example': github.server.url,
    'https://gitlab.acme.example': gitlab.baseUrl,
  })
  useSettings({ GITHUB_TOKEN: github.server.token, GITLAB_TOKEN: gitlab.token })
  const event = deploymentBody({ deploymentId: 'gh-1', service: 'api', commitSha: github.at.git.sha(42) })
  writeFileSync(here['history.ndjson'] ?? '', JSON.stringify(event))
  stops.push(github.server.stop, github.at.git.remove, gitlab.stop, history.repository.remove)
  // The ids that the documentation has. A trusted pipeline has that of a key.
  for (const [table, id] of [
    ['api_keys', 3],
    ['goals', 3],
    ['notification_destinations', 7],
  ])
    await db().people.query(`ALTER SEQUENCE ${table}_id_seq RESTART WITH ${id}`)
})

afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** What no command makes: another owner, a destination, and the commits and the repository that lines name. */
async function furnish(): Promise<void> {
  const { id } = await findOrganization('acme')
  await createMember(id, 'owner')
  const receiver = await startReceiver()
  stops.push(receiver.stop)
  await createDestination(operatorOf(id), { kind: 'webhook', name: 'bot', url: receiver.url, topics: ['failed'] })
  await createRepository(id, 'acme/platform')
  const repository = await db().prisma.repository.findFirstOrThrow({ where: { fullName: 'acme/api' } })
  const [base, head] = ['9f8e7d6', '1a2b3c4'].map((start) => start.padEnd(40, '0')) as [string, string]
  await createCommits(repository, [
    { sha: base, generation: 1_000 },
    { sha: head, parents: [base], generation: 1_001 },
  ])
}

/** A line with the first choice of all that is optional. */
function fullest(synopsis: string): string {
  const line = synopsis.replace(/\[([^\]]+)\]|\(([^)]+)\)/g, (whole, optional, needed) =>
    leftOut.includes(whole) ? '' : (optional ?? needed).split(' | ')[0],
  )
  return line.replace(/(\S+?)\|\S+/g, '$1')
}

const commands = await loadCommands()

/** Runs a line in this process, as `main` does. Returns what it printed. */
async function run(args: readonly string[]): Promise<string> {
  const program = createProgram(folder, commands)
  setUp(program, false)
  let output = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    output += chunk
    return true
  })
  await program.parseAsync(args, { from: 'user' })
  vi.restoreAllMocks()
  expect(process.exitCode ?? 0).toBe(0)
  return output
}

function runApart(args: readonly string[], settings = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...settings } }
    const child = execFile(process.execPath, [leadlineFile, ...args], options, (error, stdout, stderr) =>
      error ? reject(new Error(`${args.join(' ')} ended with ${error.code}: ${stderr}`)) : resolve(stdout),
    )
    child.stdin?.end(`${password}\n`)
  })
}

const starts = (line: string) => (start: string) => `${line} `.startsWith(`leadline ${start} `)
const rank = (line: string) => {
  const early = first.findIndex(starts(line))
  return early >= 0 ? early : first.length + 1 + last.findIndex(starts(line))
}

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

it.each(synopses().sort((a, b) => rank(a) - rank(b)))('%s', async (line) => {
  const is = starts(line)
  const other = Object.entries(instead).find(([start]) => is(start))?.[1] ?? {}
  for (const each of reads.some(is) ? linesOf(line) : [fullest(line)]) {
    const args = wordsOf(each)
      .slice(1)
      .map((word) => other[word] ?? here[word] ?? word)
    const ofOwnDatabase = (DATABASE_URL: string) => runApart(args, { DATABASE_URL })
    const printed = is('restore')
      ? await withThrowAwayDatabase(env().DATABASE_URL ?? '', ofOwnDatabase)
      : await (apart.some(is) ? runApart : run)(args)
    expect(printed, each).toMatch(Object.entries(prints).find(([start]) => is(start))?.[1] ?? /\S/)
  }
  if (is('import deployments')) await furnish()
})

it('what commands write is there', () => {
  for (const name of ['/backups/leadline.backup', 'acme.ndjson.gz', 'refused.ndjson'])
    expect(existsSync(here[name] ?? ''), name).toBe(true)
})
