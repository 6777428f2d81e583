const formatters = new Map<string, Intl.DateTimeFormat>()
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Hour from 0 and weekday from 0 for Sunday, as the clocks of a place showed at an instant. */
export function localTime(at: number, timeZone: string): { hour: number; weekday: number } {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' })
  formatters.set(timeZone, formatter)
  const [weekday = '', hour = ''] = formatter.format(at).split(', ')
  return { hour: Number(hour), weekday: weekdays.indexOf(weekday) }
}
