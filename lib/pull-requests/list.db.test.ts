import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import type { Repository } from '@/lib/generated/prisma/client'
import type { PullRequestState } from '@/lib/generated/prisma/enums'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { ship } from '@/lib/testing/pull-requests'
import type { PullRequestFilters } from './filters'
import { listPullRequests } from './list'

const start = Date.UTC(2026, 0, 1)
const minuteMs = 60_000
const authors = ['Ada', 'Bo', null]

/** The n-th pull request: merged unless every 7th, which is open, or every 11th, which was closed. */
const stateOf = (n: number): PullRequestState => (n % 7 === 0 ? 'open' : n % 11 === 0 ? 'closed' : 'merged')
const isLive = (n: number) => stateOf(n) === 'merged' && n % 3 !== 0
const count = 90

let organizationId: number
let repositories: Repository[]

beforeAll(async () => {
  const { organization } = await createTenant()
  organizationId = organization.id
  repositories = [
    await createRepository(organization.id, 'acme/api'),
    await createRepository(organization.id, 'acme/web'),
  ]
  for (const repository of repositories) await fill(repository)
})

async function fill(repository: Repository): Promise<void> {
  const data = Array.from({ length: count }, (_, index) => index + 1).map((n) => {
    const state = stateOf(n)
    const when = new Date(start + Math.floor(n / 2) * minuteMs)
    return {
      organizationId,
      repositoryId: repository.id,
      number: n,
      title: n % 5 === 0 ? `Löse 100% of ${n}` : `Change ${n}`,
      author: authors[n % 3] ?? null,
      baseBranch: 'main',
      state,
      openedAt: when,
      mergedAt: state === 'merged' ? when : null,
      closedAt: state === 'open' ? null : when,
    }
  })
  const stored = await db().prisma.pullRequest.createManyAndReturn({ data, select: { id: true, number: true } })
  const live = stored.filter(({ number }) => isLive(number)).map(({ id }) => id)
  await ship(repository, { deploymentId: `first of ${repository.fullName}`, minute: -90 * 24 * 60, pullRequests: [] })
  await ship(repository, { deploymentId: repository.fullName, minute: 0, pullRequests: live })
}

/** Every page of a listing on the way to older ones. */
async function walk(filters: PullRequestFilters, limit = 1_000, organization = organizationId): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const { pullRequests, older } = await listPullRequests(organization, filters, cursor, limit)
    pages.push(pullRequests.map(({ repository, number }) => `${repository}#${number}`))
    cursor = older
  } while (cursor !== null)
  return pages
}

/** What filters mean, worked out one by one; the latest first, and of those in the same minute the last stored. */
function expected(meant: (n: number) => boolean, names = ['acme/api', 'acme/web']): string[] {
  const all = names.flatMap((name) => Array.from({ length: count }, (_, index) => ({ name, n: index + 1 })))
  return all
    .filter(({ n }) => meant(n))
    .sort(
      (a, b) => Math.floor(b.n / 2) - Math.floor(a.n / 2) || (a.name < b.name ? 1 : a.name > b.name ? -1 : b.n - a.n),
    )
    .map(({ name, n }) => `${name}#${n}`)
}

