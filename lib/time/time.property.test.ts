import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseIsoInstant } from './time'

const minuteMs = 60_000

const date = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9998-12-30T00:00:00Z'),
  noInvalidDate: true,
})

const spelling = fc.record({
  date,
  basic: fc.boolean(),
  letter: fc.constantFrom('T', 't'),
  point: fc.constantFrom('.', ','),
  moreDigits: fc.stringMatching(/^\d{0,30}$/),
  offsetMinutes: fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 }),
  offsetStyle: fc.constantFrom('colon', 'plain', 'zulu', 'none'),
})

type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never

function spell({ date, basic, letter, point, moreDigits, offsetMinutes, offsetStyle }: Spelling): string {
  const isUtc = offsetStyle === 'zulu' || offsetStyle === 'none'
  const shifted = new Date(date.getTime() + (isUtc ? 0 : offsetMinutes * minuteMs)).toISOString()
  const [day = '', clock = ''] = shifted.slice(0, -1).replace('.', point).split('T')
  const local = `${day}${letter}${clock}${moreDigits}`
  return (
    (basic ? local.replaceAll(/[-:]/g, '') : local) + (isUtc ? zulu(offsetStyle) : offset(offsetMinutes, offsetStyle))
  )
}

function zulu(style: string): string {
  return style === 'zulu' ? 'Z' : ''
}

function offset(minutes: number, style: string): string {
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${minutes < 0 ? '-' : '+'}${hour}${style === 'colon' ? ':' : ''}${minute}`
}

test('every instant is read back from every spelling of it', () => {
  fc.assert(
    fc.property(spelling, (choices) => {
      expect(parseIsoInstant(spell(choices))).toEqual(choices.date)
    }),
    { numRuns: 2000 },
  )
})

test('agrees with Date.parse on the profile of ISO 8601 that Date.parse defines', () => {
  fc.assert(
    fc.property(date, fc.constantFrom('Z', '+05:30', '-03:00', '+14:00', '-12:00'), (instant, zone) => {
      const text = instant.toISOString().replace('Z', zone)
      expect(parseIsoInstant(text)?.getTime()).toBe(Date.parse(text))
    }),
  )
})

test('every year has the days of its calendar and no other', () => {
  for (let year = 0; year <= 9999; year++) {
    const yyyy = String(year).padStart(4, '0')
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
    expect(parseIsoInstant(`${yyyy}-02-29`) !== null).toBe(isLeap)
    for (const day of ['02-30', '02-31', '04-31', '06-31', '09-31', '11-31', '12-32']) {
      if (parseIsoInstant(`${yyyy}-${day}`)) throw new Error(`${yyyy}-${day} was read`)
    }
  }
})

test('any text at all is null or a finite instant', () => {
  const nearlyDates = fc.string({ unit: fc.constantFrom(...'0123456789-+:.,TtZzW '), maxLength: 40 })
  const shaped = fc.stringMatching(/^\d{4}-?\d\d-?\d\d([Tt]\d\d:?\d\d(:?\d\d([.,]\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?)?)?$/)
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearlyDates, shaped), (text) => {
      const instant = parseIsoInstant(text)
      expect(instant === null || Number.isFinite(instant.getTime())).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

// A reader that backtracks over these would need hours, not the seconds that the runner allows.
test.each([
  ['digits', '1'.repeat(3_000_000), null],
  ['dashes', '2026-'.repeat(600_000), null],
  ['a fraction that never ends', `2026-03-04T05:06:07.${'9'.repeat(3_000_000)}x`, null],
  ['a fraction that ends late', `2026-03-04T05:06:07.${'9'.repeat(3_000_000)}Z`, '2026-03-04T05:06:07.999Z'],
  ['white space', `2026-03-04${' '.repeat(3_000_000)}`, null],
])('millions of characters take linear time: %s', (_name, text, expected) => {
  expect(parseIsoInstant(text)?.toISOString() ?? null).toBe(expected)
})
