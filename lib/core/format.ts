const minute = 60
const hour = 60 * minute
const day = 24 * hour

const durationUnits: [seconds: number, name: string, finerSeconds: number, finerName: string][] = [
  [day, 'd', hour, 'h'],
  [hour, 'h', minute, 'min'],
  [minute, 'min', 1, 's'],
]

/** Seconds to the last digit, as the tooltip of a duration has them: "11,400 s". */
export function exactSeconds(seconds: number): string {
  return `${seconds.toLocaleString('en', { maximumFractionDigits: 6 })} s`
}

/**
 * A duration as people say it, in its two largest units: "2 h 14 min", "3 d", "41 s". Negative ones keep their sign. No
 * line breaks within it.
 */
export function formatDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds))
  const precision = durationUnits.find(([size]) => whole >= size)?.[2] ?? 1
  const rounded = Math.round(whole / precision) * precision
  const sign = seconds < 0 && rounded > 0 ? '−' : ''
  const unit = durationUnits.find(([size]) => rounded >= size)
  if (!unit) return `${sign}${rounded}${noBreak}s`
  const [size, name, finerSize, finerName] = unit
  const rest = Math.floor((rounded % size) / finerSize)
  return [`${sign}${Math.floor(rounded / size)}`, name, ...(rest > 0 ? [rest, finerName] : [])].join(noBreak)
}

const noBreak = '\u00a0'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'long' })
const relativeUnits: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [day, 'day'],
  [hour, 'hour'],
  [minute, 'minute'],
]

/** Whether an instant lies within a week of `now`, so that people say how long ago it was. */
export function isRecent(value: Date, now: Date): boolean {
  return Math.abs(value.getTime() - now.getTime()) < 7 * day * 1000
}

/** "5 minutes ago" within a week of `now`, before and after that the date in `timeZone`. */
export function formatRelative(value: Date, now: Date, timeZone: string): string {
  const seconds = (value.getTime() - now.getTime()) / 1000
  if (!isRecent(value, now)) return formatDate(value, timeZone)
  for (const [size, unit] of relativeUnits) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return seconds > 1 ? 'in less than a minute' : 'just now'
}

/** "2 Mar 2026" in `timeZone`. */
export function formatDate(value: Date, timeZone: string): string {
  return formatter({ timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(value)
}

/** "2 Mar 2026, 10:05:00" in `timeZone`. */
export function formatExact(value: Date, timeZone: string): string {
  return `${formatDate(value, timeZone)}, ${formatter({ timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(value)}`
}

/** "10:05" in `timeZone`. */
export function formatTime(value: Date, timeZone: string): string {
  return formatter({ timeZone, timeStyle: 'short', hourCycle: 'h23' }).format(value)
}

/** "12,345". */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** "1 pull request", "2 pull requests". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

const maxLength = 200

/** The first 200 characters of a text, the last of them "…" where it has more: of what pipelines send for lists to show. */
export function firstCharacters(text: string): string {
  if (text.length <= maxLength) return text
  const characters = [...text.slice(0, 2 * maxLength + 2)]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}

/** "1 earlier note is left out", "2 earlier notes are left out". */
export function leftOutText(count: number, one: string, many?: string): string {
  return `${plural(count, one, many)} ${count === 1 ? 'is' : 'are'} left out`
}

/** What a list of teams says that has not all of them. */
export function teamsLeftOutText(leftOut: number): string | undefined {
  return leftOut > 0 ? leftOutText(leftOut, 'more team') : undefined
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', options)
  formatters.set(key, known)
  return known
}
