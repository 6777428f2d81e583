import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { never } from '@/lib/db/transaction'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import type { Repository } from '@/lib/generated/prisma/client'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { maxGraphSize } from './check-graph-size'
import { correctGenerations } from './correct-generations'
import type { HostCommit } from './model'
import { storeHostCommits, storeProvisionalCommits } from './store-commits'

let repository: Repository
let key: RepositoryKey

beforeEach(async () => {
  repository = await createRepository((await createTenant()).organization.id, 'acme/api')
  key = { organizationId: repository.organizationId, repositoryId: repository.id }
})

const start = 1_700_000_000

function commit(name: string, parents: string[], seconds: number, pullRequestNumber: number | null = null): HostCommit {
  const date = new Date((start + seconds) * 1000)
  const shas = parents.map((parent) => parent.repeat(40))
  return {
    sha: name.repeat(40),
    parents: shas,
    authorName: 'Ada',
    authoredAt: date,
    committedAt: date,
    pullRequestNumber,
  }
}

/** A clock that was an hour ahead at b, and a merge. Newest first, as hosts report it. */
const history = [
  commit('e', ['d', 'c'], 40, 7),
  commit('d', ['b'], 30),
  commit('c', ['a'], 20),
  commit('b', ['a'], 3_600),
  commit('a', [], 0),
]

async function generations() {
  const rows = await db().prisma.commit.findMany({ where: { repositoryId: repository.id }, orderBy: { sha: 'asc' } })
  return Object.fromEntries(rows.map(({ sha, generation }) => [sha.slice(0, 1), Number(generation) - start]))
}

async function takeChanges(): Promise<string[]> {
  const where = { repositoryId: repository.id }
  const changes = await db().prisma.linkChange.findMany({ where, orderBy: { sha: 'asc' } })
  await db().prisma.linkChange.deleteMany({ where })
  return changes.map(({ sha, merges }) => `${sha.slice(0, 1)} ${merges}`)
}
const truth = { a: 0, b: 3_600, c: 20, d: 3_601, e: 3_602 }

describe('storeHostCommits', () => {
  it('gives every commit a generation greater than that of its parents, in whatever order they come', async () => {
    expect(await storeHostCommits(db().people, key, history)).toBe(5)
    expect(await generations()).toEqual(truth)
    expect(await takeChanges()).toEqual(['a false', 'b false', 'c false', 'd false', 'e false'])
  })

  it('goes on from what is stored, and counts and notes only what is new', async () => {
    await storeHostCommits(db().people, key, history)
    await takeChanges()
    const next = commit('f', ['e'], 50)
    expect(await storeHostCommits(db().people, key, [next, next, ...history])).toBe(1)
    expect(await generations()).toEqual({ ...truth, f: 3_603 })
    expect(await takeChanges()).toEqual(['f false'])
  })

  it('learns later which pull request brought a commit, and does not forget it', async () => {
    await storeHostCommits(db().people, key, [commit('a', [], 0)])
    await takeChanges()
    const reported = [commit('a', [], 0, 3), commit('b', ['a'], 10, 4)]
    expect(await storeHostCommits(db().people, key, reported)).toBe(1)
    expect(await takeChanges()).toEqual(['a true', 'b false'])
    await storeHostCommits(db().people, key, [commit('a', [], 0)])
    const [stored] = await db().prisma.commit.findMany({
      where: { repositoryId: repository.id },
      orderBy: { sha: 'asc' },
    })
    expect(stored).toMatchObject({ pullRequestNumber: 3, authorName: 'Ada', parents: [] })
  })

  it('knows nothing of the repositories of others', async () => {
    const foreign = { ...key, organizationId: (await createTenant()).organization.id }
    await expect(storeHostCommits(db().people, foreign, history)).rejects.toMatchObject({ code: 'not_found' })
    await expect(storeProvisionalCommits(db().people, foreign, history)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('correctGenerations', () => {
  it('sets right what was stored before its ancestors, and says which', async () => {
    for (const page of [history.slice(0, 2), history.slice(2)]) await storeProvisionalCommits(db().people, key, page)
    expect(await generations()).toEqual({ ...truth, d: 30, e: 40 })
    await takeChanges()
    expect(await correctGenerations(key, never)).toBe(2)
    expect(await generations()).toEqual(truth)
    expect(await takeChanges()).toEqual(['d true', 'e true'])
  })

  it('finds nothing to do where no clock was wrong, and in a repository of another organization', async () => {
    await storeProvisionalCommits(db().people, key, history)
    const other = (await createTenant()).organization.id
    expect(await correctGenerations({ ...key, organizationId: other }, never)).toBe(0)
    await correctGenerations(key, never)
    expect(await correctGenerations(key, never)).toBe(0)
  })

  it('follows a commit with many parents, one that is named twice and one that is not stored', async () => {
    const names = [...'abcdef0123456789']
    const merges = names.map((name, index) => commit(name, [...names.slice(0, index), 'a', 'x'], -index))
    await storeProvisionalCommits(db().people, key, [commit('a', [], 0), ...merges.slice(1)])
    expect(await correctGenerations(key, never)).toBe(names.length - 1)
    expect(await generations()).toEqual(Object.fromEntries(names.map((name, index) => [name, index])))
  })

  it('refuses more commits and parents than fit in memory, also where no clock was wrong', async () => {
    await storeProvisionalCommits(db().people, key, [commit('b', ['a'], 10), commit('a', [], 0)])
    await db().people.query(
      'UPDATE commits SET parents = parents || array_fill($2::text, ARRAY[$3::int]) WHERE repository_id = $1 AND sha = $4',
      [key.repositoryId, 'c', maxGraphSize - 2, 'b'.repeat(40)],
    )
    const message = expect.stringContaining('more than 5,000,000')
    await expect(correctGenerations(key, never)).rejects.toMatchObject({ kind: 'access', message })
  })
})