describe('the list of pull requests', () => {
  it.each<[string, PullRequestFilters, (n: number) => boolean, string[]?]>([
    ['all', {}, () => true],
    ['live ones', { state: 'live' }, isLive],
    ['those merged and not deployed', { state: 'undeployed' }, (n) => stateOf(n) === 'merged' && !isLive(n)],
    ['open ones', { state: 'open' }, (n) => stateOf(n) === 'open'],
    ['closed ones', { state: 'closed' }, (n) => stateOf(n) === 'closed'],
    ['those of a repository', { repository: 'WEB' }, () => true, ['acme/web']],
    ['those of no repository', { repository: 'nothing' }, () => false],
    ['those of an author', { author: 'Bo' }, (n) => n % 3 === 1],
    ['a number', { q: '#42' }, (n) => n === 42],
    ['a part of the title, as it stands', { q: 'LöSE 100% o' }, (n) => n % 5 === 0],
    ['a text that no title has', { q: '100_' }, () => false],
    [
      'several of these at once',
      { state: 'live', repository: 'acme/api', author: 'Bo', q: 'change' },
      (n) => isLive(n) && n % 3 === 1 && n % 5 !== 0,
      ['acme/api'],
    ],
  ])('shows %s', async (_name, filters, meant, names) => {
    expect((await walk(filters)).flat()).toEqual(expected(meant, names))
  })

  it('shows what the services of a team shipped, and what nothing shipped yet of their repositories', async () => {
    const { id } = (await createTenant()).organization
    const shop = await createRepository(id, 'acme/shop')
    const library = await createRepository(id, 'acme/library')
    const [byTeam, byOther, byBoth] = [1, 2, 3].map((number) => createPullRequest(shop, { number }))
    await createPullRequest(shop, { number: 4, mergedAt: '2026-03-04T12:00:00Z' })
    await createPullRequest(library, { number: 5 })
    const shipped = async (service: string, minute: number, pullRequests: (Promise<number> | undefined)[]) =>
      ship(shop, {
        deploymentId: `${service}-${minute}`,
        service,
        minute,
        pullRequests: (await Promise.all(pullRequests)).filter((each) => each !== undefined),
      })
    await shipped('checkout', 10, [byTeam, byBoth])
    await shipped('worker', 20, [byOther, byBoth])
    await db().prisma.serviceTeam.create({ data: { organizationId: id, serviceKey: 'checkout', team: 'Harbour' } })
    const numbers = async (filters: PullRequestFilters) =>
      (await walk(filters, 2, id)).flat().map((name) => name.split('#')[1])
    expect((await numbers({ team: 'harbour' })).toSorted()).toEqual(['1', '3', '4'])
    expect((await numbers({ team: 'harbour', state: 'live' })).toSorted()).toEqual(['1', '3'])
    expect(await numbers({ team: 'harbour', repository: 'acme/library' })).toEqual([])
    expect(await numbers({ team: 'none such' })).toEqual([])
  })

  it('can be paged through without gaps or repeats, and back', async () => {
    const all = expected(() => true)
    const pages = await walk({}, 25)
    expect(pages.flat()).toEqual(all)
    let { newer: cursor } = await listPullRequests(organizationId, {}, await cursorOfLast(25), 25)
    const back: string[] = []
    while (cursor !== null) {
      const page = await listPullRequests(organizationId, {}, cursor, 25)
      back.unshift(...page.pullRequests.map(({ repository, number }) => `${repository}#${number}`))
      cursor = page.newer
    }
    expect(back.slice(0, 25)).toEqual(all.slice(0, 25))
    expect(new Set(back).size).toBe(all.length - (pages.at(-1)?.length ?? 0))
  })

  it('says of each what became of it', async () => {
    const { pullRequests } = await listPullRequests(organizationId, { repository: 'acme/api' }, null, 1_000)
    const of = (n: number) => pullRequests.find(({ number }) => number === n)
    const completedAt = new Date('2026-03-02T12:00:00Z')
    expect(of(1)).toMatchObject({ state: 'merged', delivery: { deploymentId: 'acme/api', completedAt }, notLive: null })
    expect(of(3)).toMatchObject({ delivery: null, notLive: { why: 'merged, not deployed', since: of(3)?.mergedAt } })
    expect(of(7)).toMatchObject({
      state: 'open',
      delivery: null,
      notLive: { why: 'not merged', since: of(7)?.openedAt },
    })
  })

  it('looks at so many rows, says how far, and goes on from there; a text is looked up beyond', async () => {
    const { organization } = await createTenant()
    const { id } = await createRepository(organization.id, 'acme/old')
    await db().prisma.$executeRaw`
      INSERT INTO pull_requests (organization_id, repository_id, number, title, author, base_branch, state, merged_at)
      SELECT ${organization.id}, ${id}, n, CASE WHEN n = 5 THEN 'Needle' ELSE 'Straw' END,
        CASE WHEN n = 5 THEN 'Ada' END, 'main', 'merged', timestamptz '2026-01-01' + n * interval '1 minute'
      FROM generate_series(1, 12000) n`
    const first = await listPullRequests(organization.id, { state: 'live' }, null, 10)
    expect(first).toMatchObject({ pullRequests: [], stopped: { at: new Date('2026-01-02T09:21:00Z') } })
    expect(await listPullRequests(organization.id, { state: 'live' }, first.older, 10)).toMatchObject({
      pullRequests: [],
      older: null,
      stopped: null,
    })
    expect(await walk({ q: 'needle' }, 10, organization.id)).toEqual([['acme/old#5']])
    expect(await walk({ author: 'Ada', repository: 'old' }, 10, organization.id)).toEqual([['acme/old#5']])
  })

  it('of another organization is empty, and its cursors lead nowhere', async () => {
    const { organization } = await createTenant()
    const { older } = await listPullRequests(organizationId, {}, null, 10)
    for (const cursor of [null, older]) {
      expect((await listPullRequests(organization.id, {}, cursor, 10)).pullRequests).toEqual([])
    }
    expect(await walk({ repository: 'acme/api' }, 10, organization.id)).toEqual([[]])
  })

  it('does not exist at a cursor that was made up', async () => {
    await expect(listPullRequests(organizationId, {}, 'older.x', 10)).rejects.toMatchObject({ code: 'not_found' })
  })
})

async function cursorOfLast(limit: number): Promise<string | null> {
  let [last, cursor]: [string | null, string | null] = [null, null]
  do {
    const { older } = await listPullRequests(organizationId, {}, cursor, limit)
    ;[last, cursor] = [cursor, older]
  } while (cursor !== null)
  return last
}
