import { describe, expect, it } from 'vitest'
import { type Better, changeOf as changeOfEvidence, reasons } from './metric-value'

const evidence = {
  kind: 'rate',
  current: { count: 3_000, days: 1_000 },
  previous: { count: 2_000, days: 1_000 },
} as const
const changeOf = (value: number | null, previous: number | null, better: Better) =>
  changeOfEvidence(value, previous, better, evidence)

describe('a change', () => {
  it('is better or worse by what is wanted', () => {
    expect(changeOf(3, 2, 'higher')).toEqual({ difference: 1, ratio: 0.5, word: 'better' })
    expect(changeOf(3, 2, 'lower')).toEqual({ difference: 1, ratio: 0.5, word: 'worse' })
    expect(changeOf(1, 2, 'higher')).toEqual({ difference: -1, ratio: -0.5, word: 'worse' })
    expect(changeOf(1, 2, 'lower')).toEqual({ difference: -1, ratio: -0.5, word: 'better' })
    expect(changeOf(3, 2, null)).toEqual({ difference: 1, ratio: 0.5, word: null })
  })

  it('is none without one of the two', () => {
    expect(changeOf(null, 2, 'higher')).toBeNull()
    expect(changeOf(3, null, 'higher')).toBeNull()
  })

  it('has no ratio to 0', () => {
    expect(changeOf(3, 0, 'higher')).toEqual({ difference: 3, ratio: null, word: 'better' })
    expect(changeOf(0, 0, 'lower')).toEqual({ difference: 0, ratio: null, word: 'same' })
    expect(changeOf(0, 2, 'higher')).toEqual({ difference: -2, ratio: -1, word: 'worse' })
  })

  it('is the same below half a percent', () => {
    expect(changeOf(1004, 1000, 'higher')?.word).toBe('same')
    expect(changeOf(996, 1000, 'higher')?.word).toBe('same')
    expect(changeOf(1006, 1000, 'higher')?.word).toBe('better')
  })
})

it('gives reasons that concern a row, in the right number', () => {
  expect(reasons([0, 'is a', 'are a'], [1, 'is b', 'are b'], [2, 'is c', 'are c'])).toEqual([
    { count: 1, why: 'is b' },
    { count: 2, why: 'are c' },
  ])
})
