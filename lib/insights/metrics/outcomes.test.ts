import { describe, expect, test } from 'vitest'
import { failureShareOf, successAndFailed } from './outcomes'

const outcomes = { success: 5, failure: 2, rolledBack: 1, cancelled: 4 }

describe('a rolled-back deployment', () => {
  test('that counts as failed is in the bar and in the rate', () => {
    expect(successAndFailed(outcomes, true)).toEqual({ success: 5, failed: 3 })
    expect(failureShareOf(outcomes, true)).toEqual({ failed: 3, of: 8, rate: 3 / 8 })
  })

  test('that does not is in no bar, and in the rate as one that did not fail', () => {
    expect(successAndFailed(outcomes, false)).toEqual({ success: 5, failed: 2 })
    expect(failureShareOf(outcomes, false)).toEqual({ failed: 2, of: 8, rate: 2 / 8 })
  })
})
