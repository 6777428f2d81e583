import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { projectRoot } from './support/project-root'

const directory = mkdtempSync(path.join(tmpdir(), 'leadline-scripts-'))
afterAll(() => rmSync(directory, { recursive: true }))

const pretendOldNode = encodeURIComponent(
  `Object.defineProperty(process.versions, 'node', { value: '18.20.8' }); Object.defineProperty(process, 'version', { value: 'v18.20.8' })`,
)

type Run = { code: number; stdout: string; stderr: string }

/** Runs what an npm script runs where there is no database, nor one to be made. */
function run(script: string, ...args: string[]): Promise<Run> {
  return runWith({}, 'scripts/launch.cjs', `scripts/${script.replace(':', '-')}.ts`, ...args)
}

function runWith(settings: Record<string, string>, ...args: string[]): Promise<Run> {
  const nowhere = { DATABASE_URL: 'postgresql://localhost:1/none', LEADLINE_DATA_DIR: `${directory}/data` }
  const env = { ...process.env, ...nowhere, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: projectRoot, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

describe.concurrent('an npm script', { timeout: 120_000 }, () => {
  it.each(['start', 'ingest', 'dev', 'demo'])('explains itself and its settings: %s', async (script) => {
    const { code, stdout, stderr } = await run(script, '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: npm run ${script} -- [options]\n\n`)
    for (const setting of ['PORT', 'LEADLINE_DATA_DIR', 'DATABASE_URL', 'UPSTASH_REDIS_REST_URL', '.env.example']) {
      expect(stdout).toContain(setting)
    }
  })

  it.each(['build', 'start', 'ingest', 'dev', 'demo', 'test', 'db:check', 'db:distribute'])(
    'starts nothing it does not understand: %s',
    async (script) => {
      const refused = await run(script, '--prot', '3001')
      expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown option '--prot'") })
      expect(existsSync(`${directory}/data`)).toBe(false)
    },
  )
})

it('tables are spread where DATABASE_URL says, never in the embedded Postgres', { timeout: 120_000 }, async () => {
  const refused = await runWith({ DATABASE_URL: '' }, 'scripts/launch.cjs', 'scripts/db-distribute.ts', '--dry-run')
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: DATABASE_URL is not set, and the embedded Postgres has no Citus.\n',
  })
  expect(existsSync(`${directory}/data`)).toBe(false)
})

const launch = (file: string) => ['scripts/launch.cjs', file]
const everyDoor: [name: string, args: string[]][] = [
  ...['start', 'ingest', 'dev', 'demo', 'test', 'db-check', 'db-distribute'].map((name): [string, string[]] => [
    name,
    launch(`scripts/${name}.ts`),
  ]),
  ['bench', launch('bench/history.ts')],
  ['leadline', ['cli/leadline.mjs', 'org', 'list']],
]

describe.concurrent('what cannot start says so in one sentence', { timeout: 120_000 }, () => {
  it.each(everyDoor)('wrong settings: %s', async (_name, args) => {
    const wrong = { PORT: 'abc', NEXTAUTH_URL: 'https://leadline.example/app', PRIVATE_HOSTS: 'maybe' }
    const refused = await runWith(wrong, ...args)
    expect(refused).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: Invalid settings: PORT must be a whole number from 1 to 65535; NEXTAUTH_URL must be an http:// or ' +
        'https:// URL without a path, such as https://leadline.example.com; PRIVATE_HOSTS must be allow or refuse.\n',
    })
    expect(existsSync(`${directory}/data`)).toBe(false)
  })

  it.each(everyDoor)('a Node that is too old: %s', async (_name, args) => {
    const old = ['--import', `data:text/javascript,${pretendOldNode}`]
    const refused = await runWith({}, ...old, ...args)
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Leadline needs Node 20.19 or newer; this is v18.20.8.\n',
    })
  })

  it('a port that browsers do not open', async () => {
    const { code, stderr } = await runWith({ PORT: '4190' }, ...launch('scripts/start.ts'))
    expect(code).toBe(1)
    expect(stderr).toBe(
      'error: Browsers do not open port 4190, which belongs to another protocol. Choose another, for example PORT=4191.\n',
    )
  })

  it.each([
    ['start', 'HOST'],
    ['ingest', 'HOST'],
    ['ingest', 'METRICS_HOST'],
  ])('an address of another machine: %s, %s', async (script, setting) => {
    const [PORT, METRICS_PORT] = [String(await findFreePort()), String(await findFreePort())]
    const settings = { PORT, METRICS_PORT, [setting]: '192.0.2.1' }
    expect(await runWith(settings, ...launch(`scripts/${script}.ts`))).toMatchObject({
      code: 1,
      stderr: `error: ${setting} 192.0.2.1 is no address or name of this machine.\n`,
    })
  })

  it.each([
    ['start', launch('scripts/start.ts')],
    ['ingest', launch('scripts/ingest.ts')],
    ['leadline', ['cli/leadline.mjs', 'org', 'list']],
  ])('a data directory that cannot be: %s', async (_name, args) => {
    const settings = { DATABASE_URL: '', LEADLINE_DATA_DIR: '/dev/null/data', PORT: String(await findFreePort()) }
    const { code, stderr } = await runWith(settings, ...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: The data directory cannot be used \(.*LEADLINE_DATA_DIR.*\n$/)
  })

  it.each([
    ['start', launch('scripts/start.ts')],
    ['ingest', launch('scripts/ingest.ts')],
    ['leadline', ['cli/leadline.mjs', 'org', 'list']],
  ])('a database that does not answer: %s', async (_name, args) => {
    const { code, stderr } = await runWith({ PORT: String(await findFreePort()) }, ...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(/(^|\n)error: The database cannot be reached: connect ECONNREFUSED .+\n$/)
  })
})
