import { z } from 'zod'
import { hasInvisible } from '@/lib/core/invisible'
import { parseUrl } from '@/lib/core/parse-url'
import { serviceKeyOf } from '@/lib/core/service-key'
import { DestinationKind } from '@/lib/generated/prisma/enums'
import { type Topic, topicSlugs } from '../topics'

const maxChosen = 100

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(60, 'Use at most 60 characters')
  .refine((given) => !hasInvisible(given), 'The name has a character that cannot be shown')

const chosen = z
  .array(
    z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^\p{Control}\p{Surrogate}]*$/u, 'Choose from the list'),
  )
  .max(maxChosen, `Choose at most ${maxChosen}`)
  .default([])

const address = z
  .string()
  .trim()
  .min(1, 'Enter the address')
  .max(2_000, 'Use at most 2,000 characters')
  .refine(isWebhookUrl, 'Enter an address that begins with https://, without a user name')

/** What is sent to a destination, whatever its kind. */
export const choicesSchema = z.object({
  name,
  topics: z.array(z.enum(topicSlugs as [Topic, ...Topic[]], 'Choose from the list')).default([]),
  services: chosen.transform((services) => [...new Set(services.map(serviceKeyOf))]),
  teams: chosen.transform((teams) => [...new Set(teams)]),
  digestWeekday: z.number().int().min(1).max(7).nullable().default(null),
  digestHour: z.number().int().min(0, 'Choose an hour').max(23, 'Choose an hour').default(9),
})

export const recipientsSchema = z
  .array(z.number().int().positive().max(2_147_483_647))
  .max(50, 'Choose at most 50 people')
  .transform((ids) => [...new Set(ids)])

/** A new destination. Slack, Teams and webhooks have an address, e-mail has recipients. */
export const destinationSchema = z.discriminatedUnion('kind', [
  choicesSchema.extend({ kind: z.literal(DestinationKind.email), recipients: recipientsSchema }),
  choicesSchema.extend({ kind: z.enum(['slack', 'teams', 'webhook'], 'Choose a kind'), url: address }),
])

/** What changes of a destination. No `url` means that the address stays. */
export const changeSchema = choicesSchema.extend({
  url: address.optional(),
  recipients: recipientsSchema.optional(),
})

function isWebhookUrl(text: string): boolean {
  const url = /^https?:\/\/[^\s\\#]+$/i.test(text) ? parseUrl(text) : null
  return url !== null && url.username === '' && url.password === ''
}
