import { describe, expect, it } from 'vitest'
import { listChange } from './list-change'

describe('what an audit line says of a list', () => {
  it('is what came and what went, not what stayed', () => {
    expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
    expect(listChange([], ['a'])).toEqual({ added: ['a'] })
    expect(listChange(['a'], [])).toEqual({ removed: ['a'] })
    expect(listChange(['a', 'b'], ['b', 'a'])).toEqual({})
  })

  it('has at most 1,000 characters each way, and the number of the others', () => {
    const names = (letter: string) => Array.from({ length: 100 }, (_, index) => `${letter}${index}`.padEnd(195, letter))
    const change = listChange(names('x'), names('y'))
    expect(change).toEqual({
      added: names('y').slice(0, 5),
      othersAdded: 95,
      removed: names('x').slice(0, 5),
      othersRemoved: 95,
    })
    expect(JSON.stringify(change).length).toBeLessThan(2_200)
  })
})
