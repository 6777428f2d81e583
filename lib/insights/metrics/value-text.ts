import { exactSeconds, formatCount, formatDuration } from '@/lib/core/format'
import type { Unit } from './metric-value'

/** A number and its unit: "3" and "h", "10" and "min". */
type ValuePart = { number: string; unit: string }

const rates = [
  { perDay: 1, days: 1, unit: 'a day' },
  { perDay: 1 / 7, days: 7, unit: 'a week' },
  { perDay: 0, days: 30, unit: 'per 30 days' },
]

/** A value as people read it, in its parts. Rates below one a day are given per week, below one a week for 30 days. */
export function valueParts(value: number, unit: Unit): ValuePart[] {
  if (unit === 'seconds') return durationParts(value)
  if (unit === 'share') return [{ number: short(value * 100), unit: '%' }]
  if (unit === 'count') return [{ number: short(value), unit: '' }]
  if (unit === 'lines') return [{ number: short(value), unit: value === 1 ? 'line' : 'lines' }]
  const rate = value === 0 ? rates[0] : rates.find(({ perDay }) => value >= perDay)
  return [{ number: short(value * (rate?.days ?? 1)), unit: rate?.unit ?? 'a day' }]
}

/** A value in one line: "3 h 10 min", "4.8%", "2.5 a week". No line breaks within it. */
export function valueText(value: number, unit: Unit): string {
  if (unit === 'share') return `${short(value * 100)}%`
  return valueParts(value, unit)
    .flatMap((part) => [part.number, part.unit])
    .filter((text) => text !== '')
    .join(' ')
    .replaceAll(' ', noBreak)
}

/** A value to the last digit: "11,400 s", "0.047619", "1.366667 per day", "48.5 lines". */
export function exactText(value: number, unit: Unit): string {
  if (unit === 'seconds') return exactSeconds(value)
  const digits = value.toLocaleString('en', { maximumFractionDigits: 6 })
  return unit === 'per day' || unit === 'lines' ? `${digits} ${unit}` : digits
}

/**
 * What became of the value of before, with its sign: "−1 h 5 min", "+2.1 points", "+12%"; "±0" for no difference. The
 * points between two shares are those between what is shown of them.
 */
export function changeText(previous: number, value: number, unit: Unit): string {
  if (unit === 'share') return addedText((Math.round(value * 1000) - Math.round(previous * 1000)) / 1000, unit)
  if ((unit === 'per day' || unit === 'count') && previous !== 0) {
    return signed(value - previous, `${short(Math.abs(value / previous - 1) * 100)}%`)
  }
  return addedText(value - previous, unit)
}

/** What was added to a value, with its sign and in its unit: "+2 h 40 min"; "±0" for nothing. */
export function addedText(added: number, unit: Unit): string {
  const amount = Math.abs(added)
  return signed(added, unit === 'share' ? `${short(amount * 100)}${noBreak}points` : valueText(amount, unit))
}

function signed(difference: number, amount: string): string {
  if (difference === 0 || /^0\D*$/.test(amount)) return '±0'
  return `${difference > 0 ? '+' : '−'}${amount}`
}

function durationParts(seconds: number): ValuePart[] {
  const words = formatDuration(seconds).split(noBreak)
  return words.flatMap((number, index) => (index % 2 === 0 ? [{ number, unit: words[index + 1] ?? '' }] : []))
}

/** With one decimal below 100, none from there on. */
function short(value: number): string {
  return formatCount(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)
}

const noBreak = '\u00a0'
