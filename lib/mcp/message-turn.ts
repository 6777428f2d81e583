import { oneAfterAnother } from '@/lib/core/one-after-another'
import { restAfterParsing } from '@/lib/http/rest-after-parsing'

/** What the protocol makes of a message, before the question that it asks, takes up to ten milliseconds. */
const valuesPerMessage = 2_500

/** Resolves when a message of an organization may be worked on: one begins every 25 ms, and others need not wait. */
export async function inMessageTurn(organizationId: number): Promise<void> {
  await oneAfterAnother(
    `messages of organization ${organizationId}`,
    async () => undefined,
    () => restAfterParsing(valuesPerMessage),
  )
}
