import { describe, expect, it } from 'vitest'
import { toCsv } from './csv'

describe('a cell', () => {
  const starts = [
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    '\t',
    '\r',
    '\n',
    '\v',
    '\f',
    '\u2028',
    ' =',
    '\n=',
    '  @',
  ]
  it.each(starts.map((start) => `${start}cmd|' /C calc'!A0`))(
    'that may be a formula begins with an apostrophe: %j',
    (text) => {
      expect(toCsv(['cell'], [{ cell: text }], String)).toMatch(/^"?'/)
    },
  )

  it.each(['main', ' main', 'a=b', '', '1 - 1'])('of other text is what it is: %j', (text) => {
    expect(toCsv(['cell'], [{ cell: text }], String)).not.toContain("'")
  })

  it('of a date, a number and a boolean is plain', () => {
    const row = { at: new Date('2026-03-02T10:00:00Z'), count: 5, counts: true }
    expect(toCsv(Object.keys(row), [row], (value) => (value ? 'yes' : 'no'))).toBe('2026-03-02T10:00:00.000Z,5,yes\n')
  })
})
