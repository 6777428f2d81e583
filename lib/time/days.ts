/** "2026-03-31", the day that an instant falls on in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  return formatter('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)
}

/** "Tuesday 31 March 2026"; of today and yesterday it says so. */
export function titleOfDay(day: string, today: string): string {
  const title = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', '')
  if (day === today) return `Today, ${title}`
  return day === addDays(today, -1) ? `Yesterday, ${title}` : title
}

/** "31 Mar" */
export function shortDay(day: string): string {
  return formatDay(day, { day: 'numeric', month: 'short' })
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(midnight(day).getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** How many days there are from one to another, both included. */
export function countDays(firstDay: string, lastDay: string): number {
  return Math.round((midnight(lastDay).getTime() - midnight(firstDay).getTime()) / 86_400_000) + 1
}

/** Splits rows, in the order given, where a new day begins. */
export function groupByDay<Row extends { startedAt: Date }>(
  rows: readonly Row[],
  timeZone: string,
): { day: string; rows: Row[] }[] {
  const days: { day: string; rows: Row[] }[] = []
  for (const row of rows) {
    const day = dayOf(row.startedAt, timeZone)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return formatter('en-GB', { timeZone: 'UTC', ...options }).format(midnight(day))
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, known)
  return known
}
