import { z } from 'zod'
import { parseIsoInstant } from '@/lib/time/time'

/** A time as GitLab's webhooks write it: `2026-03-02T10:00:00Z`, `2026-03-02 10:00:00 UTC` or `… +0200`. */
export const webhookTime = z.string().transform((text, context) => {
  const instant = parseIsoInstant(text.replace(/^(\S{10}) (\S+) (UTC|[+-]\d{4})$/, toIso))
  if (instant) return instant
  context.addIssue({ code: 'custom', message: 'is not a time' })
  return z.NEVER
})

function toIso(_: string, day: string, time: string, zone: string): string {
  return `${day}T${time}${zone === 'UTC' ? 'Z' : zone}`
}
