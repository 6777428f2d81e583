import { AppError } from '@/lib/core/errors'
import { oneAfterAnother } from '@/lib/core/one-after-another'
import { restAfterParsing } from '@/lib/http/rest-after-parsing'

/** What the protocol makes of a message, before the question that it asks, takes up to ten milliseconds. */
const valuesPerMessage = 2_500

/** So many of an organization wait: ten seconds. */
const maxWaiting = 400

const waiting = new Map<number, number>()

/**
 * Resolves when a message of an organization may be worked on: one begins every 25 ms, and others need not wait. Throws
 * `unavailable` where very many wait.
 */
export async function inMessageTurn(organizationId: number): Promise<void> {
  const before = waiting.get(organizationId) ?? 0
  if (before >= maxWaiting)
    throw new AppError('unavailable', 'Too many messages are waiting. Try again in a few seconds.', {
      'Retry-After': '10',
    })
  waiting.set(organizationId, before + 1)
  await oneAfterAnother(
    `messages of organization ${organizationId}`,
    async () => leave(organizationId),
    () => restAfterParsing(valuesPerMessage),
  )
}

function leave(organizationId: number): void {
  const left = (waiting.get(organizationId) ?? 1) - 1
  if (left === 0) waiting.delete(organizationId)
  else waiting.set(organizationId, left)
}
