import { describe, expect, test } from 'vitest'
import { outsidePullRequests } from './outside-pull-requests'

const shasOf = (steps: Iterable<string | null>) => [...steps].filter((sha) => sha !== null).sort()

/** Commits as `sha: parents`, the oldest first. */
const outside = (parentsOf: Record<string, string[]>, ...merging: string[]) => {
  const commits = Object.entries(parentsOf).map(([sha, parents], index) => ({ sha, parents, generation: index }))
  return shasOf(outsidePullRequests(commits.reverse(), new Map(merging.map((sha) => [sha, null]))))
}

describe('commits outside pull requests', () => {
  test('are all that were pushed without one', () => {
    expect(outside({ a: ['base'], b: ['a'], c: ['b'] })).toEqual(['a', 'b', 'c'])
  })

  test('are not those that a squash is or a merge brought', () => {
    const history = { squash: ['base'], x: ['base'], y: ['x'], merge: ['squash', 'y'], direct: ['merge'] }
    expect(outside(history, 'squash', 'merge')).toEqual(['direct'])
  })

  test('are those that a merge without a pull request brought, but not the merge itself', () => {
    expect(outside({ x: ['base'], y: ['x'], merge: ['base', 'y'] })).toEqual(['x', 'y'])
  })

  test('are not those of a pull request into a branch that was merged without one', () => {
    const history = { x: ['base'], inner: ['base', 'x'], y: ['inner'], merge: ['base', 'y'] }
    expect(outside(history, 'inner')).toEqual(['y'])
  })

  test('stay what they are when a branch took them from the main line', () => {
    const history = { direct: ['base'], x: ['base'], sync: ['x', 'direct'], merge: ['direct', 'sync'] }
    expect(outside(history, 'merge')).toEqual(['direct'])
  })

  test('belong to the earlier merge when a later pull request contains them too', () => {
    const history = { x: ['base'], first: ['base', 'x'], y: ['x'], second: ['first', 'y'] }
    expect(outside(history, 'second')).toEqual(['x'])
  })

  test('are not those that a fast-forward brought, from its last commit to its first', () => {
    const commits = ['a', 'b', 'c', 'd', 'e'].map((sha, index, all) => ({
      sha,
      parents: [all[index - 1] ?? 'base'],
      generation: index,
    }))
    expect(shasOf(outsidePullRequests(commits.reverse(), new Map([['d', 'b']])))).toEqual(['a', 'e'])
  })

  test('are looked for one commit at a time, so that others have their turn in between', () => {
    const commits = [
      { sha: 'merge', parents: ['a', 'b'], generation: 2 },
      { sha: 'b', parents: ['base'], generation: 1 },
      { sha: 'a', parents: ['base'], generation: 1 },
    ]
    expect([...outsidePullRequests(commits, new Map())]).toEqual([null, 'a', 'b'])
  })
})
