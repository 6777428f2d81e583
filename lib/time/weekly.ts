import { formatTime } from '@/lib/core/format'
import { addDays, dayOf } from './days'
import { isoWeekOf } from './iso-week'
import { startOfDay } from './period'

/** A time of each week: `weekday` from 1, Monday, to 7, and a full hour from 0 to 23. */
export type Weekly = { weekday: number; hour: number }

const hourMs = 3_600_000

/** The last time that it was this weekday and hour in an IANA time zone, `now` included. */
export function lastWeekly({ weekday, hour }: Weekly, now: Date, timeZone: string): Date {
  const day = addDays(isoWeekOf(dayOf(now, timeZone)).firstDay, weekday - 1)
  const ofThisWeek = hourOfDay(day, hour, timeZone)
  return ofThisWeek <= now ? ofThisWeek : hourOfDay(addDays(day, -7), hour, timeZone)
}

/**
 * When it becomes an hour of a day: the first time where clocks are set back to it, and the next time that there is
 * where clocks skip it.
 */
function hourOfDay(day: string, hour: number, timeZone: string): Date {
  // No clock changes by more than three hours, and none by less than a quarter.
  let at = startOfDay(day, timeZone).getTime() + Math.max(hour - 3, 0) * hourMs
  while (isBefore(new Date(at), day, hour, timeZone)) at += hourMs / 4
  return new Date(at)
}

function isBefore(at: Date, day: string, hour: number, timeZone: string): boolean {
  return dayOf(at, timeZone) <= day && Number(formatTime(at, timeZone).slice(0, 2)) < hour
}
