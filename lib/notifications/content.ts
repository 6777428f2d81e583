import { z } from 'zod'
import { withoutInvisible } from '@/lib/core/invisible'

const text = z.string()

const messageSchema = z.object({
  title: text,
  /** One or two sentences below the title. */
  summary: text.nullable(),
  facts: z.array(z.object({ label: text, value: text })),
  list: z
    .object({
      title: text,
      items: z.array(z.object({ text, url: text.nullable() })),
      /** How many are not listed. */
      more: z.number(),
    })
    .nullable(),
  /** The page behind it, and what its link is called. */
  link: z.object({ text, url: text }),
})

/** A notification as `notifications.content` holds it. */
export const contentSchema = z.object({
  /** When it happened, not when it is sent. */
  at: z.coerce.date(),
  /** For programs: `data` of the body of a webhook. */
  data: z.record(z.string(), z.unknown()),
  message: messageSchema,
})

/** The same thing for programs and for people. */
export type Content = z.infer<typeof contentSchema>

/** For people, in plain text: each format escapes it in its own way. Much of it was written outside. */
export type Message = z.infer<typeof messageSchema>

/** So many things are listed in a notification; of the rest it says how many there are. */
export const maxListed = 12

const maxLength = 200

/** A text from outside as it stands in a notification: one line, without what cannot be seen, 200 characters at most. */
export function foreignText(given: string): string {
  const line = withoutInvisible(given.slice(0, 4 * maxLength))
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}
