import { formatCount, plural } from '@/lib/core/format'
import { middleOf } from './median'
import type { Unit } from './metric-value'
import { valueText } from './value-text'

/** "42 successful deployments ÷ 30 days = 1.4 a day". */
export function perDayWords(count: number, one: string, days: number): string {
  const perDay = count / days
  const exact = `${plural(count, one)} ÷ ${digits(days)} ${days === 1 ? 'day' : 'days'} = ${digits(perDay)} a day`
  const rounded = valueText(perDay, 'per day')
  return perDay === 0 || rounded.endsWith('day') ? exact : `${exact} = ${rounded}`
}

/** "2 failed + 1 rolled back of 42 deployments = 7.1%". */
export function shareWords(parts: readonly [count: number, what: string][], of: number, one: string): string {
  const sum = parts.reduce((total, [count]) => total + count, 0)
  const named = parts.map(([count, what]) => `${formatCount(count)} ${what}`).join(' + ')
  return `${named} of ${plural(of, one)} = ${valueText(sum / of, 'share')}`
}

/** How the median of values, NaN for none, comes about: the one in the middle, or halfway between the two in the middle. */
export function medianWords(all: Float64Array, unit: Unit): string {
  const { count, lower, upper } = middleOf(all)
  const above = Math.floor(count / 2)
  const exact = (value: number) => (unit === 'seconds' ? `${digits(value)} s` : digits(value))
  const words = (value: number) => (unit === 'seconds' ? `${exact(value)} = ` : '') + valueText(value, unit)
  if (count === 1) return `The only one: ${words(upper)}`
  if (count % 2 === 1) {
    return `In order, the ${ordinal(above + 1)} of ${formatCount(count)}: ${words(upper)}`
  }
  const middle = `the ${ordinal(above)} and ${ordinal(above + 1)} of ${formatCount(count)}`
  return `In order, between ${middle}: (${exact(lower)} + ${exact(upper)}) ÷ 2 = ${words((lower + upper) / 2)}`
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
