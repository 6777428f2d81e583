import { describe, expect, test } from 'vitest'
import type { CommitNode, CommitWalk } from './frontier'
import { commitRange, containedIn, correctedDate, firstToContain, type RangeResult } from './graph'
import { walkInMemory } from './walk-in-memory'

/** Commits by name, as `name: parents`; each is a minute younger than the one before. */
function historyOf(parentsOf: Record<string, string[]>) {
  const nodes = new Map<string, CommitNode>()
  Object.entries(parentsOf).forEach(([sha, parents], index) => {
    nodes.set(sha, { sha, parents, generation: 60 * (index + 1) })
  })
  return (sha: string) => nodes.get(sha)
}

const shasOf = ({ commits, ...range }: RangeResult) => ({ shas: commits.map(({ sha }) => sha), ...range })

const rangeIn = (find: ReturnType<typeof historyOf>, head: string, base: string, maxCommits = 100) =>
  shasOf(walkInMemory(commitRange(head, base, maxCommits), find))

const merged = historyOf({ root: [], a: ['root'], b: ['root'], c: ['a'], merge: ['c', 'b'], tip: ['merge'] })

describe('commitRange', () => {
  test('lists what a merge brought besides its first parent, newest first', () => {
    expect(rangeIn(merged, 'tip', 'c')).toEqual({ shas: ['tip', 'merge', 'b'], complete: true })
  })

  test('is empty for a commit and itself, and for a commit and its descendant', () => {
    expect(rangeIn(merged, 'tip', 'tip')).toEqual({ shas: [], complete: true })
    expect(rangeIn(merged, 'a', 'tip')).toEqual({ shas: [], complete: true })
  })

  test('is incomplete when either end is not known', () => {
    expect(rangeIn(merged, 'gone', 'a')).toEqual({ shas: [], complete: false, reason: 'unknown commit' })
    expect(rangeIn(merged, 'tip', 'gone')).toMatchObject({ complete: false, reason: 'unknown commit' })
  })

  test('is incomplete when a missing commit could decide, complete when it could not', () => {
    const cut = historyOf({ b: ['lost'], a: ['lost'], merge: ['a', 'b'], tip: ['merge'] })
    expect(rangeIn(cut, 'tip', 'merge')).toEqual({ shas: ['tip'], complete: true })
    expect(rangeIn(cut, 'tip', 'a')).toMatchObject({ complete: false, reason: 'unknown commit' })
  })

  test('gives up after the number of commits it may visit', () => {
    expect(rangeIn(merged, 'tip', 'root', 3)).toMatchObject({ complete: false, reason: 'too many commits' })
    expect(rangeIn(merged, 'tip', 'c', 6)).toMatchObject({ complete: true })
  })
})

describe('of commits with a hundred parents each', () => {
  const shas = Array.from({ length: 500 }, (_, index) => `${index}`)
  const wide = historyOf(
    Object.fromEntries(shas.map((sha, index) => [sha, shas.slice(Math.max(index - 100, 0), index)])),
  )

  test('a walk visits fewer than it may: their parents count too', () => {
    expect(rangeIn(wide, '499', '300', 6_000)).toMatchObject({ complete: true })
    expect(rangeIn(wide, '499', '300', 1_000)).toMatchObject({ complete: false, reason: 'too many commits' })
    expect(walkInMemory(containedIn('499', ['300'], 25_000), wide)).toEqual(new Set(['300']))
    expect(walkInMemory(firstToContain(['499'], '300', 25_000), wide)).toBe('499')
    expect(walkInMemory(containedIn('499', ['300'], 1_000), wide)).toEqual(new Set())
    expect(walkInMemory(firstToContain(['499'], '300', 1_000), wide)).toBeNull()
  })
})

