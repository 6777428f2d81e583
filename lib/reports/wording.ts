import { shortDay } from '@/lib/deployments/days'
import { formatCount, formatDuration, plural } from '@/lib/format'
import type { Coverage } from '@/lib/metrics/coverage'
import type { Change, Figure } from '@/lib/metrics/figure'
import type { Period } from '@/lib/metrics/period'
import type { ServiceHealth } from '@/lib/metrics/service-health'
import { type MetricFilters, presetDays, type SubjectName } from './filters'

/** A number and its unit: "3" and "h", "10" and "min". */
type ValuePart = { number: string; unit: string }

const rates = [
  { perDay: 1, days: 1, unit: 'a day' },
  { perDay: 1 / 7, days: 7, unit: 'a week' },
  { perDay: 0, days: 30, unit: 'per 30 days' },
]

/** A value as people read it, in its parts. Rates below one a day are told for a week, below one a week for 30 days. */
export function valueParts(value: number, unit: Figure['unit']): ValuePart[] {
  if (unit === 'seconds') return durationParts(value)
  if (unit === 'share') return [{ number: short(value * 100), unit: '%' }]
  if (unit === 'count') return [{ number: short(value), unit: '' }]
  const rate = value === 0 ? rates[0] : rates.find(({ perDay }) => value >= perDay)
  return [{ number: short(value * (rate?.days ?? 1)), unit: rate?.unit ?? 'a day' }]
}

/** A value in one line: "3 h 10 min", "4.8%", "2.5 a week". No line breaks within it. */
export function valueText(value: number, unit: Figure['unit']): string {
  if (unit === 'share') return `${short(value * 100)}%`
  return valueParts(value, unit)
    .flatMap((part) => [part.number, part.unit])
    .filter((text) => text !== '')
    .join(' ')
    .replaceAll(' ', noBreak)
}

/** A value to the last digit, as files carry it: "11400 s", "0.047619", "1.366667 per day". */
export function exactText(value: number, unit: Figure['unit']): string {
  const digits = String(Math.round(value * 1e6) / 1e6)
  if (unit === 'seconds') return `${digits} s`
  return unit === 'per day' ? `${digits} per day` : digits
}

/** What became of a value, with its sign: "−1 h 5 min", "+2.1 points", "+12%"; "±0" for no difference. */
export function changeText({ difference, ratio }: Change, unit: Figure['unit']): string {
  const amount = amountOf(Math.abs(difference), ratio, unit)
  if (difference === 0 || /^0\D*$/.test(amount)) return '±0'
  return `${difference > 0 ? '+' : '−'}${amount}`
}

function amountOf(difference: number, ratio: number | null, unit: Figure['unit']): string {
  if (unit === 'seconds') return formatDuration(difference)
  if (unit === 'share') return `${short(difference * 100)}${noBreak}points`
  return ratio === null ? valueText(difference, unit) : `${short(Math.abs(ratio) * 100)}%`
}

type Days = Pick<MetricFilters, 'firstDay' | 'lastDay'>

/**
 * The days of a report, to go on in a sentence: "in 30 days", "from 2 to 8 Mar 2026", "on 31 Mar 2026". Those before
 * its data begins are not among them: "since 5 Mar 2026".
 */
export function periodWords(filters: Days & Pick<MetricFilters, 'preset'>, dataFrom: string | null): string {
  const { firstDay, lastDay, preset } = filters
  const begin = beginWithin(filters, dataFrom)
  if (preset !== null) return begin ? `since ${dayText(begin)}` : `in ${presetDays[preset]} days`
  const words = daysText(begin ?? firstDay, lastDay)
  return (begin ?? firstDay) === lastDay ? `on ${words}` : `from ${words}`
}

type Told = { period: Period; dataFrom: string | null }

/**
 * What the numbers of a report cover and are compared with, and the time zone that its days are cut in. `before` names
 * the period before where it has a name.
 */
