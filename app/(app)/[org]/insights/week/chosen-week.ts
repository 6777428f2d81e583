import { dayOf } from '@/lib/time/days'
import { addWeeks, type IsoWeek, isoWeekOf, parseIsoWeek } from '@/lib/time/iso-week'

export type ChosenWeek = {
  week: IsoWeek
  previous: IsoWeek
  /** Null for the week that goes on. */
  next: IsoWeek | null
  /** Whether it is the week that goes on, or the one before. */
  latest: boolean
  /** What cannot be shown of the requested week, as a sentence. */
  problem: string | null
}

/** The week that an address names; the last whole one unless it names one. */
export function chosenWeek(requested: string | null, now: Date, timeZone: string): ChosenWeek {
  const current = isoWeekOf(dayOf(now, timeZone))
  const last = addWeeks(current, -1)
  const given = requested === null ? last : parseIsoWeek(requested)
  const week = given && given.firstDay <= current.firstDay ? given : last
  return {
    week,
    previous: addWeeks(week, -1),
    next: week.firstDay < current.firstDay ? addWeeks(week, 1) : null,
    latest: week.firstDay >= last.firstDay,
    problem: week === given ? null : problemOf(given, last),
  }
}

function problemOf(given: IsoWeek | null, last: IsoWeek): string {
  const why = given ? `Week ${given.name} has not begun.` : 'There is no such week; a week is named like 2026-W47.'
  return `${why} This is the last whole one, ${last.name}.`
}
