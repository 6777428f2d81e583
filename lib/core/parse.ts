import type { z } from 'zod'
import { AppError } from '@/lib/core/errors'

/** What a schema makes of an input. Throws `invalid` with the first thing that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: withoutTypes })
  if (result.success) return result.data
  throw new AppError('invalid', result.error.issues[0]?.message ?? 'Something is missing')
}

type Issue = { path?: PropertyKey[]; input: unknown }

/** What is wrong where a schema has no words of its own for it: the library's are about types. */
export function withoutTypes({ path = [], input }: Issue): string {
  const name = path.length === 0 ? 'The input' : path.join('.')
  return `${name} ${input === undefined || input === null ? 'is missing' : 'is not valid'}`
}
