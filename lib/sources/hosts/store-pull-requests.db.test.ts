import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import type { Repository } from '@/lib/generated/prisma/client'
import { createPullRequest, createRepository, createTenant, randomSha } from '@/lib/testing/factories'
import type { HostPullRequest } from './model'
import { storeHostPullRequests } from './store-pull-requests'

let repository: Repository

beforeEach(async () => {
  repository = await createRepository((await createTenant()).organization.id, 'acme/api')
})

function store(...pullRequests: HostPullRequest[]): Promise<number> {
  const key = { organizationId: repository.organizationId, repositoryId: repository.id }
  return inTransaction(db().people, never, (client) => storeHostPullRequests(client, key, pullRequests))
}

function merged(overrides: Partial<HostPullRequest> = {}): HostPullRequest {
  return {
    number: 1,
    title: 'Faster search',
    author: 'ada',
    baseBranch: 'main',
    state: 'merged',
    openedAt: new Date('2026-03-01T08:00:00Z'),
    closedAt: new Date('2026-03-01T12:00:00Z'),
    mergedAt: new Date('2026-03-01T12:00:00Z'),
    mergeCommitSha: 'a'.repeat(40),
    headCommitSha: 'b'.repeat(40),
    firstCommitSha: 'c'.repeat(40),
    firstCommitAt: new Date('2026-02-28T12:00:00Z'),
    firstReviewAt: new Date('2026-03-01T09:00:00Z'),
    additions: 10,
    deletions: 2,
    paths: ['src/search.ts'],
    webUrl: 'https://github.example/acme/api/pull/1',
    updatedAt: new Date('2026-03-01T12:00:00Z'),
    ...overrides,
  }
}

const unreported = {
  author: null,
  headCommitSha: null,
  firstCommitSha: null,
  firstCommitAt: null,
  firstReviewAt: null,
  additions: null,
  deletions: null,
  paths: null,
} satisfies Partial<HostPullRequest>

async function stored() {
  const row = await db().prisma.pullRequest.findFirstOrThrow({ where: { repositoryId: repository.id } })
  const { id, organizationId, repositoryId, hostUpdatedAt, pathsKnown, ...rest } = row
  return { ...rest, updatedAt: hostUpdatedAt, paths: pathsKnown ? row.paths : null }
}

/** The changes that were noted for linking, which are then forgotten. */
async function takeChanges(): Promise<string[]> {
  const where = { repositoryId: repository.id }
  const changes = await db().prisma.linkChange.findMany({ where, orderBy: { sha: 'asc' } })
  await db().prisma.linkChange.deleteMany({ where })
  return changes.map(({ sha, merges }) => `${sha.slice(0, 1)} ${merges}`)
}

