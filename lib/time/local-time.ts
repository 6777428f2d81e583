import { offsetMs } from './period'
import { parseIsoInstant } from './time'

/** An instant as the clocks of a time zone show it, as `datetime-local` fields have it: "2026-03-31T09:05". */
export function localTimeOf(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16)
}

/** The instant at which clocks show a time; null for what is none. Of a time that clocks skip or show twice, one nearby. */
export function instantOfLocal(local: string, timeZone: string): Date | null {
  const shown = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? parseIsoInstant(local) : null
  if (!shown) return null
  const wall = shown.getTime()
  const near = wall - offsetMs(wall, timeZone)
  return new Date(wall - offsetMs(near, timeZone))
}
