const dayMs = 86_400_000

/** A week of ISO 8601, Monday to Sunday. */
export type IsoWeek = {
  /** "2026-W47": the year is that of its Thursday. */
  name: string
  /** Its Monday and its Sunday, such as "2026-11-16". */
  firstDay: string
  lastDay: string
}

/** The week that a day such as "2026-11-21" lies in. */
export function isoWeekOf(day: string): IsoWeek {
  const date = new Date(`${day}T00:00:00Z`)
  return weekFrom(date.getTime() - ((date.getUTCDay() + 6) % 7) * dayMs)
}

/** A week by its name; null when there is no such week, or it lies outside of the years 2000 to 2099. */
export function parseIsoWeek(text: string): IsoWeek | null {
  const [, year, week] = /^(20\d\d)-W(\d\d)$/.exec(text) ?? []
  if (year === undefined || week === undefined) return null
  const first = isoWeekOf(`${year}-01-04`)
  const found = weekFrom(Date.parse(first.firstDay) + (Number(week) - 1) * 7 * dayMs)
  return found.name === text ? found : null
}

/** The week so many weeks later, or earlier when negative. */
export function addWeeks({ firstDay }: IsoWeek, weeks: number): IsoWeek {
  return weekFrom(Date.parse(firstDay) + weeks * 7 * dayMs)
}

function weekFrom(mondayMs: number): IsoWeek {
  const year = new Date(mondayMs + 3 * dayMs).getUTCFullYear()
  const fourth = new Date(Date.UTC(year, 0, 4))
  const firstMondayMs = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * dayMs
  const number = Math.round((mondayMs - firstMondayMs) / (7 * dayMs)) + 1
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    name: `${year}-W${String(number).padStart(2, '0')}`,
    firstDay: dayOf(mondayMs),
    lastDay: dayOf(mondayMs + 6 * dayMs),
  }
}
