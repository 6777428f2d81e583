import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomHistories } from '@/lib/sources/git-import/random-histories'
import { createTestRepository, type TestCommit } from '@/lib/sources/git-import/test-repository'
import type { CommitNode, CommitWalk } from './frontier'
import { commitRange, containedIn, correctedDate, firstToContain } from './graph'

/** Gives what is wanted and a few of the newest others, as the database does, or nothing more than what is wanted. */
function walkInChunks<Result>(walk: CommitWalk<Result>, nodes: readonly CommitNode[], extra: number): Result {
  let step = walk.next()
  while (!step.done) {
    const { wanted, newest } = step.value
    const requested = new Set(wanted)
    const older = nodes.filter(({ generation }) => generation <= newest).sort((a, b) => b.generation - a.generation)
    step = walk.next([...nodes.filter(({ sha }) => requested.has(sha)), ...older.slice(0, extra)])
  }
  return step.value
}

/** Writes the history with git and answers for random pairs of its commits. */
function withHistory(
  commits: readonly TestCommit[],
  pairs: readonly (readonly [number, number])[],
  check: (nodes: CommitNode[], a: string, b: string, git: (...args: string[]) => string) => void,
) {
  const repository = createTestRepository()
  try {
    repository.write(commits, Object.fromEntries(commits.map(({ id }) => [`refs/heads/b${id}`, id])))
    // Without a commit graph, git itself trusts commit dates and can be wrong when clocks are skewed.
    repository.git('commit-graph', 'write', '--reachable')
    const nodes: CommitNode[] = []
    const generations = new Map<string, number>()
    for (const { id, parents = [], committedSeconds = 0 } of commits) {
      const sha = repository.sha(id)
      const parentShas = parents.map(repository.sha)
      const generation = correctedDate(
        committedSeconds,
        parentShas.map((parent) => generations.get(parent) ?? 0),
      )
      generations.set(sha, generation)
      nodes.push({ sha, parents: parentShas, generation })
    }
    for (const [a, b] of pairs) {
      const shaAt = (index: number) => repository.sha(1 + (index % commits.length))
      check(nodes, shaAt(a), shaAt(b), repository.git)
    }
  } finally {
    repository.remove()
  }
}

const pairs = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 8, maxLength: 8 })
const extras = fc.constantFrom(0, 1, 3, 1_000)
const options = { numRuns: 25, interruptAfterTimeLimit: 60_000 }

describe('against git itself', { timeout: 90_000 }, () => {
  test('a range is what `git rev-list base..head` lists', () => {
    fc.assert(
      fc.property(randomHistories, pairs, extras, (commits, chosen, extra) => {
        withHistory(commits, chosen, (nodes, head, base, git) => {
          const range = walkInChunks(commitRange(head, base, nodes.length), nodes, extra)
          const listed = git('rev-list', head, `^${base}`).split('\n').filter(Boolean)
          expect(range.complete).toBe(true)
          expect(range.commits.map(({ sha }) => sha).sort()).toEqual(listed.sort())
        })
      }),
      options,
    )
  })

  test('a commit is contained when `git rev-list head` lists it', () => {
    fc.assert(
      fc.property(randomHistories, pairs, extras, (commits, chosen, extra) => {
        withHistory(commits, chosen, (nodes, head, other, git) => {
          const candidates = [other, ...nodes.slice(0, 3).map(({ sha }) => sha)]
          const contained = walkInChunks(containedIn(head, candidates, nodes.length), nodes, extra)
          const ancestors = new Set(git('rev-list', head).split('\n'))
          expect([...contained].sort()).toEqual([...new Set(candidates)].filter((sha) => ancestors.has(sha)).sort())
        })
      }),
      options,
    )
  })

  test('the first of several heads that contains a commit is the first whose `git rev-list` lists it', () => {
    fc.assert(
      fc.property(randomHistories, pairs, extras, (commits, chosen, extra) => {
        withHistory(commits, chosen, (nodes, sought, other, git) => {
          const heads = [other, ...nodes.slice(-4).map(({ sha }) => sha)]
          const first = walkInChunks(firstToContain(heads, sought, nodes.length), nodes, extra)
          expect(first).toBe(heads.find((head) => git('rev-list', head).split('\n').includes(sought)) ?? null)
        })
      }),
      options,
    )
  })
})