describe('storeHostPullRequests', () => {
  it('stores what the host reports and notes its commits for linking', async () => {
    expect(await store(merged())).toBe(1)
    expect(await stored()).toEqual(merged())
    expect(await takeChanges()).toEqual(['a true', 'b false'])
  })

  it('notes nothing and counts nothing when nothing has changed', async () => {
    await store(merged())
    await takeChanges()
    expect(await store(merged())).toBe(0)
    expect(await takeChanges()).toEqual([])
  })

  it('uses up no id for what is known, however often a host tells of it', async () => {
    await store(merged())
    const { id: first } = await db().prisma.pullRequest.findFirstOrThrow({ where: { repositoryId: repository.id } })
    for (const title of ['Faster search', 'Fast search', 'Search']) await store(merged({ title }))
    await store(merged(), merged({ number: 2 }))
    const [, second] = await db().prisma.pullRequest.findMany({
      where: { repositoryId: repository.id },
      orderBy: { number: 'asc' },
    })
    expect(second?.id).toBe(first + 1)
  })

  it('keeps what the host does not report', async () => {
    await store(merged())
    await takeChanges()
    const later = { updatedAt: new Date('2026-03-02T00:00:00Z'), title: 'Fast search' }
    expect(await store(merged({ ...unreported, ...later }))).toBe(1)
    expect(await stored()).toEqual(merged(later))
    expect(await takeChanges()).toEqual([])
  })

  it('never lets an older state replace a newer one, in one page or in two', async () => {
    const older = merged({ title: 'Older', state: 'open', updatedAt: new Date('2026-02-01T00:00:00Z') })
    await store(merged(), older)
    expect(await store(older)).toBe(0)
    expect(await stored()).toEqual(merged())
  })

  it('notes the commits of before and after when what linking reads has changed', async () => {
    await store(merged())
    await takeChanges()
    await store(merged({ mergeCommitSha: 'd'.repeat(40), updatedAt: new Date('2026-03-03T00:00:00Z') }))
    expect(await takeChanges()).toEqual(['a true', 'b false', 'd true'])
    await store(merged({ paths: ['other.ts'], mergeCommitSha: null, updatedAt: new Date('2026-03-04T00:00:00Z') }))
    expect(await takeChanges()).toEqual(['b false', 'd true'])
  })

  it('forgets an end that was taken back', async () => {
    const closed = { state: 'closed', mergedAt: null, mergeCommitSha: null } as const
    await store(merged(closed))
    const reopened = merged({ ...closed, state: 'open', updatedAt: new Date('2026-03-05T00:00:00Z') })
    await store(reopened)
    expect(await stored()).toEqual({ ...reopened, closedAt: null })
  })

  it('does not open again what was merged in the same second', async () => {
    const open = merged({ state: 'open', closedAt: null, mergedAt: null, mergeCommitSha: null })
    await store(merged(), open)
    expect(await store(open)).toBe(0)
    expect(await stored()).toEqual(merged())
    await store(merged({ title: 'Fastest search' }))
    expect(await stored()).toMatchObject({ title: 'Fastest search', state: 'merged' })
  })

  it('takes over what only git had reported', async () => {
    await createPullRequest(repository, { number: 1, mergeCommitSha: 'e'.repeat(40), headCommitSha: randomSha() })
    expect(await store(merged({ updatedAt: new Date('2020-01-01T00:00:00Z') }))).toBe(1)
    expect(await stored()).toMatchObject({ title: 'Faster search', mergeCommitSha: 'a'.repeat(40) })
  })

  it('stores text that Postgres would refuse', async () => {
    await store(merged({ title: `nul\0 half ${'\ud83d'}`, paths: ['nul\0.ts'] }))
    expect(await stored()).toMatchObject({ title: 'nul half \ufffd', paths: ['nul.ts'] })
  })

  it.each([
    ['a path of more than 4,096 characters', ['a/b.ts', 'a'.repeat(4_097)]],
    ['more than 400,000 characters of paths', Array.from({ length: 101 }, (_, n) => `${n}`.padEnd(4_000, 'a'))],
    ['more than 3,000 paths', Array.from({ length: 3_001 }, (_, n) => `${n}.ts`)],
  ])('takes the files for unknown where there is %s', async (_, paths) => {
    await store(merged({ paths }))
    expect(await stored()).toEqual(merged({ paths: null }))
    const updatedAt = new Date('2026-03-04T00:00:00Z')
    await store(merged({ paths: paths.slice(0, -1), updatedAt }))
    expect(await stored()).toEqual(merged({ paths: paths.slice(0, -1), updatedAt }))
  })

  it.each([
    ['the host lists only some of the files', 'incomplete' as const],
    ['there are more than are kept', Array.from({ length: 3_001 }, (_, n) => `${n}.ts`)],
  ])('forgets the files that it knew when %s by now', async (_, paths) => {
    await store(merged())
    await takeChanges()
    const updatedAt = new Date('2026-03-04T00:00:00Z')
    await store(merged({ paths, updatedAt }))
    expect(await stored()).toEqual(merged({ paths: null, updatedAt }))
    expect(await takeChanges()).toEqual(['a true', 'b false'])
  })

  it('sends what a page holds in pieces of a megabyte, and reads no paths back', async () => {
    const paths = Array.from({ length: 3_000 }, (_, index) => `${index}/`.padEnd(130, 'x'))
    const sent: number[] = []
    const read: number[] = []
    const pages = Array.from({ length: 8 }, (_, index) => merged({ number: index + 1, paths }))
    await inTransaction(db().people, never, async (client) => {
      const watched = {
        query: async (text: string, values: unknown[]) => {
          const { rows, ...rest } = await client.query(text, values)
          sent.push(JSON.stringify(values ?? []).length)
          read.push(JSON.stringify(rows).length)
          return { rows, ...rest }
        },
      }
      const key = { organizationId: repository.organizationId, repositoryId: repository.id }
      for (let round = 0; round < 2; round += 1) await storeHostPullRequests(watched as Queryable, key, pages)
    })
    expect(sent.filter((length) => length > 500_000).length).toBeGreaterThan(4)
    expect(Math.max(...sent)).toBeLessThan(2_000_000)
    expect(Math.max(...read)).toBeLessThan(10_000)
    expect((await stored()).paths).toEqual(paths)
  })

  it('keeps the files of a newer state', async () => {
    await store(merged())
    await store(merged({ paths: 'incomplete', updatedAt: new Date('2026-02-04T00:00:00Z') }))
    expect(await stored()).toEqual(merged())
  })

  it('knows nothing of the repositories of others', async () => {
    const key = { organizationId: (await createTenant()).organization.id, repositoryId: repository.id }
    await expect(storeHostPullRequests(db().people, key, [merged()])).rejects.toMatchObject({ code: 'not_found' })
    expect(await db().prisma.pullRequest.count({ where: { repositoryId: repository.id } })).toBe(0)
  })
})
