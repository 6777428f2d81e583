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
export const addressField = z.string().max(2048).refine(isHttpUrl)

/** A name of something at a host. One that is longer than any host allows is not understood. */
export const nameField = z.string().min(1).max(1_000)

/** A title, or what a person is called: as much of it as is kept. */
export const textField = z.string().transform((text) => cleanText(text))

/** The path of a file: enough of a long one to see that it is too long. */
export const pathField = z.string().transform((path) => (path.length > 5_000 ? cleanText(path, 5_000) : path))

/** A time that every calendar has. */
export function storableTime<Schema extends z.ZodType<Date>>(schema: Schema) {
  return schema.refine((time) => time.getTime() >= earliest && time.getTime() < latest)
}

/** A text of a host when it may become a link. */
export function httpUrlOrNull(text: string | null | undefined): string | null {
  return addressField.safeParse(text).data ?? null
}
