import { z } from 'zod'
import { type FilterProblem, oneOf, readFilters, searchable } from '@/lib/core/query-filters'
import { serviceKeyOf } from '@/lib/core/service-key'
import { type LeadTimeStart, leadTimeStarts } from '@/lib/insights/metrics/settings'
import { calendarDay } from '@/lib/time/calendar-day'
import { parseCalendarPeriod } from '@/lib/time/calendar-period'
import { dayOf } from '@/lib/time/days'
import {
  type Against,
  againstOf,
  type ChosenDays,
  comparedDays,
  daysBetween,
  daysOf,
  daysOfCalendar,
  defaultPreset,
  periodAgainst,
  presets,
} from './chosen-days'

/** What a report is about. All of it can stand in an address. */
export type MetricFilters = ChosenDays & {
  /** Names as metrics group them. */
  service: string | null
  environment: string | null
  /** Full name, as people write it. */
  repository: string | null
  team: string | null
  /** Where lead time starts; null for what the organization has set. */
  leadTime: LeadTimeStart | null
}

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
 * `against=year-before` or `against=2026-Q1`, or `against-from` and `against-to`, as many days by default. Blank ones
 * count as not given; what cannot be understood is left out and named.
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
 * The query string of filters, with `changes` made to them: "?range=90d&service=api", "" for the last 30 days of
 * everything. A change of days leaves the preset, the week, month or quarter, and what it was compared with behind, but
 * for the year before.
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
