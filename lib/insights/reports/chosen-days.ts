import { formatCount } from '@/lib/core/format'
import type { FilterProblem } from '@/lib/core/query-filters'
import { addPeriods, type CalendarPeriod, yearBefore } from '@/lib/time/calendar-period'
import { addDays, countDays } from '@/lib/time/days'
import { type Period, periodOf } from '@/lib/time/period'

/** The days of a report, both included, and what they are compared with where that is not what came just before. */
export type ChosenDays = {
  firstDay: string
  lastDay: string
  /** The preset that the days come from; null for days that were given. */
  preset: Preset | null
  /** The week, month or quarter that the days come from; those of one that goes on end today. */
  calendar?: CalendarPeriod
  /** What numbers are compared with, where that is not what came just before. */
  against?: Against
}

export type DaysProblem = FilterProblem<'from' | 'to' | 'against' | 'against-from' | 'against-to'>

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

/**
 * The days that numbers are compared with: by default as many before, or the week, month or quarter before. While one
 * goes on, it is compared with as many days of the other.
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

type GivenAgainst = {
  against?: 'year-before' | CalendarPeriod
  'against-from'?: string
  'against-to'?: string
}

/** What chosen days are compared with, where something was given for it; what cannot be is left out and named. */
export function againstOf(given: GivenAgainst, chosen: ChosenDays): { against?: Against; problem?: DaysProblem } {
  const { against, 'against-from': from, 'against-to': to } = given
  if (from === undefined && to !== undefined) {
    return { problem: { name: 'against-from', message: 'must be given with the last day' } }
  }
  if (from === undefined) return against === undefined ? {} : checkAgainst('against', against, chosen)
  const lastDay = to ?? addDays(from, countDays(chosen.firstDay, chosen.lastDay) - 1)
  if (lastDay < from) return { problem: { name: 'against-to', message: 'must not be before the first day' } }
  return checkAgainst('against-from', { firstDay: from, lastDay }, chosen)
}

function checkAgainst(name: DaysProblem['name'], against: Against, chosen: ChosenDays) {
  const { firstDay, lastDay } = comparedDays({ ...chosen, against })
  if (firstDay >= chosen.firstDay)
    return { problem: { name, message: 'must begin before the days that it is compared with' } }
  if (countDays(firstDay, lastDay) > maxDays) {
    return { problem: { name, message: `may have at most ${formatCount(maxDays)} days` } }
  }
  return { against }
}

/** Of one that goes on, the days up to today. */
export function daysOfCalendar(calendar: CalendarPeriod, today: string): ChosenDays {
  const { firstDay, lastDay } = calendar
  return { firstDay, lastDay: lastDay < today ? lastDay : today, preset: null, calendar }
}

/** The days of a preset, up to today. */
export function daysOf(preset: Preset, today: string): ChosenDays {
  return { firstDay: addDays(today, 1 - presetDays[preset]), lastDay: today, preset }
}

/** The days between two ends, one of which may be missing, or not fit the other; null for none at all. */
export function daysBetween(
  from: string | null,
  to: string | null,
  today: string,
): { days: ChosenDays | null; problem?: DaysProblem } {
  if (from === null && to === null) return { days: null }
  const lastDay = to ?? today
  const firstDay = from ?? addDays(lastDay, 1 - presetDays[defaultPreset])
  if (lastDay < firstDay) {
    const problem: DaysProblem = { name: 'to', message: 'must not be before the first day' }
    return { ...daysBetween(from, null, today), problem }
  }
  if (addDays(firstDay, maxDays) <= lastDay) {
    const problem: DaysProblem = {
      name: 'from',
      message: `must be within ${formatCount(maxDays)} days of the last day`,
    }
    return { ...daysBetween(null, to, today), problem }
  }
  return { days: { firstDay, lastDay, preset: null } }
}
