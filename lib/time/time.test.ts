import { describe, expect, test } from 'vitest'
import { earliestInstant, isPlausibleInstant, parseIsoInstant } from './time'

describe('what is read', () => {
  test.each([
    ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z', 'Z'],
    ['2026-03-04t05:06:07z', '2026-03-04T05:06:07.000Z', 'lower-case t and z'],
    ['2026-03-04T05:06:07+09:30', '2026-03-03T19:36:07.000Z', 'offset with a colon'],
    ['2026-03-04T05:06:07+0930', '2026-03-03T19:36:07.000Z', 'offset without a colon'],
    ['2026-03-04T05:06:07-08', '2026-03-04T13:06:07.000Z', 'offset in hours'],
    ['2026-03-04T05:06:07+00:00', '2026-03-04T05:06:07.000Z', 'offset of zero'],
    ['2026-03-04T05:06:07-00:00', '2026-03-04T05:06:07.000Z', 'negative offset of zero'],
    ['2026-03-04T05:06:07+23:59', '2026-03-03T05:07:07.000Z', 'the greatest offset'],
    ['2026-03-04T05:06:07', '2026-03-04T05:06:07.000Z', 'no offset is UTC'],
    ['2026-03-04T05:06Z', '2026-03-04T05:06:00.000Z', 'no seconds'],
    ['2026-03-04T05:06', '2026-03-04T05:06:00.000Z', 'no seconds, no offset'],
    ['2026-03-04T05:06-0800', '2026-03-04T13:06:00.000Z', 'no seconds, with an offset'],
    ['2026-03-04', '2026-03-04T00:00:00.000Z', 'a date alone is midnight UTC'],
    ['2026-03-04T05:06:07.8Z', '2026-03-04T05:06:07.800Z', 'one digit of fraction'],
    ['2026-03-04T05:06:07,089Z', '2026-03-04T05:06:07.089Z', 'decimal comma'],
    ['2026-03-04T05:06:07.123456789Z', '2026-03-04T05:06:07.123Z', 'nanoseconds are cut'],
    ['2026-03-04T05:06:07.9999999', '2026-03-04T05:06:07.999Z', 'a fraction is cut, not rounded'],
    [`2026-03-04T05:06:07.5${'0'.repeat(5000)}1+01`, '2026-03-04T04:06:07.500Z', 'a fraction of any length'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z', 'leap second'],
    ['2017-01-01T00:59:60.5+01:00', '2016-12-31T23:59:59.999Z', 'leap second with fraction and offset'],
    ['2026-03-04T05:06:60Z', '2026-03-04T05:06:59.999Z', 'second 60 in any minute'],
    ['2026-12-31T24:00Z', '2027-01-01T00:00:00.000Z', '24:00 is the next midnight'],
    ['2026-02-28T24:00:00.000', '2026-03-01T00:00:00.000Z', '24:00:00.000 is the next midnight'],
    ['20260304T050607Z', '2026-03-04T05:06:07.000Z', 'basic date-time'],
    ['20260304T0506', '2026-03-04T05:06:00.000Z', 'basic date-time without seconds and offset'],
    ['20260304t050607,5+0930', '2026-03-03T19:36:07.500Z', 'basic date-time with fraction and offset'],
    ['20260304T240000Z', '2026-03-05T00:00:00.000Z', 'basic 24:00'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '29 February of a leap year'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z', '29 February of a leap century'],
    ['0099-01-01T00:00Z', '0099-01-01T00:00:00.000Z', 'the year 99 is not 1999'],
    ['0000-02-29', '0000-02-29T00:00:00.000Z', 'the year 0'],
  ])('%s → %s: %s', (text, expected) => {
    expect(parseIsoInstant(text)?.toISOString()).toBe(expected)
  })

  test('a date that becomes year 10000 in UTC is a date, for the range to refuse', () => {
    expect(parseIsoInstant('9999-12-31T23:59:59-01:00')?.getTime()).toBe(Date.UTC(10_000, 0, 1, 0, 59, 59))
  })
})

describe('what is refused', () => {
  test.each([
    ['', 'nothing'],
    ['2026-02-30T00:00:00Z', '30 February'],
    ['2026-02-29', '29 February outside a leap year'],
    ['1900-02-29', '29 February of a century that is no leap year'],
    ['2026-04-31', '31 April'],
    ['2026-00-10', 'month 0'],
    ['2026-13-10', 'month 13'],
    ['2026-01-00', 'day 0'],
    ['2026-01-32', 'day 32'],
    ['2026-03-04T24:30:00Z', '24:30'],
    ['2026-03-04T24:00:01Z', '24:00:01'],
    ['2026-03-04T24:00:60Z', '24:00:60'],
    [`2026-03-04T24:00:00.${'0'.repeat(400)}1Z`, 'a trace over 24:00'],
    ['2026-03-04T25:00Z', 'hour 25'],
    ['2026-03-04T05:60Z', 'minute 60'],
    ['2026-03-04T05:06:61Z', 'second 61'],
    ['2026-03-04T05:06:07+24:00', 'offset of 24 hours'],
    ['2026-03-04T05:06:07+09:60', 'offset of 60 minutes'],
    ['2026-03-04T05:06:07+9', 'offset of one digit'],
    ['2026-03-04T05:06:07+09:3', 'offset with half its minutes'],
    ['2026-03-04T05:06:07−08:00', 'typographic minus'],
    ['2026-03-04T05:06:07 +01:00', 'space before the offset'],
    ['2026-03-04T05:06:07ZZ', 'two offsets'],
    ['2026-03-04Z', 'date with an offset'],
    ['2026-03-04T', 'T and no time'],
    ['2026-03-04T05', 'hour alone'],
    ['2026-03-04T05Z', 'hour and offset'],
    ['2026-03-04T05:06.5Z', 'fractional minutes'],
    ['2026-03-04T05:06:07.Z', 'point and no fraction'],
    ['2026-03-04 05:06:07Z', 'space for T'],
    [' 2026-03-04', 'leading space'],
    ['2026-03-04T05:06:07Z\n', 'trailing line break'],
    ['2026-W10-3', 'week date'],
    ['2026W103T0506', 'basic week date'],
    ['2026-063', 'ordinal date'],
    ['2026063T0506', 'basic ordinal date'],
    ['2026-03', 'year and month'],
    ['2026', 'year'],
    ['26-03-04', 'two-digit year'],
    ['+002026-03-04T05:06:07Z', 'expanded year'],
    ['-002026-03-04T05:06:07Z', 'negative year'],
    ['20260304', 'digits alone: could be an epoch number'],
    ['1772600767', 'epoch seconds'],
    ['1772600767000', 'epoch milliseconds'],
    ['20260304050607', 'digits alone, date and time'],
    ['20260304T05:06:07Z', 'basic date with extended time'],
    ['2026-03-04T050607Z', 'extended date with basic time'],
    ['2026-3-4', 'month and day of one digit'],
    ['2026/03/04', 'slashes'],
    ['03/04/2026', 'American order'],
    ['4 March 2026', 'words'],
    ['Wed, 04 Mar 2026 05:06:07 GMT', 'RFC 2822'],
    ['Wed Mar 04 2026 05:06:07 GMT+0000', 'what Date prints'],
    ['now', 'now'],
    ['٢٠٢٦-٠٣-٠٤', 'digits of another script'],
  ])('%s: %s', (text) => {
    expect(parseIsoInstant(text)).toBeNull()
  })
})

describe('the plausible range', () => {
  const now = new Date('2026-03-04T05:06:07.008Z')
  test.each([
    ['1999-12-31T23:59:59.999Z', false],
    ['2000-01-01T00:00:00.000Z', true],
    ['2026-03-05T05:06:07.008Z', true],
    ['2026-03-05T05:06:07.009Z', false],
  ])('%s at 2026-03-04T05:06:07.008Z → %s', (text, expected) => {
    expect(isPlausibleInstant(new Date(text), now)).toBe(expected)
  })

  test('starts at the earliest instant', () => {
    expect(isPlausibleInstant(earliestInstant, now)).toBe(true)
  })
})
