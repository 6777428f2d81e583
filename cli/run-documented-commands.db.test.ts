import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Block, blocksOf, documents, shellBlocksOf } from '@/lib/testing/documentation'
import { type Machine, notRun, openMachine } from '@/scripts/testing/documented-machine'

/** Which run-documented-scale.db.test.ts runs. */
const elsewhere = ['docs/backup.md', 'docs/scale.md']

let machine: Machine
/** The clone of acme/api that pipelines run in. */
let clone: string
let url: string
let keys: { ingest: string; read: string }

beforeAll(async () => {
  machine = await openMachine()
  clone = machine.here('/path/to/clone')
  url = machine.here('https://leadline.example.com')
})
afterAll(() => machine.remove())

const git = (...args: string[]) => {
  const command = ['-C', clone, '-c', 'user.name=Ada', '-c', 'user.email=ada@acme.com', ...args]
  return execFileSync('git', command, { encoding: 'utf8' }).trim()
}
const createKey = async (scope: string): Promise<string> =>
  JSON.parse(await machine.leadline(`key create --org acme --name ${scope} --scope ${scope} --json`)).key

describe('README.md, docs/accounts.md, docs/command-line.md, docs/plans.md', () => {
  const [demo, test, start, importGit] = shellBlocksOf('README.md')
  const [setPassword, invite] = shellBlocksOf('docs/accounts.md')

  it('the demo stores an event, and prints the curl line of the next', async () => {
    const settings = { LEADLINE_DATA_DIR: path.join(machine.root, 'demo'), PORT: machine.here('3000') }
    const printed = await machine.run(demo, { settings })
    expect(printed).toMatch(/Answer +201 {"action":"created"/)
    const curl: Block = { at: 'the demo', language: 'sh', text: /^curl .*$/m.exec(printed)?.[0] ?? '' }
    expect(JSON.parse(await machine.run(curl))).toMatchObject({ action: 'created', linkedPRs: expect.any(Number) })
    await machine.leadline('org create --slug acme --name Acme', settings)
    expect(await machine.run(invite, { settings })).toContain('/invite/')
    await machine.stopServers()
    await machine.run(test)
  })

  it('a server starts; an organization is made, with its owner and a repository', async () => {
    await machine.run(start, { settings: { PORT: machine.here('3000') } })
    expect(await machine.ready('3000')).toEqual([200])
    const [create] = shellBlocksOf('docs/command-line.md')
    const [plan] = shellBlocksOf('docs/plans.md')
    expect(await machine.run(create, { settings: { PASSWORD: 'correct horse' } })).toMatch(/^Slug +acme$/m)
    expect(await machine.run(setPassword, { input: 'better horse\n' })).toContain('ada@acme.com')
    expect(await machine.run(plan)).toMatch(/^Plan +business, before free$/m)
    git('init', '--quiet', '--initial-branch=main')
    for (const number of [1, 2]) git('commit', '--quiet', '--allow-empty', '--message', `Change ${number} (#${number})`)
    expect(await machine.run(importGit)).toContain('acme/api: 2 new commits')
    keys = { ingest: await createKey('ingest'), read: await createKey('read') }
  })
})

describe('docs/pipelines.md, packages/report/README.md, docs/webhook.md, docs/api.md', () => {
  const reported: string[] = []

  beforeAll(() => {
    const files = { 'deploy.sh': '#!/bin/sh\necho deployed\n', 'package.json': '{"scripts":{"deploy":"./deploy.sh"}}' }
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(clone, name), text, { mode: 0o755 })
    symlinkSync(path.join(machine.checkout, 'packages'), path.join(clone, 'packages'))
    copyFileSync(path.join(clone, 'packages/report/report.sh'), path.join(clone, 'report.sh'))
  })

  it.each([...shellBlocksOf('docs/pipelines.md'), ...shellBlocksOf('packages/report/README.md')])(
    '$at reports',
    async (block) => {
      const program = await (await fetch(`${url}/report.sh`)).text()
      const settings = {
        LEADLINE_URL: url,
        LEADLINE_API_KEY: keys.ingest,
        LEADLINE_STATUS: 'success',
        LEADLINE_DEPLOYMENT_ID: block.at,
        LEADLINE_REPORT_SHA256: createHash('sha256').update(program).digest('hex'),
      }
      const printed = await machine.run(block, { in: clone, settings })
      expect(printed).toContain('leadline: recorded: api to production, success')
      if (block.text.includes('deploy')) expect(printed).toContain('deployed\n')
      reported.push(printed.trim())
    },
  )

  it('every report is a deployment', async () => {
    const stored = await machine.deployments()
    expect(stored).toHaveLength(reported.length)
    expect(JSON.stringify(stored)).not.toContain('in_progress')
  })

  it('the first report says what it shipped, as README.md shows it', () => {
    const shown = blocksOf('README.md')
      .find(({ language }) => language === '')
      ?.text.trim()
    expect(reported[0]?.replace(/request [\w-]+/, 'request 5e0c…')).toBe(shown)
  })

  it('many events at once, an incident, a metric and a risk are answered', async () => {
    const [metric, risk, incident] = shellBlocksOf('docs/api.md')
    const [batch] = shellBlocksOf('docs/webhook.md')
    const GIT_COMMIT = git('rev-parse', 'HEAD')
    const times = { startedAt: '2026-11-02T10:00:00Z', completedAt: '2026-11-02T10:05:00Z' }
    const event = { service: 'api', environment: 'production', status: 'success', commitSha: GIT_COMMIT, ...times }
    const events = ['build-811', 'build-812'].map((deploymentId) => JSON.stringify({ deploymentId, ...event }))
    writeFileSync(path.join(clone, 'events.ndjson'), events.join('\n'))
    const answer = async (block: Block | undefined, key: string) =>
      JSON.parse(await machine.run(block, { in: clone, settings: { LEADLINE_API_KEY: key, GIT_COMMIT } }))
    expect(await answer(batch, keys.ingest)).toMatchObject({ stored: 2, refused: 0 })
    expect(await answer(incident, keys.ingest)).toMatchObject({ action: 'created', tiedTo: expect.any(Number) })
    expect(await answer(metric, keys.read)).toMatchObject({ slug: 'lead-time', value: expect.any(Number) })
    expect(await answer(risk, keys.read)).toBe(true)
  })
})

