import { env } from '@/lib/env'
import { holdingBytes } from '@/lib/hold-bytes'

const maxHeldBytes = 64 * 1024 * 1024

/** Where the limit of a body is so high that the bytes above are few of the longest ones. */
const minBodies = 8

/** What a body costs that nothing has arrived of yet. */
const bytesOfARequest = 16 * 1024

/**
 * Runs `work`, which holds the body of an event until that is stored. An organization holds at most half of what all may,
 * and the less the more others hold. Rejects with `unavailable` beyond that.
 */
export function holdingEventBytes<T>(
  organizationId: number,
  work: (hold: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const maxBytes = Math.max(maxHeldBytes, minBodies * env().WEBHOOK_MAX_BODY_BYTES)
  const weights = { [`organization ${organizationId}`]: 1 }
  return holdingBytes({ pool: 'events', maxBytes, weights }, async (hold) => {
    hold(bytesOfARequest)
    return work(hold)
  })
}
