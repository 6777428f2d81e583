import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parentsFirst } from './parents-first'

const histories = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 40 }).map((drafts) =>
  drafts.map((parents, index) => ({
    sha: String(index),
    parents: [...new Set(parents.map((parent) => String(index === 0 ? -1 : parent % index)))],
  })),
)

test('every parent in the list comes before its children, and every commit once', () => {
  fc.assert(
    fc.property(histories, fc.array(fc.nat()), (commits, order) => {
      const mixed = commits
        .map((commit, index) => ({ commit, key: order[index % order.length] ?? index }))
        .sort((a, b) => a.key - b.key)
        .map(({ commit }) => commit)
      const ordered = parentsFirst([...mixed, ...mixed.slice(0, 3)]).map(({ sha }) => sha)
      expect([...ordered].sort()).toEqual(commits.map(({ sha }) => sha).sort())
      for (const { sha, parents } of commits) {
        for (const parent of parents) expect(ordered.indexOf(parent)).toBeLessThan(ordered.indexOf(sha))
      }
    }),
  )
})

test('parents that are not in the list do not matter', () => {
  const commits = [
    { sha: 'c', parents: ['b', 'b', 'elsewhere'] },
    { sha: 'b', parents: ['elsewhere'] },
  ]
  expect(parentsFirst(commits).map(({ sha }) => sha)).toEqual(['b', 'c'])
})

test('twice as many commits with the same parent are twice the work', () => {
  const workOf = (count: number) => {
    const children = Array.from({ length: count }, (_, index) => ({ sha: `child ${index}`, parents: ['root'] }))
    return elementsIterated(() => parentsFirst([{ sha: 'root', parents: [] }, ...children]))
  }
  expect(workOf(2_000)).toBeLessThan(2.2 * workOf(1_000))
})

/** How many elements all arrays that are iterated or copied during `work` have. */
function elementsIterated(work: () => void): number {
  const iterate = Array.prototype[Symbol.iterator]
  let elements = 0
  Array.prototype[Symbol.iterator] = function () {
    elements += this.length
    return iterate.call(this)
  }
  try {
    work()
  } finally {
    Array.prototype[Symbol.iterator] = iterate
  }
  return elements
}
