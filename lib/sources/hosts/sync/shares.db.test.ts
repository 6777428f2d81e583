import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { never } from '@/lib/db/transaction'
import type { Repository } from '@/lib/generated/prisma/client'
import { createTokenConnection } from '@/lib/sources/connections/create-token'
import { createTenant } from '@/lib/testing/factories'
import type { GithubServer } from '@/lib/testing/github-server'
import { createHostRepository, readerOfServer, readSync, startGithub, writeChanges } from '@/lib/testing/github-sync'
import type { StandInRepository } from '@/lib/testing/github-world'
import type { HostCommit, HostReader } from '../model'
import { claimDueSync, claimSync } from './claim'
import { requestSync } from './request'
import { runSync } from './run'
import { createPlaces, runDueSyncs } from './worker'

const length = 60

let server: GithubServer
let at: StandInRepository

beforeEach(async () => {
  const github = await startGithub()
  server = github.server
  at = github.at
  server.maxPerPage = 10
  writeChanges(at, length)
})

afterEach(async () => {
  vi.useRealTimers()
  await db().prisma.repository.updateMany({ data: { monitored: false } })
  await server.stop()
  at.git.remove()
})

async function connect(...fullNames: string[]): Promise<Repository[]> {
  const organizationId = (await createTenant()).organization.id
  const access = { host: 'github', baseUrl: server.url, token: server.token } as const
  const { id: connectionId } = await createTokenConnection(operatorOf(organizationId), access)
  const repositories: Repository[] = []
  for (const [index, fullName] of fullNames.entries()) {
    const { id } = await createHostRepository(organizationId, { ...at, fullName, id: at.id + index })
    const where = { organizationId_id: { organizationId, id } }
    repositories.push(await db().prisma.repository.update({ where, data: { connectionId } }))
    await requestSync(organizationId, id)
  }
  return repositories
}

const idOf = (repository: Repository | undefined) => repository?.id ?? 0
const pagesOf = (kind: string) => server.requests.filter((request) => request.kind === kind)

describe('a place', () => {
  it('goes to the organization that has the fewest, however long others wait', async () => {
    const many = await connect('acme/a', 'acme/b', 'acme/c')
    const [one] = await connect('acme/api')
    const claimed: (number | undefined)[] = []
    for (let places = 0; places < 3; places += 1) claimed.push((await claimDueSync())?.repositoryId)
    expect(claimed).toEqual([idOf(many[0]), idOf(one), idOf(many[1])])
    expect((await claimDueSync())?.repositoryId).toBe(idOf(many[2]))
  })

  it('is kept for other organizations where there are any, when one has two of a process', async () => {
    const many = await connect('acme/a', 'acme/b', 'acme/c', 'acme/d')
    const organizationId = many[0]?.organizationId ?? 0
    await db().prisma.organization.deleteMany({ where: { id: { not: organizationId } } })
    const alone = createPlaces()
    for (const claim of await Promise.all([alone.take(), alone.take(), alone.take()])) expect(claim).not.toBeNull()
    await db().prisma.repositorySync.updateMany({ data: { state: 'queued' } })

    await createTenant()
    const places = createPlaces()
    const claims = await Promise.all([places.take(), places.take(), places.take()])
    expect(claims.map((claim) => claim?.organizationId)).toEqual([organizationId, organizationId, undefined])
    const [other] = await connect('acme/api')
    expect((await places.take())?.repositoryId).toBe(idOf(other))
    expect(await places.take()).toBeNull()
    if (claims[0]) places.giveBack(claims[0])
    expect((await places.take())?.organizationId).toBe(organizationId)
  })

  it('is kept from organizations whose hosts take long, but for two that they share', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const slow = [await connect('a/1', 'a/2', 'a/3'), await connect('b/1', 'b/2', 'b/3')].flat()
    const places = createPlaces()
    const claims = [await places.take(), await places.take(), await places.take(), await places.take()]
    vi.advanceTimersByTime(60_001)
    expect(await places.take()).toBeNull()
    const [quick] = await connect('c/1')
    expect((await places.take())?.repositoryId).toBe(idOf(quick))
    for (const claim of claims.slice(0, 3)) if (claim) places.giveBack(claim)
    expect(slow.map(({ organizationId }) => organizationId)).toContain((await places.take())?.organizationId)
    expect(await places.take()).toBeNull()
  })

  it('is there for an organization that has none, while hosts of others keep the usual five', async () => {
    await connect('a/1', 'a/2', 'a/3')
    await connect('b/1', 'b/2', 'b/3')
    await connect('c/1', 'c/2', 'c/3')
    const places = createPlaces()
    const take = async () => (await places.take())?.organizationId
    const first = [await take(), await take(), await take(), await take(), await take()]
    expect(new Set(first).size).toBe(3)
    expect(await take()).toBeUndefined()
    const [quick] = await connect('d/1', 'd/2')
    expect(await take()).toBe(quick?.organizationId)
    expect(await take()).toBeUndefined()
  })

  it('is given back at the next page after five minutes, and what else is due comes first', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const [slow] = await connect('acme/slow')
    const [other] = await connect('acme/api')
    const [slowId, otherId] = [idOf(slow), idOf(other)]
    const stored = async (repositoryId: number) => db().prisma.commit.count({ where: { repositoryId } })
    const seen: number[][] = []
    server.onRequest = ({ kind }) => {
      if (kind !== 'commits') return undefined
      if (pagesOf('commits').length === 3) vi.advanceTimersByTime(5 * 60_000)
      if (pagesOf('commits').length !== 4) return undefined
      return { after: Promise.all([stored(slowId), stored(otherId)]).then((counts) => void seen.push(counts)) }
    }
    expect(await runDueSyncs(never)).toBe(3)
    expect(seen).toEqual([[30, 0]])
    expect([await stored(slowId), await stored(otherId)]).toEqual([length, length])
    expect(pagesOf('commits')).toHaveLength(12)
    expect(await readSync(slow?.organizationId ?? 0, slowId)).toMatchObject({ state: 'done', problem: null })
  })
})

