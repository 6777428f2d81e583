import { describe, expect, it } from 'vitest'
import { toCsv, toCsvPieces } from './csv'

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

  it.each([
    ['x;"=1+1;y', `"x;""'=1+1;y"\n`],
    ['x\n=1+1;y', `"x\n'=1+1;y"\n`],
    ['x\t" @1\ty', `"x\t"" '@1\ty"\n`],
    ['x;=1;;-2', `x;'=1;;'-2\n`],
  ])('of which another separator makes several begins with one in each: %j', (text, csv) => {
    expect(toCsv(['cell'], [{ cell: text }], String)).toBe(csv)
  })

  it.each(['main', ' main', 'a=b', '', '1 - 1'])('of other text is what it is: %j', (text) => {
    expect(toCsv(['cell'], [{ cell: text }], String)).not.toContain("'")
  })

  it('of a date, a number and a boolean is plain', () => {
    const row = { at: new Date('2026-03-02T10:00:00Z'), count: 5, counts: true }
    expect(toCsv(Object.keys(row), [row], (value) => (value ? 'yes' : 'no'))).toBe('2026-03-02T10:00:00.000Z,5,yes\n')
  })
})

it('rows of very many quotes are written in short pieces, with pauses', async () => {
  const rows = Array.from({ length: 100 }, () => ({ cell: '"'.repeat(7_000) }))
  let rounds = 0
  const round = () => {
    rounds += 1
    timer = setImmediate(round)
  }
  let timer = setImmediate(round)
  let text = ''
  for await (const piece of toCsvPieces(['cell'], rows, String)) text += piece
  clearImmediate(timer)
  expect(text).toBe(toCsv(['cell'], rows, String))
  expect(rounds).toBeGreaterThan(1)
})
