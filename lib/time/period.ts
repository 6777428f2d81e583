import { addDays, dayOf } from '@/lib/time/days'

/** A day or a week of a period, cut in the organization's time zone. */
export type Bucket = {
  /** First and last day of it that lie in the period, such as "2026-03-31". */
  firstDay: string
  lastDay: string
  /** From the beginning of the first day to the end of the last, which is not included. */
  from: Date
  to: Date
  /** Whether the period holds only a part of it, or it is not over yet. */
  partial: boolean
}

/** Whole days in a time zone; the last one may not be over. */
export type Period = {
  firstDay: string
  lastDay: string
  from: Date
  /** End of the last day, not included. */
  to: Date
  timeZone: string
  now: Date
  /** Days that have passed of it, today in part; 0 when it has not begun. */
  elapsedDays: number
  days: Bucket[]
  /** What trends are made of: the days of a period of less than two weeks, else its weeks, which begin on Monday. */
  parts: Bucket[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The first instant of a day ("2026-03-31") in an IANA time zone, also where its clocks skip midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`)
  const offset = offsetMs(midnightUtc - dayMs, timeZone)
  if (offset === offsetMs(midnightUtc + dayMs, timeZone)) return new Date(midnightUtc - offset)
  // Clocks change around this day. No zone is further than 14 hours from UTC.
  let before = midnightUtc - 15 * hourMs
  let reached = midnightUtc + 15 * hourMs
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (dayOf(new Date(middle), timeZone) < day) before = middle
    else reached = middle
  }
  return new Date(reached)
}

/** The days from `firstDay` to `lastDay`, both included, as they pass in a time zone. */
export function periodOf(firstDay: string, lastDay: string, timeZone: string, now: Date): Period {
  const names = daysBetween(firstDay, lastDay)
  const starts = [...names, addDays(lastDay, 1)].map((day) => startOfDay(day, timeZone))
  const days = names.flatMap((day, index): Bucket[] => {
    const [from, to] = [starts[index], starts[index + 1]]
    return from && to ? [{ firstDay: day, lastDay: day, from, to, partial: now < to }] : []
  })
  return {
    firstDay,
    lastDay,
    from: startOfDay(firstDay, timeZone),
    to: startOfDay(addDays(lastDay, 1), timeZone),
    timeZone,
    now,
    elapsedDays: elapsedDaysOf(days, now),
    days,
    parts: partUnit({ days }) === 'day' ? days : weeksOf(days, now),
  }
}

const maxDaysAsParts = 13

/** What the parts of a period are. */
export function partUnit({ days }: Pick<Period, 'days'>): 'day' | 'week' {
  return days.length <= maxDaysAsParts ? 'day' : 'week'
}

/** How many of these days have passed at `now`; one that is not over counts with the share of it that has passed. */
export function elapsedDaysOf(days: readonly Bucket[], now: Date): number {
  let elapsed = 0
  for (const { from, to } of days) {
    if (to <= now) elapsed += 1
    else if (from < now) elapsed += (now.getTime() - from.getTime()) / (to.getTime() - from.getTime())
  }
  return elapsed
}

/** Whether all of a period has passed. What came after its end is not part of it. */
export function isOver({ to, now }: Pick<Period, 'to' | 'now'>): boolean {
  return to <= now
}

/** The end of a period, or now while it goes on. */
export function endOf({ to, now }: Pick<Period, 'to' | 'now'>): Date {
  return to < now ? to : now
}

function weeksOf(days: readonly Bucket[], now: Date): Bucket[] {
  const weeks: (Bucket & { dayCount: number })[] = []
  for (const day of days) {
    const week = weeks.at(-1)
    if (!week || new Date(day.firstDay).getUTCDay() === 1) weeks.push({ ...day, dayCount: 1 })
    else Object.assign(week, { lastDay: day.lastDay, to: day.to, dayCount: week.dayCount + 1 })
  }
  return weeks.map(({ dayCount, ...week }) => ({ ...week, partial: dayCount < 7 || now < week.to }))
}

function daysBetween(firstDay: string, lastDay: string): string[] {
  const days: string[] = []
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push(day)
  return days
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a time zone are ahead of UTC at an instant, in milliseconds. */
export function offsetMs(instantMs: number, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return Date.parse(`${clock.format(instantMs).replace(' ', 'T')}Z`) - instantMs
}
