import { env } from '@/lib/core/env'
import { holdingBytes } from '@/lib/core/hold-bytes'

const maxHeldBytes = 64 * 1024 * 1024

/** Bodies of the maximum length that fit in any case, however high that is set. */
const minBodies = 8

/** What a request costs before anything of its body has arrived. */
const bytesOfARequest = 16 * 1024

/**
 * Runs `work`, which holds the body of an event until that is stored. An organization holds at most half of what others
 * leave free. Rejects with `unavailable` beyond that.
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
