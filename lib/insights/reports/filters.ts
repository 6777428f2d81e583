import { z } from 'zod'
import { formatCount } from '@/lib/core/format'
import { type FilterProblem, oneOf, readFilters, searchable } from '@/lib/core/query-filters'
import { serviceKeyOf } from '@/lib/core/service-key'
import { type LeadTimeStart, leadTimeStarts } from '@/lib/insights/metrics/settings'
import { calendarDay } from '@/lib/time/calendar-day'
import { addDays, dayOf } from '@/lib/time/days'

/** What a report is about. All of it can stand in an address. */
export type MetricFilters = {
  /** Days of the organization's time zone, both included. */
  firstDay: string
  lastDay: string
  /** The preset that the days come from; null for days that were given. */
  preset: Preset | null
  /** Names as metrics group them. */
  service: string | null
  environment: string | null
  /** Full name, as people write it. */
  repository: string | null
  team: string | null
  /** Where lead time starts; null for what the organization has set. */
  leadTime: LeadTimeStart | null
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

export type MetricFilterName = 'range' | 'from' | 'to' | 'lead-time' | SubjectName
export type MetricFilterProblem = FilterProblem<MetricFilterName>

const text = searchable(1024, 'name')
const key = text.transform(serviceKeyOf)
const name = text.trim()
const word = z.string().trim()

function schemasOn(today: string) {
  const passed = calendarDay.refine((given) => given <= today, `must not be after today, ${today}`)
  return {
    range: word.pipe(oneOf(presets)),
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
 * Reads filters from a query string: `range=90d`, or `from` and `to` such as "2026-03-31", which win over a range; with
 * one of the two, up to today or 30 days. Blank ones count as not given; what cannot be understood is left out and
 * named.
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
  return {
    filters: { ...(days ?? daysOf(range, today)), service, environment, repository, team, leadTime },
    problems: problem ? [...problems, problem] : problems,
  }
}

type Days = Pick<MetricFilters, 'firstDay' | 'lastDay' | 'preset'>

function daysOf(preset: Preset, today: string): Days {
  return { firstDay: addDays(today, 1 - presetDays[preset]), lastDay: today, preset }
}

/** The days between two ends, one of which may be missing, or not fit the other; null for none at all. */
function daysBetween(
  from: string | null,
  to: string | null,
  today: string,
): { days: Days | null; problem?: MetricFilterProblem } {
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
 * everything. A change of days leaves the preset behind.
 */
export function metricQuery(filters: MetricFilters, changes: Partial<MetricFilters> = {}): string {
  const preset = changes.firstDay === undefined && changes.lastDay === undefined ? filters.preset : null
  const merged = { ...filters, preset, ...changes }
  const params = new URLSearchParams()
  if (merged.preset === null) {
    params.set('from', merged.firstDay)
    params.set('to', merged.lastDay)
  } else if (merged.preset !== defaultPreset) params.set('range', merged.preset)
  for (const name of subjectNames) if (merged[name] !== null) params.set(name, merged[name])
  if (merged.leadTime !== null) params.set('lead-time', merged.leadTime)
  return params.size > 0 ? `?${params}` : ''
}

/** Filters of the same days that narrow nothing. */
export const everything: { [Name in SubjectName]: null } = {
  service: null,
  environment: null,
  repository: null,
  team: null,
}
