import { formatCount, formatDuration } from '@/lib/core/format'
import type { Change, Unit } from './metric-value'

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

/** A value to the last digit, as files carry it: "11400 s", "0.047619", "1.366667 per day", "48.5 lines". */
export function exactText(value: number, unit: Unit): string {
  const digits = String(Math.round(value * 1e6) / 1e6)
  if (unit === 'seconds') return `${digits} s`
  return unit === 'per day' || unit === 'lines' ? `${digits} ${unit}` : digits
}

/** What became of a value, with its sign: "−1 h 5 min", "+2.1 points", "+12%"; "±0" for no difference. */
export function changeText({ difference, ratio }: Change, unit: Unit): string {
  const amount = amountOf(Math.abs(difference), ratio, unit)
  if (difference === 0 || /^0\D*$/.test(amount)) return '±0'
  return `${difference > 0 ? '+' : '−'}${amount}`
}

function amountOf(difference: number, ratio: number | null, unit: Unit): string {
  if (unit === 'seconds') return formatDuration(difference)
  if (unit === 'share') return `${short(difference * 100)}${noBreak}points`
  if (unit === 'lines') return valueText(difference, unit)
  return ratio === null ? valueText(difference, unit) : `${short(Math.abs(ratio) * 100)}%`
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
