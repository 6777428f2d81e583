import { formatCount, plural } from '@/lib/format'
import { rank } from '@/lib/metrics/ranking'
import { valueText } from '@/lib/reports/wording'

/** "42 successful deployments ÷ 30 days = 1.4 a day". */
export function perDayWords(count: number, one: string, days: number): string {
  const perDay = count / days
  const exact = `${plural(count, one)} ÷ ${digits(days)} ${days === 1 ? 'day' : 'days'} = ${digits(perDay)} a day`
  const told = valueText(perDay, 'per day')
  return perDay === 0 || told.endsWith('day') ? exact : `${exact} = ${told}`
}

/** "2 failed + 1 rolled back of 42 deployments = 7.1%". */
export function shareWords(parts: readonly [count: number, what: string][], of: number, one: string): string {
  const sum = parts.reduce((total, [count]) => total + count, 0)
  const named = parts.map(([count, what]) => `${formatCount(count)} ${what}`).join(' + ')
  return `${named} of ${plural(of, one)} = ${valueText(sum / of, 'share')}`
}

/** How the median of seconds, NaN for none, comes about: the value in the middle, or halfway between the two in the middle. */
export function medianWords(seconds: Float64Array): string {
  const { values: sorted } = rank(seconds)
  const above = Math.floor(sorted.length / 2)
  const [lower = 0, upper = 0] = [sorted[above - 1], sorted[above]]
  if (sorted.length === 1) return `The only one: ${secondsWords(upper)}`
  if (sorted.length % 2 === 1) {
    return `In order, the ${ordinal(above + 1)} of ${formatCount(sorted.length)}: ${secondsWords(upper)}`
  }
  const middle = `the ${ordinal(above)} and ${ordinal(above + 1)} of ${formatCount(sorted.length)}`
  return `In order, between ${middle}: (${digits(lower)} s + ${digits(upper)} s) ÷ 2 = ${secondsWords((lower + upper) / 2)}`
}

function secondsWords(seconds: number): string {
  return `${digits(seconds)} s = ${valueText(seconds, 'seconds')}`
}

function ordinal(position: number): string {
  const suffix = ordinalSuffixes[ordinals.select(position)]
  return `${formatCount(position)}${suffix ?? 'th'}`
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

function digits(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 3 })
}
