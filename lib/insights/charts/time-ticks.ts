const dayMilliseconds = 24 * 60 * 60 * 1000
const steps = [1, 2, 7, 14, 28, 56, 91]

/** A label that begins beyond would not end in the picture. */
const lastPlace = 0.87

/** Days between `from` and `to`, at most seven of them, each with its place from 0 to 1 at which its label begins. */
export function timeTicks(from: Date, to: Date, timeZone: string): { label: string; at: number }[] {
  const days = Math.round((to.getTime() - from.getTime()) / dayMilliseconds)
  const step = steps.find((candidate) => days / candidate <= 7) ?? Math.ceil(days / 7)
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' })
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
    // Noon, as a day that a clock change makes longer must not move the date.
    const noon = from.getTime() + (index * step + 0.5) * dayMilliseconds
    return { label: format.format(noon), at: (index * step) / days }
  }).filter(({ at }) => at <= lastPlace)
}
