const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const extended =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/
const basic = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/

/** The earliest instant that a deployment may carry. */
export const earliestInstant = new Date('2000-01-01T00:00:00Z')

/**
 * Reads an ISO 8601 calendar date or date-time; null for everything else.
 *
 * Extended (`2026-03-04T05:06:07.8+09:00`) and basic (`20260304T050607Z`) date-times, seconds and fraction optional,
 * and extended dates. Without an offset it is UTC, a date alone is midnight UTC, `24:00` is the next midnight, a leap
 * second reads as :59.999 and a fraction is cut to milliseconds. Week, ordinal and year-month dates, expanded years,
 * fractional minutes and surrounding white space are refused, and so are digits alone: they may be an epoch number.
 */
export function parseIsoInstant(text: string): Date | null {
  const match = extended.exec(text) ?? basic.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second, fraction, offset] = match
  const instantMs =
    midnightMs(Number(year), Number(month), Number(day)) +
    timeOfDayMs(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), fraction ?? '') -
    offsetMs(offset ?? 'Z')
  return Number.isNaN(instantMs) ? null : new Date(instantMs)
}

/** Whether an instant lies between 2000-01-01 and 24 hours from now, both included. */
export function isPlausibleInstant(instant: Date, now: Date): boolean {
  return instant >= earliestInstant && instant.getTime() <= now.getTime() + dayMs
}

/** NaN for a day that the calendar does not have. */
function midnightMs(year: number, month: number, day: number): number {
  // Date.UTC takes the years 0 to 99 for 1900 to 1999; 400 years later the calendar is the same.
  const midnight = new Date(Date.UTC(year + 400, month - 1, day))
  // A day that does not exist falls into another month.
  return midnight.getUTCMonth() === month - 1 ? midnight.setUTCFullYear(year) : Number.NaN
}

/** NaN for a time that the clock does not have. */
function timeOfDayMs(hour: number, minute: number, second: number, fraction: string): number {
  if (hour === 24) return minute === 0 && second === 0 && Number(fraction) === 0 ? dayMs : Number.NaN
  if (hour > 24 || minute > 59 || second > 60) return Number.NaN
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const intoMinuteMs = second === 60 ? minuteMs - 1 : second * secondMs + millisecond
  return hour * hourMs + minute * minuteMs + intoMinuteMs
}

/** NaN for an offset of a day or more, or with 60 or more in its minutes. */
function offsetMs(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return Number.NaN
  return (offset.startsWith('-') ? -1 : 1) * (hours * hourMs + minutes * minuteMs)
}
