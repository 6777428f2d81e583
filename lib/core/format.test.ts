import { describe, expect, it } from 'vitest'
import {
  firstCharacters,
  formatCount,
  formatDate,
  formatDuration,
  formatExact,
  formatRelative,
  formatTime,
  leftOutText,
  plural,
} from './format'

const now = new Date('2026-03-10T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [41, '41 s'],
    [59.6, '1 min'],
    [60, '1 min'],
    [95, '1 min 35 s'],
    [3_599, '59 min 59 s'],
    [3_599.7, '1 h'],
    [8_040, '2 h 14 min'],
    [86_370, '1 d'],
    [86_399, '1 d'],
    [90_000, '1 d 1 h'],
    [8_640_000, '100 d'],
    [-95, '−1 min 35 s'],
    [-0.2, '0 s'],
  ])('of %d seconds reads %s, and never breaks', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text.replaceAll(' ', '\u00a0'))
  })
})

describe('an instant', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [7_200, '2 hours ago'],
    [86_400, '1 day ago'],
    [604_799, '6 days ago'],
    [604_800, '3 Mar 2026'],
    [-30, 'in less than a minute'],
    [-3_600, 'in 1 hour'],
  ])('%d seconds ago reads %s', (seconds, text) => {
    expect(formatRelative(before(seconds), now, 'UTC')).toBe(text)
  })

  it('is shown in the requested time zone', () => {
    const value = new Date('2026-03-09T23:30:05Z')
    expect(formatExact(value, 'UTC')).toBe('9 Mar 2026, 23:30:05')
    expect(formatExact(value, 'Asia/Tokyo')).toBe('10 Mar 2026, 08:30:05')
    expect(formatDate(value, 'America/New_York')).toBe('9 Mar 2026')
    expect(formatTime(value, 'Asia/Tokyo')).toBe('08:30')
    expect(formatExact(new Date('2026-03-09T00:00:00Z'), 'UTC')).toBe('9 Mar 2026, 00:00:00')
  })
})

it('counts have separators and the right word', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect(plural(1, 'pull request')).toBe('1 pull request')
  expect(plural(0, 'entry', 'entries')).toBe('0 entries')
  expect(leftOutText(1, 'more entry')).toBe('1 more entry is left out')
  expect(leftOutText(1_200, 'more entry', 'more entries')).toBe('1,200 more entries are left out')
})

it('cuts a text after 200 characters, and never within one', () => {
  expect(firstCharacters('x'.repeat(200))).toBe('x'.repeat(200))
  expect(firstCharacters('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  expect(firstCharacters('😀'.repeat(200))).toBe('😀'.repeat(200))
  expect(firstCharacters('😀'.repeat(10_000))).toBe(`${'😀'.repeat(199)}…`)
})
