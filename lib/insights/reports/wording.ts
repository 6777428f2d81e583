import { formatCount, plural } from '@/lib/core/format'
import { maxListedServices } from '@/lib/core/listed'
import { type Coverage, coverage } from '@/lib/insights/metrics/coverage'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { addPeriods, calendarTitle } from '@/lib/time/calendar-period'
import { shortDay } from '@/lib/time/days'
import type { Period } from '@/lib/time/period'
import { periodAgainst, presetDays } from './chosen-days'
import type { MetricFilters, SubjectName } from './filters'

/** That services are missing in a list: which are in it. */
export function leftOutWords(leftOut: number, listed: 'with the most deployments' | 'deployed last'): string {
  const are = leftOut === 1 ? 'is' : 'are'
  return `${plural(leftOut, 'more service')} ${are} not listed: these are the ${formatCount(maxListedServices)} ${listed}.`
}

type Days = Pick<MetricFilters, 'firstDay' | 'lastDay'>

/**
 * The days of a report, to go on in a sentence: "in 30 days", "from 2 to 8 Mar 2026", "on 31 Mar 2026". Those before
 * its data begins are not among them: "since 5 Mar 2026".
 */
export function periodWords(
  filters: Days & Pick<MetricFilters, 'preset' | 'calendar'>,
  dataFrom: string | null,
): string {
  const { firstDay, lastDay, preset, calendar } = filters
  const begin = beginWithin(filters, dataFrom)
  if (preset !== null) return begin ? `since ${dayText(begin)}` : `in ${presetDays[preset]} days`
  if (calendar?.lastDay === lastDay && !begin) return `in ${calendarTitle(calendar)}`
  const words = daysText(begin ?? firstDay, lastDay)
  return (begin ?? firstDay) === lastDay ? `on ${words}` : `from ${words}`
}

type ReportDays = { period: Period; dataFrom: string | null }
type Compared = Pick<MetricFilters, 'calendar' | 'against'>

/** What the numbers of a report cover and are compared with, and the time zone that its days are cut in. */
export function coverWords(
  { period, previousPeriod, dataFrom }: ReportDays & { previousPeriod: Period },
  filters: Compared,
): string {
  const { firstDay, lastDay, timeZone, days } = period
  const begin = beginWithin(period, dataFrom)
  const against = begin ? `data from ${dayText(begin)} on` : `against ${beforeWords(filters, period, previousPeriod)}`
  return [
    `${daysText(firstDay, lastDay)} in ${timeZone}, ${against}.`,
    ...(days.at(-1)?.partial ? ['Today is not over.'] : []),
  ].join(' ')
}

/** What a period is compared with: "the 30 days before", "Q2 2026", "1 to 26 Oct 2026, as much of October 2026". */
export function beforeWords({ calendar, against }: Compared, { days }: Period, { firstDay, lastDay }: Period): string {
  const words = daysText(firstDay, lastDay)
  if (against === 'year-before') return `${words}, a year before`
  const named = periodAgainst(against) ?? (against === undefined && calendar ? addPeriods(calendar, -1) : null)
  if (named) return named.lastDay === lastDay ? calendarTitle(named) : `${words}, as much of ${calendarTitle(named)}`
  if (against !== undefined) return words
  return days.length === 1 ? 'the day before' : `the ${formatCount(days.length)} days before`
}

/** How long a report reaches over: "30 days", or "from 5 Mar 2026" when data begins within it. */
export function reachWords({ period, dataFrom }: ReportDays): string {
  const begin = beginWithin(period, dataFrom)
  return begin ? `from ${dayText(begin)}` : plural(period.days.length, 'day')
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

/** What a number was made of: "42 pull requests". */
export function sampleText({ sample: [one, many] }: Pick<AnyMetric, 'sample'>, count: number): string {
  return plural(count, one, many)
}

/** Why there is no value, after the rows that there are: "3 successes. Less than a day has passed." */
export function missingText(
  metric: Pick<AnyMetric, 'sample'>,
  { missing, provenance }: Pick<MetricValue, 'missing' | 'provenance'>,
) {
  const sample = provenance.sampleSize > 0 ? `${sampleText(metric, provenance.sampleSize)}. ` : ''
  return `${sample}${missing ?? ''}`
}

/** How much of what went live is tied to pull requests, or why that is not known. */
export function coverageText({ linked, of, missing }: Pick<Coverage, 'linked' | 'of' | 'missing'>): string | null {
  return of === 0 ? missing : `${formatCount(linked)} of ${sampleText(coverage, of)} tied to a pull request`
}

/** What a report is narrowed to, as a sentence: "Only service api in environment production."; null for everything. */
export function narrowedWords({ service, environment, repository, team }: MetricFilters): string | null {
  const parts = [
    service && `service ${service}`,
    environment && `environment ${environment}`,
    repository && `repository ${repository}`,
    team && `team ${team}`,
  ].filter(Boolean)
  return parts.length > 0 ? `Only ${parts.join(', ')}.` : null
}

/** A filter that names what an organization does not have, and a sentence that says so. */
export type UnknownName = { name: SubjectName; sentence: string }

const unknownSentences: Record<SubjectName, (given: string) => string> = {
  service: (given) => `No service is called “${given}”.`,
  environment: (given) => `No environment of production is called “${given}”.`,
  repository: (given) => `No repository has the full name “${given}”.`,
  team: (given) => `No team is called “${given}”.`,
}

/** What to say of the unknown ones among filters, so that no one takes what they select for a real 0. */
export function unknownWords(
  filters: { [Name in SubjectName]?: string | null },
  unknown: readonly SubjectName[],
): UnknownName[] {
  return unknown.map((name) => ({ name, sentence: unknownSentences[name](filters[name] ?? '') }))
}