describe('a host from which commits are gone', () => {
  it('gives its place back after five minutes as well', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    at.git.write([{ id: length + 1, parents: [1] }], { 'refs/heads/side': length + 1 })
    await connect('acme/slow')
    const [other] = await connect('acme/api')
    const running: number[] = []
    const noteRunning = async () => {
      const syncs = await db().prisma.repositorySync.findMany({
        where: { state: 'running', repository: { monitored: true } },
      })
      running.push(...syncs.map(({ repositoryId }) => repositoryId))
    }
    server.onRequest = ({ kind }) => {
      if (kind !== 'commits' || pagesOf('commits').length > 2) return undefined
      if (pagesOf('commits').length === 2) return { after: noteRunning() }
      vi.advanceTimersByTime(5 * 60_000)
      return { status: 404 }
    }
    expect(await runDueSyncs(never)).toBe(3)
    expect(running).toEqual([idOf(other)])
  })
})

describe('a host that goes on without end', () => {
  it.each([
    ['pull requests', 50_000],
    ['commits', 200_000],
  ])('is read no further after so many pages of %s', async (kind, max) => {
    const [repository] = await connect('acme/api')
    const [id, organizationId] = [idOf(repository), repository?.organizationId ?? 0]
    const run = async () => runSync(await claimSync(organizationId, id), async () => readerOfServer(server), stop)
    const stop = never
    server.onRequest = (request) => {
      if (request.kind === kind && pagesOf(kind).length === 3) return { status: 401 }
    }
    await expect(run()).rejects.toThrow('does not accept')
    const where = { organizationId_repositoryId: { organizationId, repositoryId: id } }
    const counted = await db().prisma.repositorySync.findUniqueOrThrow({ where })
    expect(counted.cursor).toMatchObject({ pages: 2 })
    server.onRequest = () => undefined
    const cursor = { ...Object(counted.cursor), pages: max - 1 }
    await db().prisma.repositorySync.update({ where, data: { cursor } })
    server.requests.length = 0
    await expect(run()).rejects.toMatchObject({ kind: 'access', message: expect.stringContaining(`pages of ${kind}`) })
    expect(pagesOf(kind)).toHaveLength(1)
    expect(await readSync(organizationId, id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining(kind),
    })
  })

  it.each(['readRepository', 'readPullRequests', 'readTips', 'readCommits'] as const)(
    'is read no further by %s when its sync has ended',
    async (name) => {
      const [repository] = await connect('acme/api')
      const claim = await claimSync(repository?.organizationId ?? 0, idOf(repository))
      const stop = new AbortController()
      const signals: unknown[] = []
      const endless = (...parameters: unknown[]) => {
        signals.push(parameters.at(-1))
        stop.abort()
        return new Promise<never>(() => {})
      }
      const hostile: HostReader = { ...readerOfServer(server), [name]: endless }
      await expect(runSync(claim, async () => hostile, stop.signal)).rejects.toThrow('aborted')
      expect(signals).toMatchObject([{ aborted: true }])
    },
  )

  it('is read no further when it names ever more parents', async () => {
    const [repository] = await connect('acme/api')
    const [id, organizationId] = [idOf(repository), repository?.organizationId ?? 0]
    const real = readerOfServer(server)
    let read = 0
    const sha = (number: number) => number.toString(16).padStart(40, '0')
    const commitOf = (number: number): HostCommit => ({
      sha: sha(number),
      parents: Array.from({ length: 100 }, (_, index) => sha(1_000_000 + number * 100 + index)),
      authorName: '',
      authoredAt: new Date(0),
      committedAt: new Date(0),
      pullRequestNumber: null,
    })
    const hostile: HostReader = {
      ...real,
      readCommits: async () => {
        read += 1
        const items = Array.from({ length: 100 }, (_, index) => commitOf(read * 100 + index))
        return { items, next: String(read), total: null }
      },
    }
    const claim = await claimSync(organizationId, id)
    await expect(runSync(claim, async () => hostile, never)).rejects.toThrow('Leadline reads no further')
    expect(read).toBe(6)
  })
})
