import { z } from 'zod'
import { parseIsoInstant } from './time'

/** A day such as "2026-03-31" as an address or a command gives it. */
export const calendarDay = z
  .string()
  .trim()
  .regex(/^20\d\d-\d\d-\d\d$/, 'must be a date such as 2026-03-31')
  .refine((text) => parseIsoInstant(text) !== null, 'is not in the calendar')
