import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { addByteCounts, dayOf } from '@/lib/accounts/stored-bytes/add'
import { db } from '@/lib/db/db'
import type { Repository } from '@/lib/generated/prisma/client'
import { keyOf } from '@/lib/testing/factories'
import type { GithubFault, GithubServer } from '@/lib/testing/github-server'
import { startHistory, syncNow } from '@/lib/testing/github-sync'
import type { StandInRepository } from '@/lib/testing/github-world'

const length = 25

let server: GithubServer
let at: StandInRepository
let repository: Repository

beforeEach(async () => {
  const history = await startHistory(length, 10)
  ;({ server, at, repository } = history)
  return history.stop
})

/** Lets the second page of each kind fail so many times. */
function failSecondPages(fault: GithubFault, times: number): void {
  const left = new Map<string, number>()
  server.onRequest = ({ kind, variables }) => {
    if (!variables.after || kind === 'files' || (left.get(kind) ?? times) === 0) return undefined
    left.set(kind, (left.get(kind) ?? times) - 1)
    return fault
  }
}

async function stored() {
  const where = { repositoryId: repository.id }
  const pullRequests = await db().prisma.pullRequest.findMany({ where, orderBy: { number: 'asc' } })
  return {
    commits: await db().prisma.commit.count({ where }),
    pullRequests: pullRequests.map(({ number, paths }) => [number, paths.length]),
  }
}

const everything = {
  commits: length,
  pullRequests: Array.from({ length }, (_, index) => [index + 1, (index + 1) % 20 === 7 ? 230 : 2]),
}

it.each<[string, GithubFault]>([
  ['a secondary limit of seconds', { status: 403, limit: 5 }],
  ['429 with seconds to wait', { status: 429, limit: 5 }],
  ['a limit in the answer of GraphQL', { graphqlLimit: 900 }],
  ['502', { status: 502 }],
  ['a page that was cut off', { cutOff: true }],
  ['a connection that breaks off', { brokenOff: true }],
  ['items that come twice', { items: 'twice' }],
  ['items the other way round', { items: 'reversed' }],
])('%s loses nothing and stores nothing twice', async (_name, fault) => {
  failSecondPages(fault, 1)
  // What is left for later goes on when it is due.
  const goOn = () => syncNow(repository, server)
  await goOn().catch(goOn).catch(goOn)
  expect(await stored()).toEqual(everything)
})

it.each<[string, GithubFault, object]>([
  ['later, when a limit ends', { status: 429, limit: 600 }, { state: 'queued', attempts: 1 }],
  ['later, when nothing but 502 comes', { status: 502 }, { state: 'queued', attempts: 1 }],
  ['later, when every page is cut off', { cutOff: true }, { state: 'queued', attempts: 1 }],
  ['not automatically again without access', { status: 403 }, { state: 'failed', attempts: 0 }],
  ['not automatically again when it is gone', { status: 404 }, { state: 'failed', attempts: 0 }],
])('it is tried %s', async (_name, fault, expected) => {
  failSecondPages(fault, Number.POSITIVE_INFINITY)
  await expect(syncNow(repository, server)).rejects.toThrow()
  const where = { organizationId_repositoryId: keyOf(repository) }
  const sync = await db().prisma.repositorySync.findUniqueOrThrow({ where })
  expect(sync).toMatchObject({ ...expected, problem: expect.stringMatching(/\.$/) })
  expect(JSON.stringify(sync)).not.toContain(server.token)
  expect(await stored()).toMatchObject({ pullRequests: everything.pullRequests.slice(0, 10) })
})

it('a pull request that changes between two pages is stored as it is at the end', async () => {
  let changed = false
  server.onRequest = ({ kind, variables }) => {
    if (kind !== 'pull requests' || !variables.after || changed) return undefined
    changed = true
    Object.assign(at.pullRequests[2] ?? {}, { title: 'Late', updatedAt: '2026-03-01T00:00:00Z' })
    Object.assign(at.pullRequests[22] ?? {}, { title: 'Later', updatedAt: '2026-03-02T00:00:00Z' })
    return undefined
  }
  await syncNow(repository, server)
  const rows = await db().prisma.pullRequest.findMany({ where: { repositoryId: repository.id } })
  expect(rows).toHaveLength(length)
  expect(rows.find(({ number }) => number === 3)?.title).toBe('Late')
  expect(rows.find(({ number }) => number === 23)?.title).toBe('Later')
})

/** Another session holds what a statement locks, until it is called. */
async function holding(statement: string, values: unknown[]): Promise<() => Promise<unknown>> {
  const client = await db().linking.connect()
  await client.query('BEGIN')
  await client.query(statement, values)
  onTestFinished(() => client.release())
  return () => client.query('ROLLBACK')
}

async function untilOneWaits(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await db().ingest.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(1)
  })
}

it.each([
  ['its row', 'SELECT FROM repository_syncs WHERE organization_id = $1 AND repository_id = $2 FOR UPDATE'],
  ['its lock', 'SELECT pg_advisory_xact_lock(5323462, $2) WHERE $1::int > 0'],
])('one that waits for %s, which another change holds, keeps no event from being counted', async (_name, hold) => {
  await syncNow(repository, server)
  const late = { title: 'Late', createdAt: '2020-01-01T00:00:00Z', updatedAt: '2026-03-01T00:00:00Z' }
  Object.assign(at.pullRequests[2] ?? {}, late)
  const { organizationId, repositoryId } = keyOf(repository)
  let letGo: Promise<() => Promise<unknown>> | undefined
  server.onRequest = ({ kind }) => {
    if (kind === 'pull requests') letGo ??= holding(hold, [organizationId, repositoryId])
    return undefined
  }
  const syncing = syncNow(repository, server)
  await untilOneWaits()
  await addByteCounts(db().ingest, [{ organizationId, day: dayOf(new Date()), bytes: 1 }])
  await (await letGo)?.()
  await syncing
  expect(await db().prisma.pullRequest.count({ where: { organizationId, title: 'Late' } })).toBe(1)
})

it('one that waits too long for a pull request gives its connection back, and is tried later', async () => {
  await syncNow(repository, server)
  Object.assign(at.pullRequests[2] ?? {}, { title: 'Late', updatedAt: '2026-03-01T00:00:00Z' })
  const letGo = await holding('SELECT FROM pull_requests WHERE organization_id = $1 FOR UPDATE', [
    repository.organizationId,
  ])
  await expect(syncNow(repository, server)).rejects.toMatchObject({ code: '55P03' })
  const where = { organizationId_repositoryId: keyOf(repository) }
  expect(await db().prisma.repositorySync.findUniqueOrThrow({ where })).toMatchObject({ state: 'queued', attempts: 1 })
  await letGo()
  await syncNow(repository, server)
  expect(
    await db().prisma.pullRequest.count({ where: { organizationId: repository.organizationId, title: 'Late' } }),
  ).toBe(1)
})
