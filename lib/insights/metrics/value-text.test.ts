import { describe, expect, test } from 'vitest'
import type { Unit } from './metric-value'
import { changeText, exactText, valueParts, valueText } from './value-text'

const text = (value: number, unit: Unit) => valueText(value, unit).replaceAll('\u00a0', ' ')

test.each<[number, Unit, string, string]>([
  [1.3666666666, 'per day', '1.4 a day', '1.366667 per day'],
  [1, 'per day', '1 a day', '1 per day'],
  [0.5, 'per day', '3.5 a week', '0.5 per day'],
  [1 / 7, 'per day', '1 a week', '0.142857 per day'],
  [1 / 30, 'per day', '1 per 30 days', '0.033333 per day'],
  [0, 'per day', '0 a day', '0 per day'],
  [11_400, 'seconds', '3 h 10 min', '11400 s'],
  [0, 'seconds', '0 s', '0 s'],
  [2 / 42, 'share', '4.8%', '0.047619'],
  [1, 'share', '100%', '1'],
  [1234, 'count', '1,234', '1234'],
  [48.5, 'lines', '48.5 lines', '48.5 lines'],
  [1, 'lines', '1 line', '1 lines'],
])('%d %s reads %s, exactly %s', (value, unit, read, exact) => {
  expect(text(value, unit)).toBe(read)
  expect(exactText(value, unit)).toBe(exact)
})

test('a value comes apart into numbers and units', () => {
  expect(valueParts(11_400, 'seconds')).toEqual([
    { number: '3', unit: 'h' },
    { number: '10', unit: 'min' },
  ])
  expect(valueParts(0.048, 'share')).toEqual([{ number: '4.8', unit: '%' }])
})

describe('a change', () => {
  const change = (difference: number, ratio: number | null, unit: Unit) =>
    changeText({ difference, ratio, word: 'better' }, unit).replaceAll('\u00a0', ' ')

  test.each<[number, number | null, Unit, string]>([
    [-3_900, -0.4, 'seconds', '−1 h 5 min'],
    [0.021, 0.5, 'share', '+2.1 points'],
    [0.2, 0.12, 'per day', '+12%'],
    [-30, -0.6, 'lines', '−30 lines'],
    [0.5, null, 'per day', '+3.5 a week'],
    [0, 0, 'share', '±0'],
    [0.0001, 0.001, 'share', '±0'],
  ])('of %d (ratio %s) %s reads %s', (difference, ratio, unit, read) => {
    expect(change(difference, ratio, unit)).toBe(read)
  })
})
