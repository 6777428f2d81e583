import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '@/e2e/support/servers'
import { blocksOf, readDocument, shellBlocksOf } from '@/lib/testing/documentation'
import { deploymentBody } from '@/lib/testing/factories'
import { type InstalledPostgres, startInstalledPostgres } from '@/lib/testing/installed-postgres'
import { pgbouncerPrepares, runPgbouncer } from '@/lib/testing/pgbouncer'
import { ensureRedisServer } from '@/lib/testing/redis-server'
import { type Machine, notRun, openMachine } from '@/scripts/testing/documented-machine'

const guide = 'docs/scale.md'
const [build, roles, move, serve, examine, replicate, citus, distribute, back] = shellBlocksOf(guide)
const [backup, restore, restoreShared, dump, exportOrganization] = shellBlocksOf('docs/backup.md')

let machine: Machine
let postgres: InstalledPostgres
let stopPgbouncer = async () => {}
let settings: Record<string, string>
let token: string

/** What the guide says in the words that the pattern has in parentheses. */
const said = (pattern: RegExp) => machine.here(pattern.exec(readDocument(guide))?.[1] ?? '')
const postTo = async (port: string) =>
  (await post(`http://localhost:${machine.here(port)}`, token, deploymentBody())).status

beforeAll(async () => {
  machine = await openMachine()
  settings = { PORT: machine.here('3000'), NEXTAUTH_URL: machine.here('https://leadline.example.com') }
  postgres = await startInstalledPostgres(machine.here('5432'))
  for (const name of ['createdb', 'pg_basebackup', 'pg_ctl', 'pg_dump', 'pg_restore', 'psql'])
    await machine.addProgram(name, path.join(postgres.programs, name))
  const redis = execFileSync('which', [ensureRedisServer()], { encoding: 'utf8' }).trim()
  await machine.addProgram('redis-server', redis)
})

afterAll(async () => {
  await machine.remove()
  await stopPgbouncer()
  await postgres.stop('standby')
  await postgres.remove()
})

describe('one process', () => {
  it('takes an event', async () => {
    await machine.run(build, { settings })
    await machine.leadline('org create --slug acme --name Acme')
    token = JSON.parse(await machine.leadline('key create --org acme --name ci --json')).key
    expect(await postTo('3000')).toBe(201)
  })

  it('is written to a file while it serves, and restored to another folder', async () => {
    await machine.run(backup)
    expect(statSync(machine.here('/backups/leadline-2026-11-26.backup')).mode & 0o777).toBe(0o600)
    await machine.run(restore, { settings: { PORT: machine.here('3001') } })
    expect(await machine.ready('3000', '3001')).toEqual([200, 200])
    const LEADLINE_DATA_DIR = machine.here('/srv/leadline-restored')
    expect(await machine.deployments({ LEADLINE_DATA_DIR })).toEqual(await machine.deployments())
  })

  it('exports an organization', async () => {
    await machine.run(exportOrganization)
    const file = readFileSync(path.join(machine.checkout, 'acme.ndjson.gz'))
    const lines = gunzipSync(file).toString().trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ format: 'leadline organization 1', organization: 'acme' })
    expect(lines.filter((line) => line.startsWith('{"table" : "deployments"'))).toHaveLength(1)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ rows: { deployments: 1 } })
    await machine.stopServers()
  })
})

describe('several processes', () => {
  it('the data moves to a Postgres behind PgBouncer', async () => {
    await machine.run(roles, { in: postgres.folder, settings: postgres.settings })
    const folder = path.join(machine.root, 'pgbouncer')
    mkdirSync(folder)
    const ini = blocksOf(guide).find(({ language }) => language === 'ini')?.text ?? ''
    const more = pgbouncerPrepares() ? said(/Add `(max_prepared_statements = \d+)`/) : ''
    writeFileSync(path.join(folder, 'pgbouncer.ini'), `${machine.here(ini)}${more}\n`)
    writeFileSync(path.join(folder, 'users.txt'), `${said(/with a line `("leadline" "[^`]+)`/)}\n`)
    stopPgbouncer = await runPgbouncer(path.join(folder, 'pgbouncer.ini'))
    const before = await machine.deployments()
    await machine.run(move)
    expect(await machine.deployments()).toEqual(before)
  })

  it('three processes take events, and share a Redis', async () => {
    await machine.run(serve, { settings })
    expect(await machine.ready('3000', '3001', '3002')).toEqual([200, 200, 200])
    expect(await Promise.all(['3000', '3001', '3002'].map(postTo))).toEqual([201, 201, 201])
    const found = await machine.run(examine)
    expect(found).toMatch(/^Redis +ok:/m)
    expect(found).toMatch(/^Database +ok:/m)
  })

  it('a replica is read from', async () => {
    const { folder, account } = postgres
    await machine.run(replicate, { in: folder, account })
    await machine.stopServers()
    const line = said(/Add `(DATABASE_REPLICA_URL=[^`]+)` to `.env`/)
    appendFileSync(path.join(machine.checkout, '.env'), `${line}\n`)
    await machine.run(serve, { settings })
    expect(await machine.run(examine)).toMatch(/^Replica +ok:/m)
  })

  it('a backup leads back to one process', async () => {
    await machine.run(back)
    const alone = { DATABASE_URL: '', DATABASE_REPLICA_URL: '', LEADLINE_DATA_DIR: machine.here('/srv/leadline-back') }
    expect(await machine.deployments(alone)).toEqual(await machine.deployments())
  })

  it('a shared database is restored by leadline and by pg_restore', async () => {
    const DATABASE_URL = `postgresql://leadline:secret-of-leadline@127.0.0.1:${machine.here('5432')}/leadline`
    const restored = { DATABASE_URL: `${DATABASE_URL}_restored`, DATABASE_REPLICA_URL: '' }
    const asSuperuser = { settings: { ...postgres.settings, DATABASE_URL } }
    await machine.run(restoreShared, asSuperuser)
    expect(await machine.deployments(restored)).toHaveLength(1)
    await machine.run({ at: 'psql', language: 'sh', text: 'psql -c "DROP DATABASE leadline_restored"' }, asSuperuser)
    await machine.run(dump, asSuperuser)
    expect(await machine.deployments(restored)).toEqual(await machine.deployments())
  })
})

it('every block was run but those that need Citus', async () => {
  for (const block of [citus, distribute]) expect(await machine.run(block)).toBe('')
  const { blocks, notRun: met } = await machine.ran()
  const all = [guide, 'docs/backup.md'].flatMap(shellBlocksOf)
  expect(all.map(({ at }) => at).filter((at) => !blocks.includes(at))).toEqual([])
  expect(met.filter((words) => words !== 'npm ci')).toEqual(
    Object.keys(notRun)
      .filter((words) => notRun[words] === 'needs Citus')
      .sort(),
  )
})
