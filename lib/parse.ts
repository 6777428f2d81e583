import type { z } from 'zod'
import { AppError } from '@/lib/errors'

/** What a schema makes of an input. Throws `invalid` with the first thing that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new AppError('invalid', result.error.issues[0]?.message ?? 'Something is missing')
}
