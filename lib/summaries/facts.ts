import { withoutInvisible } from '@/lib/core/invisible'
import { maskKeys } from '@/lib/core/mask-keys'
import { type MetricFilters, subjectNames } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { daysText, narrowedWords } from '@/lib/insights/reports/wording'
import { isOver } from '@/lib/time/period'

/** A number that a model is given, as the page shows it. */
export type Fact = {
  /** How the model says which one it means: `f3`. */
  id: string
  /** `Lead time for changes, the period before`. */
  label: string
  /** `3 h 10 min`, without the sign of a change. */
  text: string
  /** Of a change; what is written with a sign has to have this one. */
  sign?: '+' | '−'
}

/** All that a model is given about a report. */
export type SummaryInput = {
  /** What it has to write about: `The week 16 to 22 Nov 2026, compared with 9 to 15 Nov 2026`. */
  about: string
  facts: Fact[]
  /** Services and teams that it may name. */
  names: string[]
  /** Titles of pull requests, each with the id of its number. */
  titles: { title: string; fact: string }[]
  /** Services that it is not told of, and so may not name. */
  otherNames: string[]
}

export type FactList = { facts: Fact[]; add: (label: string, text: string, sign?: Fact['sign']) => string }

/** Collects facts and gives them their ids. */
export function factList(): FactList {
  const facts: Fact[] = []
  const add = (label: string, text: string, sign?: Fact['sign']) => {
    const id = `f${facts.length + 1}`
    facts.push({ id, label, text: text.replaceAll(noBreak, ' '), ...(sign && { sign }) })
    return id
  }
  return { facts, add }
}

/** Adds the days of a report and of what it is compared with, and says after `what` it is about them. */
export function addPeriods({ add }: FactList, what: string, report: ReportDays): string {
  const { filters, period, previousPeriod } = report
  const days = daysText(period.firstDay, period.lastDay)
  const before = daysText(previousPeriod.firstDay, previousPeriod.lastDay)
  add('Days of the period', days)
  add('Days of the period before', before)
  const compared = `${what}, ${days}${isOver(period) ? '' : ' (not over yet)'}, compared with ${before}.`
  return [compared, narrowedWords(cleanFilters(filters))].filter(Boolean).join(' ')
}

type ReportDays = Pick<MetricsReport, 'filters' | 'period' | 'previousPeriod'>

function cleanFilters(filters: MetricFilters): MetricFilters {
  const cleaned = subjectNames.map((name) => [name, filters[name] && cleanText(filters[name])])
  return { ...filters, ...Object.fromEntries(cleaned) }
}

const noBreak = '\u00a0'
const maxText = 80

/** A word of so many characters may be a secret. */
const maxWord = 32

/** A title or a name without addresses, keys and invisible characters, 80 characters at most. */
export function cleanText(text: string): string {
  const words = maskKeys(withoutInvisible(text.slice(0, 1_000))).split(/\s+/)
  const cleaned = words
    .map((word) => (isPrivate(word) ? '…' : word))
    .join(' ')
    .trim()
  return cleaned.length > maxText ? `${[...cleaned].slice(0, maxText - 1).join('')}…` : cleaned
}

function isPrivate(word: string): boolean {
  return word.includes('@') || word.includes('://') || word.length >= maxWord
}