export function coverWords(told: Told, before = daysBefore(told.period)): string {
  const { firstDay, lastDay, timeZone, days } = told.period
  const begin = beginWithin(told.period, told.dataFrom)
  const against = begin ? `data from ${dayText(begin)} on` : `against ${before}`
  return [
    `${daysText(firstDay, lastDay)} in ${timeZone}, ${against}.`,
    ...(days.at(-1)?.partial ? ['Today is not over.'] : []),
  ].join(' ')
}

function daysBefore({ days }: Period): string {
  return days.length === 1 ? 'the day before' : `the ${formatCount(days.length)} days before`
}

/** How long a report reaches over: "30 days", or "from 5 Mar 2026" when data begins within it. */
export function reachWords(told: Told): string {
  const begin = beginWithin(told.period, told.dataFrom)
  return begin ? `from ${dayText(begin)}` : plural(told.period.days.length, 'day')
}

/** The day that data begins on, where some of the days are before it. */
function beginWithin({ firstDay, lastDay }: Days, dataFrom: string | null): string | null {
  return dataFrom !== null && dataFrom > firstDay && dataFrom <= lastDay ? dataFrom : null
}

function dayText(day: string): string {
  return daysText(day, day)
}

/** "2 to 8 Mar 2026", "28 Feb to 2 Mar 2026", "31 Mar 2026". */
export function daysText(firstDay: string, lastDay: string): string {
  const end = `${shortDay(lastDay)} ${lastDay.slice(0, 4)}`
  if (firstDay === lastDay) return end
  if (firstDay.slice(0, 4) !== lastDay.slice(0, 4)) return `${shortDay(firstDay)} ${firstDay.slice(0, 4)} to ${end}`
  return `${firstDay.slice(0, 7) === lastDay.slice(0, 7) ? Number(firstDay.slice(8)) : shortDay(firstDay)} to ${end}`
}

const sampleNouns = {
  'deployment-frequency': ['success', 'successes'],
  'lead-time': ['pull request'],
  'change-failure-rate': ['deployment'],
  'recovery-time': ['closed incident'],
  'rework-rate': ['success', 'successes'],
  coverage: ['success', 'successes'],
  'cycle-time': ['merged pull request'],
  throughput: ['merged pull request'],
} as const

/** What a number was made of: "42 pull requests". */
export function sampleText(slug: keyof typeof sampleNouns, count: number): string {
  const [one, many] = sampleNouns[slug]
  return plural(count, one, many)
}

/** Why there is no value, after the rows that there are: "3 successes. Less than a day has passed." */
export function missingText(slug: keyof typeof sampleNouns, { missing, made }: Pick<Figure, 'missing' | 'made'>) {
  const sample = made.sampleSize > 0 ? `${sampleText(slug, made.sampleSize)}. ` : ''
  return `${sample}${missing ?? ''}`
}

/** How much of what went live is tied to pull requests, or why that is not known. */
export function coverageText({ linked, of, missing }: Pick<Coverage, 'linked' | 'of' | 'missing'>): string | null {
  return of === 0 ? missing : `${formatCount(linked)} of ${sampleText('coverage', of)} tied to a pull request`
}

/** A filter that names what an organization does not have, and a sentence that says so. */
export type UnknownName = { name: SubjectName; sentence: string }

const unknownSentences: Record<SubjectName, (given: string) => string> = {
  service: (given) => `No service is called “${given}”.`,
  environment: (given) => `No environment of production is called “${given}”.`,
  repository: (given) => `No repository has the full name “${given}”.`,
  team: (given) => `No team is called “${given}”.`,
}

/** What to say of the unknown ones among filters, so that nobody takes what they select for a real 0. */
export function unknownWords(
  filters: { [Name in SubjectName]?: string | null },
  unknown: readonly SubjectName[],
): UnknownName[] {
  return unknown.map((name) => ({ name, sentence: unknownSentences[name](filters[name] ?? '') }))
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

/** Why a service has no lead time although others have. */
export function whyNoLeadTime({ deliveries }: Pick<ServiceHealth, 'deliveries'>): string {
  return deliveries === 0 ? 'No pull request reached production' : 'No first commit of its pull requests is known'
}
