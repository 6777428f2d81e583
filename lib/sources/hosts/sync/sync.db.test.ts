import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import type { Repository } from '@/lib/generated/prisma/client'
import { maxGraphSize } from '@/lib/sources/hosts/check-graph-size'
import { HostError } from '@/lib/sources/hosts/model'
import { createTenant, keyOf, type Tenant } from '@/lib/testing/factories'
import type { GithubServer } from '@/lib/testing/github-server'
import { readSync, startHistory, syncNow } from '@/lib/testing/github-sync'
import { type StandInRepository, standInPullRequest } from '@/lib/testing/github-world'
import { claimSync } from './claim'
import { requestSync } from './request'

const length = 60

let server: GithubServer
let at: StandInRepository
let tenant: Tenant
let repository: Repository

beforeEach(async () => {
  const history = await startHistory(length, 10)
  ;({ server, at, tenant, repository } = history)
  return history.stop
})

const pagesOf = (kind: string) => server.requests.filter((request) => request.kind === kind)
const countCommits = () => db().prisma.commit.count({ where: { repositoryId: repository.id } })
const countPullRequests = () => db().prisma.pullRequest.count({ where: { repositoryId: repository.id } })
const view = () => readSync(tenant.organization.id, repository.id)

/** What a killed process leaves: the lease runs out. */
async function endLease(): Promise<void> {
  await db().prisma.repositorySync.update({
    where: { organizationId_repositoryId: keyOf(repository) },
    data: { state: 'running', leasedUntil: new Date(0), notBefore: new Date() },
  })
}

describe('a first sync', () => {
  it('reads everything and reports its progress', async () => {
    expect(await view()).toBeNull()
    expect(await syncNow(repository, server)).toEqual({ commits: length, pullRequests: length })
    expect([await countCommits(), await countPullRequests()]).toEqual([length, length])
    expect(await view()).toMatchObject({ state: 'done', phase: null, problem: null, finishedAt: expect.any(Date) })
    const stored = await db().prisma.repository.findFirstOrThrow({ where: { id: repository.id } })
    expect(stored).toMatchObject({ webUrl: 'https://github.example/acme/api', importedAt: expect.any(Date) })
  })

  it.each(['pull requests', 'commits'])('that is killed among %s goes on at the page it was at', async (kind) => {
    server.onRequest = (request) => {
      if (request.kind === kind && pagesOf(kind).length === 4) return { status: 401 }
    }
    await expect(syncNow(repository, server)).rejects.toThrow(HostError)
    expect(await view()).toMatchObject({ phase: kind, done: 30, total: length })
    await endLease()
    server.onRequest = () => undefined
    await syncNow(repository, server)
    expect([await countCommits(), await countPullRequests()]).toEqual([length, length])
    const read = pagesOf(kind).map(({ variables }) => variables.after)
    expect(new Set(read.slice(0, 7)).size).toBe(6)
    expect(read.slice(7)).toEqual([])
    expect(await view()).toMatchObject({ state: 'done' })
  })

  it('that is told to stop leaves the rest to the next one', async () => {
    const stop = new AbortController()
    server.onRequest = ({ kind }) => {
      if (kind === 'commits' && pagesOf('commits').length === 3) stop.abort()
      return undefined
    }
    await expect(syncNow(repository, server, stop.signal)).rejects.toThrow()
    expect(await countCommits()).toBe(20)
    expect(await view()).toMatchObject({ state: 'queued', problem: null })
    expect(await syncNow(repository, server)).toEqual({ commits: 40, pullRequests: 0 })
  })

  it('finds its commits again after the branch it read was replaced', async () => {
    server.onRequest = ({ kind }) => {
      if (kind === 'commits' && pagesOf('commits').length === 3) return { status: 401 }
    }
    await expect(syncNow(repository, server)).rejects.toThrow(HostError)
    server.onRequest = ({ variables }) => (variables.oid === at.git.sha(length) ? { status: 404 } : undefined)
    at.git.git('update-ref', 'refs/heads/main', at.git.sha(50))
    await syncNow(repository, server)
    expect(await countCommits()).toBe(length)
  })
})

