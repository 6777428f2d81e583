import { z } from 'zod'
import { isHttpUrl } from '@/lib/deployments/schema'
import { cleanText } from './clean-text'

/** What a column of integers holds. */
export const maxInteger = 2_147_483_647
const [earliest, latest] = [0, Date.UTC(9999, 0, 1)]

/** Number of a pull request, as the database can hold it. */
export const numberField = z.int().positive().max(maxInteger)

/** A count of lines, as the database can hold it. */
export const countField = z.int().min(0).max(maxInteger)

/** An address that may become a link. */
export const addressField = z.string().max(2048, { abort: true }).refine(isHttpUrl)

/** A short text, longer than any host allows; one with control characters, which can be no name, is not understood. */
export const lineField = z
  .string()
  .max(1_000)
  .regex(/^[^\p{Control}\p{Surrogate}]*$/u)

/** A name of something at a host. */
export const nameField = lineField.min(1)

/** A title, or what a person is called: as much of it as is kept. */
export const textField = z.string().transform((text) => cleanText(text))

/** The path of a file: enough of a long one to see that it is too long. */
export const pathField = z.string().transform((path) => (path.length > 5_000 ? cleanText(path, 5_000) : path))

/**
 * A list of `max` items at most. The first that does not fit ends it: to say of each of 100,000 what is wrong with it
 * takes a second.
 */
export function listField<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(z.unknown())
    .max(max)
    .transform((values, context) => {
      const items: z.output<Item>[] = []
      for (const [index, value] of values.entries()) {
        const { data, error } = item.safeParse(value)
        if (error) {
          const [issue] = error.issues
          context.addIssue({ code: 'custom', path: [index, ...(issue?.path ?? [])], message: issue?.message })
          return z.NEVER
        }
        items.push(data)
      }
      return items
    })
}

/** A time that every calendar has. */
export function storableTime<Schema extends z.ZodType<Date>>(schema: Schema) {
  return schema.refine((time) => time.getTime() >= earliest && time.getTime() < latest)
}

/** The date of a commit, which may be any at all: the nearest that every calendar has; 1970 for one that is none. */
export function commitDateOf(date: Date | null): Date {
  const time = date?.getTime() ?? Number.NaN
  return new Date(Number.isNaN(time) ? earliest : Math.min(Math.max(time, earliest), latest))
}

/** A text of a host when it may become a link. */
export function httpUrlOrNull(text: string | null | undefined): string | null {
  return addressField.safeParse(text).data ?? null
}
