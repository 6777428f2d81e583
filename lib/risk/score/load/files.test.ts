import { expect, it } from 'vitest'
import { addUpFiles } from './files'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
/** A pull request of so many files, in two folders. */
const ofFiles = (count: number) => ({ files: numbers(count), folders: [1, 2] })
const changes = (count: number) => numbers(count).map((id) => ({ id }))
const plenty = () => ({ left: 200_000 })

it('counts a file once, and knows nothing where those of one pull request are not known', () => {
  const known = new Map([
    [0, ofFiles(3)],
    [1, ofFiles(5)],
  ])
  expect(addUpFiles(changes(2), known, plenty())).toEqual({ files: [0, 1, 2, 3, 4], folders: 2 })
  expect(addUpFiles(changes(3), known, plenty())).toEqual({ files: null, folders: null })
  expect(addUpFiles([], known, plenty())).toEqual({ files: [], folders: 0 })
})

it('of one deployment 5,000 are told apart', () => {
  const known = new Map(numbers(11).map((id) => [id, ofFiles(500)]))
  expect(addUpFiles(changes(10), known, plenty()).files).toHaveLength(500)
  expect(addUpFiles(changes(11), known, plenty()).files).toBeNull()
})

it('of all that overlap only so many are kept', () => {
  const known = new Map([[0, ofFiles(1_000)]])
  const budget = { left: 2_500 }
  const kept = numbers(1_000).map(() => addUpFiles(changes(1), known, budget).files?.length ?? 0)
  expect(kept.reduce((sum, count) => sum + count, 0)).toBe(2_000)
})