describe('a later sync', () => {
  beforeEach(async () => {
    await syncNow(repository, server)
    server.requests.length = 0
  })

  it('requests what changed since, and no more', async () => {
    at.git.write([{ id: 61, parents: [60], message: 'Change 61 (#61)' }], { 'refs/heads/main': 61 })
    at.pullRequests.push(standInPullRequest(61, at.git.sha(61), at.git.sha(61), 1_700_009_000))
    expect(await syncNow(repository, server)).toEqual({ commits: 1, pullRequests: 1 })
    expect(pagesOf('pull requests')).toHaveLength(1)
    expect(pagesOf('commits')).toHaveLength(1)
    const [known] = await db().prisma.commit.findMany({ where: { sha: at.git.sha(61), repositoryId: repository.id } })
    expect(known).toMatchObject({ pullRequestNumber: 61, generation: 1_700_000_000n + 61n * 60n })
  })

  it('finds an old pull request that was changed meanwhile', async () => {
    Object.assign(at.pullRequests[4] ?? {}, { title: 'Renamed', updatedAt: '2026-03-01T00:00:00Z' })
    expect(await syncNow(repository, server)).toEqual({ commits: 0, pullRequests: 1 })
    const [renamed] = await db().prisma.pullRequest.findMany({ where: { repositoryId: repository.id, number: 5 } })
    expect(renamed?.title).toBe('Renamed')
  })

  it('reads no further once the commits and their parents are more than fit in memory', async () => {
    const where = { organizationId_repositoryId: keyOf(repository) }
    const { cursor } = await db().prisma.repositorySync.findUniqueOrThrow({ where })
    expect(cursor).toMatchObject({ graphSize: 2 * length - 1 })
    const data = { cursor: { ...Object(cursor), graphSize: maxGraphSize + 1 } }
    await db().prisma.repositorySync.update({ where, data })
    await syncNow(repository, server)
    at.git.write([{ id: 61, parents: [60] }], { 'refs/heads/main': 61 })
    const message = expect.stringContaining('more than 5,000,000')
    await expect(syncNow(repository, server)).rejects.toMatchObject({ kind: 'access', message })
    expect(pagesOf('commits')).toEqual([])
  })
})

describe('who may run it', () => {
  it('is one process at a time', async () => {
    const claims = await Promise.allSettled(
      Array.from({ length: 8 }, () => claimSync(tenant.organization.id, repository.id)),
    )
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is another one once the lease has ended, and the first can store nothing more', async () => {
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const requested = new Promise<void>((resolve) => {
      server.onRequest = ({ kind }) => {
        if (kind !== 'commits' || pagesOf('commits').length > 1) return undefined
        resolve()
        return { after: held }
      }
    })
    const first = syncNow(repository, server)
    first.catch(() => undefined)
    await requested
    await endLease()
    expect(await syncNow(repository, server)).toMatchObject({ commits: length })
    goOn()
    await expect(first).rejects.toThrow('Another process')
    expect(await view()).toMatchObject({ state: 'done' })
  })
})

describe('requestSync', () => {
  const request = () => requestSync(tenant.organization.id, repository.id)

  it('queues, and requests one more while one is running', async () => {
    await request()
    expect(await view()).toMatchObject({ state: 'queued' })
    server.onRequest = ({ kind }) => {
      return kind === 'tips' ? { after: request() } : undefined
    }
    await syncNow(repository, server)
    expect(await view()).toMatchObject({ state: 'queued', finishedAt: expect.any(Date) })
  })

  it('queues again what has failed', async () => {
    server.onRequest = () => ({ status: 401 })
    await expect(syncNow(repository, server)).rejects.toThrow()
    expect(await view()).toMatchObject({ state: 'failed', problem: expect.stringContaining('credentials') })
    await request()
    expect(await view()).toMatchObject({ state: 'queued' })
  })

  it('keeps the pause that the host requested', async () => {
    server.onRequest = () => ({ status: 429, limit: 900 })
    await expect(syncNow(repository, server)).rejects.toThrow()
    const paused = await view()
    expect(paused).toMatchObject({ state: 'queued', problem: expect.stringContaining('limits') })
    await request()
    expect(await view()).toEqual(paused)
  })

  it('knows nothing of the repositories of others', async () => {
    const other = (await createTenant()).organization.id
    await expect(requestSync(other, repository.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(claimSync(other, repository.id)).rejects.toMatchObject({ code: 'not_found' })
    await request()
    expect(await readSync(other, repository.id)).toBeNull()
  })
})
