import fc from 'fast-check'
import { hostileTexts } from '@/lib/testing/hostile'

/** What no pipeline sends on purpose: texts, numbers, lists and objects for any field of an event. */
export function hostileValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    hostileText(),
    fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
    fc.constantFrom(0, -0, 1e308, 5e-324, Number.MAX_SAFE_INTEGER + 2, 1_772_445_600, true, null, [], {}, [[]]),
    fc.dictionary(hostileText(), fc.oneof(hostileText(), fc.double({ noNaN: true }), fc.boolean()), { maxKeys: 5 }),
    fc.integer({ min: 1, max: 60 }).map(nested),
    fc.constantFrom('x', '\u4e00', '\u{1f680}', '\\').map((character) => character.repeat(20_000)),
    fc.constant(Object.fromEntries(Array.from({ length: 11_000 }, (_, index) => [`k${index}`, index]))),
  )
}

/** Texts that break what does not treat them as text, of lengths that fit. */
export function hostileText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme-composite', maxLength: 60 }),
    fc.constantFrom(...hostileTexts),
    fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', 'a\udc00', '\ud83d\ude80', '\ufffe', '\u0085', '\r', '\x1b[31m'),
    fc.constantFrom('00000', 'f'.repeat(40), 'f'.repeat(41), 'https://a.example/', 'http://[', 'success', 'production'),
    anyDate(),
  )
}

/** Instants in many spellings, most of them outside of what is taken. */
export function anyDate(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom('9999-12-31T23:59:59-23:59', '0000-01-01', '-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'),
    fc.constantFrom('2026-02-29', '2026-06-30T23:59:60Z', '2026-03-02T24:00:00Z', '2026-W10-1', '20260302T100000Z'),
    fc.constantFrom('1999-12-31T23:59:59.999Z', '2000-01-01', '2026-03-02T10:00:00,123456789+14:00', '１２３４-01-01'),
    fc.tuple(fc.nat(9999), fc.nat(13), fc.nat(32), fc.nat(25), fc.nat(61)).map(([year, month, day, hour, minute]) => {
      const pad = (value: number, length = 2) => String(value).padStart(length, '0')
      return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}Z`
    }),
  )
}

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
