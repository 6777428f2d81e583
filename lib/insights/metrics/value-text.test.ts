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
  [11_400, 'seconds', '3 h 10 min', '11,400 s'],
  [0, 'seconds', '0 s', '0 s'],
  [2 / 42, 'share', '4.8%', '0.047619'],
  [1, 'share', '100%', '1'],
  [1234, 'count', '1,234', '1,234'],
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
  test.each<[number, number, Unit, string]>([
    [10_000, 6_100, 'seconds', '−1 h 5 min'],
    [0.042, 0.063, 'share', '+2.1 points'],
    [1, 1.12, 'per day', '+12%'],
    [50, 20, 'lines', '−30 lines'],
    [0, 0.5, 'per day', '+3.5 a week'],
    [0.1, 0.1, 'share', '±0'],
    [0.1, 0.1001, 'share', '±0'],
  ])('from %d to %d %s reads %s', (previous, value, unit, read) => {
    expect(changeText(previous, value, unit).replaceAll('\u00a0', ' ')).toBe(read)
  })

  test('between shares is that between what is shown of them', () => {
    const [previous, value] = [1 / 21, 0.0514]
    expect([valueText(previous, 'share'), valueText(value, 'share')]).toEqual(['4.8%', '5.1%'])
    expect(changeText(previous, value, 'share').replaceAll('\u00a0', ' ')).toBe('+0.3 points')
  })
})
