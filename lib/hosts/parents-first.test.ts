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
