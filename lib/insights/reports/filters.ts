import { z } from 'zod'
import { formatCount } from '@/lib/core/format'
import { type FilterProblem, oneOf, readFilters, searchable } from '@/lib/core/query-filters'
import { serviceKeyOf } from '@/lib/core/service-key'
import { type LeadTimeStart, leadTimeStarts } from '@/lib/insights/metrics/settings'
import { calendarDay } from '@/lib/time/calendar-day'
import { addPeriods, type CalendarPeriod, parseCalendarPeriod, yearBefore } from '@/lib/time/calendar-period'
import { addDays, countDays, dayOf } from '@/lib/time/days'
import { type Period, periodOf } from '@/lib/time/period'

/** What a report is about. All of it can stand in an address. */
export type MetricFilters = {
  /** Days of the organization's time zone, both included. */
  firstDay: string
  lastDay: string
  /** The preset that the days come from; null for days that were given. */
  preset: Preset | null
  /** The week, month or quarter that the days come from; those of one that goes on end today. */
  calendar?: CalendarPeriod
  /** What numbers are compared with, where that is not what came just before. */
  against?: Against
  /** Names as metrics group them. */
  service: string | null
  environment: string | null
  /** Full name, as people write it. */
  repository: string | null
  team: string | null
  /** Where lead time starts; null for what the organization has set. */
  leadTime: LeadTimeStart | null
}

/** The same of the year before, another week, month or quarter, or any days. */
export type Against = 'year-before' | CalendarPeriod | Days

export type Days = { firstDay: string; lastDay: string }

/** The week, month or quarter that is compared with, where one was chosen. */
export function periodAgainst(against: Against | undefined): CalendarPeriod | null {
  return typeof against === 'object' && 'kind' in against ? (against as CalendarPeriod) : null
}

/** Days up to today, today included. */
export type Preset = '7d' | '30d' | '90d' | '365d'

export const presetDays: Record<Preset, number> = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 }
export const presets = Object.keys(presetDays) as Preset[]
export const defaultPreset: Preset = '30d'

/** A report covers so many days at most. */
export const maxDays = 1_100

export const subjectNames = ['service', 'environment', 'repository', 'team'] as const
export type SubjectName = (typeof subjectNames)[number]

export type MetricFilterName =
  | 'range'
  | 'period'
  | 'from'
  | 'to'
  | 'against'
  | 'against-from'
  | 'against-to'
  | 'lead-time'
  | SubjectName
export type MetricFilterProblem = FilterProblem<MetricFilterName>

const text = searchable(1024, 'name')
const key = text.transform(serviceKeyOf)
const name = text.trim()
const word = z.string().trim()

const calendarName = word.transform((text, context) => {
  const period = parseCalendarPeriod(text.toUpperCase())
  if (period) return period
  context.addIssue({ code: 'custom', message: 'must be a week, month or quarter such as 2026-W47, 2026-11 or 2026-Q4' })
  return z.NEVER
})

function schemasOn(today: string) {
  const passed = calendarDay.refine((given) => given <= today, `must not be after today, ${today}`)
  const begun = calendarName.refine(({ firstDay }) => firstDay <= today, 'has not begun')
  return {
    range: word.pipe(oneOf(presets)),
    period: begun,
    against: z.union([word.pipe(z.literal('year-before')), begun], {
      error: 'must be year-before, or a week, month or quarter such as 2026-W47, 2026-11 or 2026-Q4 that has begun',
    }),
    'against-from': passed,
    'against-to': passed,
    from: passed,
    to: passed,
    service: key,
    environment: key,
    repository: name,
    team: name,
    'lead-time': word.pipe(oneOf(leadTimeStarts)),
  }
}

/**
 * Reads filters from a query string: `range=90d`, `period=2026-Q3`, which wins over a range, or `from` and `to` such as
 * "2026-03-31", which win over both; with one of the two, up to today or 30 days. What it is compared with is
 * `against=year-before` or `against=2026-Q1`, or `against-from` and `against-to`, as many days by default. Blank ones count
 * as not given; what cannot be understood is left out and named.
 */
export function parseMetricFilters(
  params: URLSearchParams,
  timeZone: string,
  now: Date,
): { filters: MetricFilters; problems: MetricFilterProblem[] } {
  const today = dayOf(now, timeZone)
  const schemas = schemasOn(today)
  const { filters, problems } = readFilters(schemas, params)
  const { range = defaultPreset, from = null, to = null, service = null, environment = null } = filters
  const { repository = null, team = null, 'lead-time': leadTime = null } = filters
  const { days, problem } = daysBetween(from, to, today)
  const chosen = days ?? (filters.period ? daysOfCalendar(filters.period, today) : daysOf(range, today))
  const compared = againstOf(filters, chosen)
  return {
    filters: {
      ...chosen,
      ...(compared.against && { against: compared.against }),
      service,
      environment,
      repository,
      team,
      leadTime,
    },
    problems: [...problems, ...[problem, compared.problem].filter((each) => each !== undefined)],
  }
}

/**
 * The days that numbers are compared with: by default as many before, or the week, month or quarter before. While one goes
 * on, it is compared with as many days of the other.
 */
export function comparedDays({ firstDay, lastDay, calendar, against }: ChosenDays): Days {
  const count = countDays(firstDay, lastDay)
  if (calendar && (against === undefined || against === 'year-before')) {
    const other = against === undefined ? addPeriods(calendar, -1) : yearBefore(calendar)
    const soFar = addDays(other.firstDay, count - 1)
    return {
      firstDay: other.firstDay,
      lastDay: lastDay < calendar.lastDay && soFar < other.lastDay ? soFar : other.lastDay,
    }
  }
  if (against === undefined) return { firstDay: addDays(firstDay, -count), lastDay: addDays(firstDay, -1) }
  if (against === 'year-before') return { firstDay: dayOfYearBefore(firstDay), lastDay: dayOfYearBefore(lastDay) }
  return { firstDay: against.firstDay, lastDay: against.lastDay }
}