describe('containedIn', () => {
  test('finds ancestors and the commit itself, not descendants or strangers', () => {
    const contained = walkInMemory(containedIn('merge', ['b', 'merge', 'tip', 'gone'], 100), merged)
    expect([...contained].sort()).toEqual(['b', 'merge'])
  })

  test('does not look behind the oldest candidate', () => {
    const visited = new Set<string>()
    const find = (sha: string) => {
      visited.add(sha)
      return merged(sha)
    }
    walkInMemory(containedIn('tip', ['c', 'merge'], 100), find)
    expect(visited.has('root')).toBe(false)
  })
})

describe('firstToContain', () => {
  test('visits no more commits than it may, of all heads together', () => {
    expect(walkInMemory(firstToContain(['tip', 'merge', 'b'], 'root', 100), merged)).toBe('tip')
    expect(walkInMemory(firstToContain(['tip', 'merge', 'b'], 'root', 3), merged)).toBeNull()
  })
})

test('a corrected date is the commit date unless a parent is as new', () => {
  expect(correctedDate(100, [])).toBe(100)
  expect(correctedDate(100, [10, 20])).toBe(100)
  expect(correctedDate(100, [10, 100])).toBe(101)
})

describe('what a walk requests at once', () => {
  const parents = (first: number, count: number) => Array.from({ length: count }, (_, index) => `${first + index}`)

  /** Runs a walk over commits that `find` makes up, next to as many unrelated ones as it would take. */
  function requestsOf(walk: CommitWalk<unknown>, find: (sha: string) => CommitNode) {
    const requests: { wanted: number; others: number }[] = []
    for (let step = walk.next(); !step.done; ) {
      const { wanted, newest, limit } = step.value
      requests.push({ wanted: wanted.length, others: limit })
      const others = parents(0, limit).map((name) => ({
        sha: `${requests.length}-${name}`,
        parents: ['other'],
        generation: newest,
      }))
      step = walk.next([...wanted.map(find), ...others])
    }
    return requests
  }

  test('is bounded where very many commits are sought', () => {
    const find = (sha: string) => ({ sha, parents: [], generation: Number(sha) })
    const requests = requestsOf(containedIn('9999', parents(0, 10_000), 100), find)
    expect(Math.max(...requests.map(({ wanted }) => wanted))).toBe(1_000)
  })

  test('is bounded where very many are the next ones', () => {
    const find = (sha: string) => ({
      sha,
      parents: sha.length < 5 ? parents(Number(sha) * 100, 100) : [],
      generation: 10 - sha.length,
    })
    const requests = requestsOf(commitRange('1', '99999999', 30_000), find)
    expect(Math.max(...requests.map(({ wanted }) => wanted))).toBe(1_000)
  })

  test('leaves out nothing where more wait than are held', () => {
    const commits = Array.from({ length: 4_000 }, (_, place) => ({
      sha: `${place}`,
      // Every hundredth is on the main line and merges the others, which are older than all of it.
      parents:
        place % 100 > 0
          ? Array.from({ length: 100 }, () => 'base')
          : [...parents(place - 100, 1), ...parents(place + 1, 99)],
      generation: place % 100 > 0 ? 1 : 10 + place,
    }))
    const known = new Map<string, CommitNode>(commits.map((commit) => [commit.sha, commit]))
    known.set('0', { sha: '0', parents: ['base', ...parents(1, 99)], generation: 10 })
    known.set('base', { sha: 'base', parents: [], generation: 0 })
    const range = rangeIn((sha) => known.get(sha), '3900', 'base', 1_000_000)
    expect(range.complete).toBe(true)
    expect(new Set(range.shas)).toEqual(new Set(commits.map(({ sha }) => sha)))
  })

  test('has an end where what was loaded is not visited', () => {
    const find = (sha: string) => ({ sha, parents: [`${Number(sha) - 1}`], generation: Number(sha) * 1_000 })
    const requests = requestsOf(commitRange('200', '1', 1_000), find)
    expect(requests.length).toBeGreaterThan(100)
    expect(requests.reduce((sum, { others }) => sum + others, 0)).toBeLessThan(220_000)
  })
})
