import { addDays } from './days'
import { addWeeks, isoWeekOf, parseIsoWeek } from './iso-week'

export const calendarKinds = ['week', 'month', 'quarter'] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** A week, a month or a quarter, by a name that stays: "2026-W47", "2026-11", "2026-Q4". */
export type CalendarPeriod = {
  kind: CalendarKind
  name: string
  /** Its first and its last day, such as "2026-11-30". */
  firstDay: string
  lastDay: string
}

/** The week, the month or the quarter that a day such as "2026-11-21" lies in. */
export function calendarPeriodOf(kind: CalendarKind, day: string): CalendarPeriod {
  if (kind === 'week') return { kind, ...isoWeekOf(day) }
  return monthsFrom(kind, Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1)
}

/** A period by its name; null when there is none, or it lies outside of the years 2000 to 2099. */
export function parseCalendarPeriod(text: string): CalendarPeriod | null {
  const week = parseIsoWeek(text)
  if (week) return { kind: 'week', ...week }
  const [, year, quarter, month] = /^(20\d\d)-(?:Q([1-4])|(0[1-9]|1[0-2]))$/.exec(text) ?? []
  if (year === undefined) return null
  return quarter === undefined
    ? monthsFrom('month', Number(year), Number(month) - 1)
    : monthsFrom('quarter', Number(year), 3 * (Number(quarter) - 1))
}

/** The period of its kind so many later, or earlier when negative. */
export function addPeriods(period: CalendarPeriod, count: number): CalendarPeriod {
  const { kind, firstDay, name, lastDay } = period
  if (kind === 'week') return { kind, ...addWeeks({ name, firstDay, lastDay }, count) }
  const months = kind === 'quarter' ? 3 : 1
  return monthsFrom(kind, Number(firstDay.slice(0, 4)), Number(firstDay.slice(5, 7)) - 1 + count * months)
}

/** The same week, month or quarter of the year before; of week 53 that is week 52, where that year has no other. */
export function yearBefore(period: CalendarPeriod): CalendarPeriod {
  const year = Number(period.name.slice(0, 4)) - 1
  const rest = period.name.slice(4)
  return parseCalendarPeriod(`${year}${rest}`) ?? parseCalendarPeriod(`${year}-W52`) ?? addPeriods(period, -52)
}

/** "week 47 of 2026", "November 2026", "Q4 2026" */
export function calendarTitle({ kind, name, firstDay }: CalendarPeriod): string {
  const year = name.slice(0, 4)
  if (kind === 'week') return `week ${Number(name.slice(6))} of ${year}`
  if (kind === 'quarter') return `${name.slice(5)} ${year}`
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
  return `${month.format(new Date(`${firstDay}T00:00:00Z`))} ${year}`
}

function monthsFrom(kind: 'month' | 'quarter', year: number, month: number): CalendarPeriod {
  const first = kind === 'quarter' ? month - (((month % 3) + 3) % 3) : month
  const dayAt = (months: number) => new Date(Date.UTC(year, months, 1)).toISOString().slice(0, 10)
  const firstDay = dayAt(first)
  const number = Number(firstDay.slice(5, 7))
  return {
    kind,
    name: kind === 'month' ? firstDay.slice(0, 7) : `${firstDay.slice(0, 4)}-Q${Math.ceil(number / 3)}`,
    firstDay,
    lastDay: addDays(dayAt(first + (kind === 'quarter' ? 3 : 1)), -1),
  }
}