/** The days that a period is compared with, as `comparedDays` names them. */
export function comparedPeriod(filters: ChosenDays, { timeZone, now }: Pick<Period, 'timeZone' | 'now'>): Period {
  const { firstDay, lastDay } = comparedDays(filters)
  return periodOf(firstDay, lastDay, timeZone, now)
}

/** Of 29 February the 28th. */
function dayOfYearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return before.endsWith('-02-29') ? `${before.slice(0, 8)}28` : before
}

type ChosenDays = Pick<MetricFilters, 'firstDay' | 'lastDay' | 'preset' | 'calendar' | 'against'>

type GivenAgainst = {
  against?: 'year-before' | CalendarPeriod
  'against-from'?: string
  'against-to'?: string
}

function againstOf(given: GivenAgainst, chosen: ChosenDays): { against?: Against; problem?: MetricFilterProblem } {
  const { against, 'against-from': from, 'against-to': to } = given
  if (from === undefined && to !== undefined) {
    return { problem: { name: 'against-from', message: 'must be given with the last day' } }
  }
  if (from === undefined) return against === undefined ? {} : checkAgainst('against', against, chosen)
  const lastDay = to ?? addDays(from, countDays(chosen.firstDay, chosen.lastDay) - 1)
  if (lastDay < from) return { problem: { name: 'against-to', message: 'must not be before the first day' } }
  return checkAgainst('against-from', { firstDay: from, lastDay }, chosen)
}

function checkAgainst(name: MetricFilterName, against: Against, chosen: ChosenDays) {
  const { firstDay, lastDay } = comparedDays({ ...chosen, against })
  if (firstDay >= chosen.firstDay)
    return { problem: { name, message: 'must begin before the days that it is compared with' } }
  if (countDays(firstDay, lastDay) > maxDays) {
    return { problem: { name, message: `may have at most ${formatCount(maxDays)} days` } }
  }
  return { against }
}

function daysOfCalendar(calendar: CalendarPeriod, today: string): ChosenDays {
  const { firstDay, lastDay } = calendar
  return { firstDay, lastDay: lastDay < today ? lastDay : today, preset: null, calendar }
}

function daysOf(preset: Preset, today: string): ChosenDays {
  return { firstDay: addDays(today, 1 - presetDays[preset]), lastDay: today, preset }
}

/** The days between two ends, one of which may be missing, or not fit the other; null for none at all. */
function daysBetween(
  from: string | null,
  to: string | null,
  today: string,
): { days: ChosenDays | null; problem?: MetricFilterProblem } {
  if (from === null && to === null) return { days: null }
  const lastDay = to ?? today
  const firstDay = from ?? addDays(lastDay, 1 - presetDays[defaultPreset])
  if (lastDay < firstDay) {
    const problem: MetricFilterProblem = { name: 'to', message: 'must not be before the first day' }
    return { ...daysBetween(from, null, today), problem }
  }
  if (addDays(firstDay, maxDays) <= lastDay) {
    const problem: MetricFilterProblem = {
      name: 'from',
      message: `must be within ${formatCount(maxDays)} days of the last day`,
    }
    return { ...daysBetween(null, to, today), problem }
  }
  return { days: { firstDay, lastDay, preset: null } }
}

/**
 * The query string of filters, with `changes` made to them: "?range=90d&service=api", "" for the last 30 days of
 * everything. A change of days leaves the preset, the week, month or quarter, and what it was compared with behind, but for
 * the year before.
 */
export function metricQuery(filters: MetricFilters, changes: Partial<MetricFilters> = {}): string {
  const { preset, calendar, against, ...rest } = filters
  const ofOther = ['firstDay', 'lastDay', 'preset', 'calendar'].some((name) => name in changes)
  const days = ofOther
    ? { preset: null, against: against === 'year-before' ? against : undefined }
    : { preset, calendar, against }
  const merged = { ...rest, ...days, ...changes }
  const params = new URLSearchParams()
  if (merged.calendar) params.set('period', merged.calendar.name)
  else if (merged.preset === null) {
    params.set('from', merged.firstDay)
    params.set('to', merged.lastDay)
  } else if (merged.preset !== defaultPreset) params.set('range', merged.preset)
  for (const [name, value] of againstParams(merged.against)) params.set(name, value)
  for (const name of subjectNames) if (merged[name] !== null) params.set(name, merged[name])
  if (merged.leadTime !== null) params.set('lead-time', merged.leadTime)
  return params.size > 0 ? `?${params}` : ''
}

function againstParams(against: Against | undefined): [MetricFilterName, string][] {
  if (against === undefined) return []
  if (against === 'year-before') return [['against', against]]
  const named = periodAgainst(against)
  if (named) return [['against', named.name]]
  return [
    ['against-from', against.firstDay],
    ['against-to', against.lastDay],
  ]
}

/** The same days by their dates, and what they are compared with by its own, so that they stay what they are. */
export function fixDays(filters: MetricFilters): MetricFilters {
  const { calendar, against, ...rest } = filters
  return { ...rest, preset: null, ...((calendar || against) && { against: comparedDays(filters) }) }
}

/** Filters of the same days that narrow nothing. */
export const everything: { [Name in SubjectName]: null } = {
  service: null,
  environment: null,
  repository: null,
  team: null,
}
