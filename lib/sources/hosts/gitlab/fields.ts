import { z } from 'zod'
import { parseIsoInstant } from '@/lib/time/time'
import { commitDateOf, storableTime } from '../host-fields'

/** A time as GitLab writes it. */
export const timeField = storableTime(
  z.string().transform((text, context) => {
    const instant = parseIsoInstant(text)
    if (instant) return instant
    context.addIssue({ code: 'custom', message: 'is not a time' })
    return z.NEVER
  }),
)

export const commitDate = z.string().transform((text) => commitDateOf(parseIsoInstant(text)))

export const shaField = z.string().regex(/^[0-9a-f]{40}$/)
