import { expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'
import { createCommits, createHistory, createRepository, createTenant, randomSha } from '@/lib/testing/factories'
import type { RangeResult } from './graph'
import { loadContained, loadFirstToContain, loadRange } from './load'

async function createStored(length: number) {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'api')
  const shas = await createHistory(repository, length)
  return { repository, key: { organizationId: organization.id, repositoryId: repository.id }, shas }
}

const shaAt = (shas: readonly string[], index: number) => shas.at(index) ?? ''

/** The database, with a count of what is read from it. */
function countingClient() {
  const read = { rows: 0, roundTrips: 0 }
  const query = async (config: { text: string }) => {
    const result = await db().ingest.query(config)
    read.rows += result.rows.length
    read.roundTrips += 1
    return result
  }
  return { client: { query } as unknown as Queryable, read }
}

const shasOf = ({ commits }: RangeResult) => commits.map(({ sha }) => sha)

test('a range of a hundred commits reads a few hundred rows of a long history, in one go', async () => {
  const { key, shas } = await createStored(5_000)
  const { client, read } = countingClient()
  const range = await loadRange(client, { ...key, head: shaAt(shas, -51), base: shaAt(shas, -151), maxCommits: 10_000 })
  expect(shasOf(range)).toEqual(shas.slice(-150, -50).reverse())
  expect(range.complete).toBe(true)
  expect(read).toMatchObject({ rows: 258, roundTrips: 1 })
})

test('years in which only other branches were busy are not read', async () => {
  const { repository, key, shas } = await createStored(5_000)
  const old = Array.from({ length: 300 }, randomSha)
  const [tip, newest] = [randomSha(), Date.UTC(2026, 0, 1) / 1000 + 5_000 * 60]
  await createCommits(repository, [
    ...old.map((sha, index) => ({ sha, parents: old.slice(Math.max(index - 1, 0), index), generation: index + 1 })),
    { sha: tip, parents: [shaAt(old, -1)], generation: newest },
  ])
  const { client, read } = countingClient()
  const range = await loadRange(client, { ...key, head: tip, base: shaAt(old, 0), maxCommits: 10_000 })
  expect(shasOf(range)).toEqual([tip, ...old.slice(1).reverse()])
  expect(range.complete).toBe(true)
  expect(read.rows).toBeLessThan(shas.length / 2)
})

test('a long range comes in growing chunks', async () => {
  const { key, shas } = await createStored(5_000)
  const range = await loadRange(db().ingest, {
    ...key,
    head: shaAt(shas, -1),
    base: shaAt(shas, 0),
    maxCommits: 10_000,
  })
  expect(shasOf(range)).toEqual(shas.slice(1).reverse())
  expect(range.complete).toBe(true)
})

test('an old branch that was merged late is distinguished from what came meanwhile', async () => {
  const { repository, key, shas } = await createStored(1_500)
  const [branch, merge] = [randomSha(), randomSha()]
  const newest = Date.UTC(2026, 0, 1) / 1000 + 1_500 * 60
  await createCommits(repository, [
    { sha: branch, parents: [shaAt(shas, 9)], generation: newest - 1_400 * 60 },
    { sha: merge, parents: [shaAt(shas, -1), branch], generation: newest },
  ])
  const range = await loadRange(db().ingest, { ...key, head: merge, base: shaAt(shas, -1), maxCommits: 10_000 })
  expect(shasOf(range)).toEqual([merge, branch])
  expect(range.complete).toBe(true)
})

test('a range over more commits than allowed, or with an unknown end, says so', async () => {
  const { key, shas } = await createStored(300)
  const ends = { head: shaAt(shas, -1), base: shaAt(shas, 0) }
  expect(await loadRange(db().ingest, { ...key, ...ends, maxCommits: 100 })).toMatchObject({
    reason: 'too many commits',
  })
  expect(await loadRange(db().ingest, { ...key, ...ends, base: randomSha(), maxCommits: 1_000 })).toMatchObject({
    reason: 'unknown commit',
  })
})

test('finds which commits are contained', async () => {
  const { key, shas } = await createStored(1_000)
  const [old, recent, later] = [shaAt(shas, 20), shaAt(shas, 900), shaAt(shas, 901)]
  const contained = await loadContained(db().ingest, {
    ...key,
    head: recent,
    candidates: [later, recent, old, randomSha()],
  })
  expect([...contained].sort()).toEqual([old, recent].sort())
})

test('finds the first of many heads that contains a commit', async () => {
  const { key, shas } = await createStored(1_000)
  const first = (heads: number[], sought: string) =>
    loadFirstToContain(db().ingest, { ...key, heads: heads.map((index) => shaAt(shas, index)), sought })
  expect(await first([19, 900, 30, 20], shaAt(shas, 20))).toBe(shaAt(shas, 900))
  expect(await first([19, 20, 900], shaAt(shas, 20))).toBe(shaAt(shas, 20))
  expect(await first([19], shaAt(shas, 20))).toBeNull()
  expect(await first([19, 900], randomSha())).toBeNull()
  expect(await first([], shaAt(shas, 20))).toBeNull()
})

test('a commit that none of many heads contains is looked for in one walk', async () => {
  const { repository, key, shas } = await createStored(3_000)
  const sought = randomSha()
  await createCommits(repository, [{ sha: sought, generation: 1 }])
  const { client, read } = countingClient()
  const heads = shas.slice(-20)
  expect(await loadFirstToContain(client, { ...key, heads, sought })).toBeNull()
  expect(read.rows).toBeLessThan(1.5 * shas.length)
})

test('of very many commits of one date, none is read again and again', async () => {
  const { repository, key } = await createStored(0)
  const leaves = Array.from({ length: 2_000 }, randomSha)
  const main = Array.from({ length: 11 }, randomSha)
  const merges = main.map((sha, index) => ({
    sha,
    parents: [...main.slice(Math.max(index - 1, 0), index), ...leaves.slice(100 * index, 100 * index + 99)],
    generation: 10 + index,
  }))
  await createCommits(repository, [...merges, ...leaves.map((sha) => ({ sha, generation: 1 }))])
  const { client, read } = countingClient()
  const ends = { head: shaAt(main, -1), base: shaAt(main, 0) }
  const range = await loadRange(client, { ...key, ...ends, maxCommits: 10_000 })
  expect([range.complete, range.commits.length]).toEqual([true, 10 + 10 * 99])
  expect(read.rows).toBeLessThan(leaves.length)
})

test('another organization sees nothing', async () => {
  const { key, shas } = await createStored(3)
  const stranger = await createTenant()
  const foreign = { ...key, organizationId: stranger.organization.id }
  const [base = '', , head = ''] = shas
  expect(await loadRange(db().ingest, { ...foreign, head, base, maxCommits: 10 })).toMatchObject({
    commits: [],
    complete: false,
  })
  expect(await loadContained(db().ingest, { ...foreign, head, candidates: [base] })).toEqual(new Set())
})
