import { describe, expect, test } from 'vitest'
import type { CommitNode } from './frontier'
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