describe('docs/operations.md, docs/upgrading.md, docs/summaries.md, docs/deploying.md', () => {
  const [systemd, compose, kubernetes] = shellBlocksOf('docs/deploying.md')

  it('two processes take events next to that with pages', async () => {
    const [ingest] = shellBlocksOf('docs/operations.md')
    await machine.run(ingest)
    expect(await machine.ready('3000', '3001', '3002')).toEqual([200, 200, 200])
    await machine.stopServers()
  })

  it('a new version is pulled, started and found well', async () => {
    const [upgrade] = shellBlocksOf('docs/upgrading.md')
    const printed = await machine.run(upgrade, { settings: { PORT: machine.here('3000') } })
    expect(printed).toContain('Already up to date.')
    expect(printed).toMatch(/^Migrations +ok:/m)
    expect(statSync(machine.here('/backups/before-upgrade.backup')).size).toBeGreaterThan(1_000)
    expect(await machine.ready('3000')).toEqual([200])
  })

  it.each(shellBlocksOf('docs/summaries.md'))('$at: lines of .env are understood', async (block) => {
    await machine.run(block)
    const file = path.join(machine.checkout, '.env')
    writeFileSync(file, machine.here(block.text))
    expect(await machine.leadline('doctor')).toMatch(/^Settings +ok:/m)
    rmSync(file)
  })

  it('files are where systemd looks for them', async () => {
    await machine.run(systemd)
    expect(statSync(machine.here('/etc/leadline/leadline.env')).mode & 0o777).toBe(0o600)
    expect(readdirSync(machine.here('/etc/systemd/system'))).toContain('leadline.service')
  })

  it('Compose has its secrets', async () => {
    const checkout = machine.here('/opt/leadline')
    await machine.run(compose, { in: checkout })
    const env = readFileSync(path.join(checkout, '.env'), 'utf8')
    expect(env.match(/^(POSTGRES_PASSWORD|NEXTAUTH_SECRET|ENCRYPTION_KEY)=[0-9a-f]{64}$/gm)).toHaveLength(3)
    await machine.run(kubernetes)
  })
})

it('every other block is one that is not run', async () => {
  const before = (await machine.ran()).blocks
  const others = documents
    .filter((document) => !elsewhere.includes(document))
    .flatMap(shellBlocksOf)
    .filter(({ at }) => !before.includes(at))
  expect(others.map(({ at }) => at.split(':')[0])).toEqual([
    ...shellBlocksOf('docs/benchmarks.md').map(() => 'docs/benchmarks.md'),
    ...shellBlocksOf('docs/guarantees.md').map(() => 'docs/guarantees.md'),
  ])
  for (const block of others) expect(await machine.run(block)).toBe('')
  const { notRun: met } = await machine.ran()
  expect(met).toEqual(
    Object.keys(notRun)
      .filter((words) => notRun[words] !== 'needs Citus')
      .sort(),
  )
})
