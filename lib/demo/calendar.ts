/** Seconds since 1970, the resolution of git. */
export type EpochSeconds = number

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour

const holidays = ['01-01', '05-01', '05-17', '12-24', '12-25', '12-26', '12-31']

/** Start of the UTC day of an instant. */
export function startOfDay(at: EpochSeconds): EpochSeconds {
  return at - (at % day)
}

/** 0 for Sunday to 6 for Saturday, in UTC. */
export function weekdayOf(at: EpochSeconds): number {
  return (Math.floor(at / day) + 4) % 7
}

/** How much of an ordinary day's work gets done on the day of an instant. */
export function activityOn(at: EpochSeconds): number {
  const date = toDate(at).toISOString().slice(5, 10)
  if (isWeekend(at)) return 0.04
  if (holidays.includes(date)) return 0.08
  if (date > '12-19' || date < '01-04') return 0.35
  return date.startsWith('07') ? 0.6 : 1
}

export function isWeekend(at: EpochSeconds): boolean {
  return [0, 6].includes(weekdayOf(at))
}

/** Takes an instant outside the office hours of a place back to the afternoon before, on a Friday if need be. */
export function toOfficeHours(at: EpochSeconds, utcOffsetHours: number): EpochSeconds {
  const sinceMidnight = (at + utcOffsetHours * hour) % day
  const pastFive = 17 * hour + (sinceMidnight % hour)
  let moved = at
  if (sinceMidnight < 8 * hour) moved += pastFive - sinceMidnight - day
  if (sinceMidnight > 18 * hour) moved += pastFive - sinceMidnight
  while (isWeekend(moved)) moved -= day
  return moved
}

export function toDate(at: EpochSeconds): Date {
  return new Date(at * 1000)
}
