import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import type { Repository } from '@/lib/generated/prisma/client'
import { deploy, linkAllDue } from '@/lib/testing/deploy'
import type { Tenant } from '@/lib/testing/factories'
import { keyOf } from '@/lib/testing/factories'
import type { GithubServer } from '@/lib/testing/github-server'
import { connectTo, readSync, startHistory } from '@/lib/testing/github-sync'
import type { StandInRepository } from '@/lib/testing/github-world'
import { claimDueSync } from './claim'
import { requestSync } from './request'
import { runDueSyncs, startSyncWorker, stopSyncWorker } from './worker'

let server: GithubServer
let at: StandInRepository
let repository: Repository
let tenant: Tenant

beforeEach(async () => {
  const history = await startHistory(2)
  ;({ server, at, tenant } = history)
  repository = await connectTo(server, history.repository)
  server.requests.length = 0
  return history.stop
})

afterEach(async () => {
  await db().prisma.repository.updateMany({ data: { monitored: false } })
})

const request = () => requestSync(repository.organizationId, repository.id)
const view = () => readSync(repository.organizationId, repository.id)
const run = () => runDueSyncs(never)
const countCommits = () => db().prisma.commit.count({ where: { repositoryId: repository.id } })
const problem = async () =>
  (await db().prisma.hostConnection.findFirstOrThrow({ where: { id: repository.connectionId ?? 0 } })).problem

const finishAnHourAgo = (syncs: { organizationId: number; repositoryId: number }[]) =>
  db().prisma.repositorySync.updateMany({
    where: { OR: syncs },
    data: { state: 'done', finishedAt: new Date(Date.now() - 3_601_000) },
  })

describe('runDueSyncs', () => {
  it('waits for no sync that someone holds, and looks again at all others', async () => {
    await request()
    await run()
    const other = await startHistory(1)
    const { organizationId, id } = await connectTo(other.server, other.repository)
    await requestSync(organizationId, id)
    await run()
    const held = { organizationId: repository.organizationId, repositoryId: repository.id }
    await finishAnHourAgo([held, { organizationId, repositoryId: id }])
    await inTransaction(db().linking, never, async (client) => {
      await client.query('UPDATE repository_syncs SET attempts = attempts WHERE repository_id = $1', [repository.id])
      await client.query("SET LOCAL statement_timeout = '20s'")
      expect(await run()).toBe(1)
      expect(await readSync(organizationId, id)).toMatchObject({ state: 'done' })
    })
    expect(await run()).toBe(1)
    await other.stop()
  })

  it('reads through the connection what is due, once', async () => {
    await request()
    expect(await run()).toBe(1)
    expect(await run()).toBe(0)
    expect(await view()).toMatchObject({ state: 'done' })
    expect(await countCommits()).toBe(2)
  })

  it('runs no repository twice at once', async () => {
    await request()
    const counts = await Promise.all(Array.from({ length: 4 }, run))
    expect(counts.reduce((a, b) => a + b)).toBe(1)
    expect(server.requests.filter(({ kind }) => kind === 'commits')).toHaveLength(1)
  })

  it('gives the place back before what became known is linked', async () => {
    const { shown } = await deploy(tenant, { service: 'backend', commitSha: at.git.sha(2) })
    Object.assign(at, { fullName: 'acme/backend' })
    const reason = async () => (await getDeployment(repository.organizationId, shown.deploymentId)).reason
    await request()
    await inTransaction(db().people, never, async (client) => {
      await client.query('SELECT FROM deployments WHERE id = $1 FOR NO KEY UPDATE', [shown.id])
      expect(await run()).toBe(1)
      expect(await view()).toMatchObject({ state: 'done' })
      expect(await reason()).toBe(shown.reason)
    })
    await linkAllDue()
    expect(await reason()).toBeNull()
  }, 60_000)

  it('notes on the connection what is wrong with it, and when it is right again', async () => {
    server.onRequest = () => ({ status: 401 })
    await request()
    await run()
    expect(await view()).toMatchObject({ state: 'failed', problem: expect.stringContaining('does not accept') })
    expect(await problem()).toContain('does not accept')
    expect(await run()).toBe(0)
    server.onRequest = () => undefined
    await request()
    await run()
    expect(await view()).toMatchObject({ state: 'done', problem: null })
    expect(await problem()).toBeNull()
  })

  it('leaves a repository alone that is not monitored', async () => {
    await db().prisma.repository.updateMany({ where: { id: repository.id }, data: { monitored: false } })
    await request()
    expect(await run()).toBe(0)
    expect(await view()).toMatchObject({ state: 'queued' })
  })

  it('waits until it is due', async () => {
    await request()
    const notBefore = new Date(Date.now() + 3_600_000)
    await db().prisma.repositorySync.update({
      where: { organizationId_repositoryId: keyOf(repository) },
      data: { notBefore },
    })
    expect(await run()).toBe(0)
  })

  it('waits longer each time that a process ended while it ran a sync', async () => {
    await request()
    const where = { organizationId_repositoryId: keyOf(repository) }
    const leave = async (minutesAgo: number) => {
      const leasedUntil = new Date(Date.now() - minutesAgo * 60_000)
      await db().prisma.repositorySync.update({ where, data: { state: 'running', leasedUntil } })
    }
    const claims: (number | null)[] = []
    for (const minutesAgo of [0.1, 0.5, 1.1, 2.5, 3.1, 6.5, 7.1]) {
      await leave(minutesAgo)
      claims.push((await claimDueSync())?.attempts ?? null)
    }
    expect(claims).toEqual([1, null, 2, null, 3, null, 4])
  })

  it('takes over what a killed process left, and looks again at what was up to date an hour ago', async () => {
    await request()
    await run()
    const where = { organizationId_repositoryId: keyOf(repository) }
    await db().prisma.repositorySync.update({ where, data: { state: 'running', leasedUntil: new Date(0) } })
    expect(await run()).toBe(1)
    const finishedAt = new Date(Date.now() - 3_601_000)
    await db().prisma.repositorySync.update({ where, data: { finishedAt } })
    expect(await run()).toBe(1)
    const answers = server.requests.filter(({ kind }) => kind === 'tips').map(({ status }) => status)
    expect(answers).toEqual([200, 200, 304, 304, 304, 304])
  })
})

it('the worker of a process starts at once what is requested there, and ends when it is told to', async () => {
  startSyncWorker()
  await request()
  await expect.poll(async () => (await view())?.state, { timeout: 20_000 }).toBe('done')
  await stopSyncWorker()
  at.git.write([{ id: 3, parents: [2] }], { 'refs/heads/main': 3 })
  await request()
  expect(await view()).toMatchObject({ state: 'queued' })
})
