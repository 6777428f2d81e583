import { db } from '@/lib/db/db'
import { type Claimed, claim, release } from './claim'
import { send } from './send'
import { settle } from './settle'

/** So many are sent at once by one process. */
const places = 8

/** Longer than any attempt takes: a process that has something for that long is gone. */
export const defaultLeaseMs = 60_000

const maxAgeMs = 24 * 3_600_000

export type Delivery = {
  /** Begins to send what is due, as far as there are places, and does not wait for it. */
  begin: () => Promise<void>
  /** Resolves when nothing is being sent. */
  ended: () => Promise<void>
}

/**
 * What a process sends, destinations side by side. `onEnd` is called whenever a place is free again, with the error where
 * the database was away. Begins nothing once `soon` is aborted, and breaks off what is being sent once `now` is.
 */
export function createDelivery(
  stop: { soon: AbortSignal; now: AbortSignal },
  onEnd: (error?: unknown) => void,
  leaseMs = defaultLeaseMs,
): Delivery {
  const underWay = new Set<Promise<void>>()
  const begin = async () => {
    while (underWay.size < places && !stop.soon.aborted) {
      const claimed = await claim(leaseMs)
      if (claimed === null) return
      const sending: Promise<void> = attempt(claimed, stop.now).then(
        () => end(sending),
        (error: unknown) => end(sending, error),
      )
      underWay.add(sending)
    }
  }
  const end = (sending: Promise<void>, error?: unknown) => {
    underWay.delete(sending)
    onEnd(error)
  }
  const ended = async () => {
    await Promise.all(underWay)
  }
  return { begin, ended }
}

/** What was broken off is due again at once: the same, under the same id. */
async function attempt(claimed: Claimed, now: AbortSignal): Promise<void> {
  if (Date.now() - claimed.dueAt.getTime() > maxAgeMs) return giveUp(claimed)
  try {
    await settle(claimed, await send(claimed.target, claimed.parcel, now))
  } catch (error) {
    if (!now.aborted) throw error
    await db().people.query(release, [claimed.target.organizationId, claimed.target.id])
  }
}

/** What could not be sent for a day, because it was paused or the server was off, is no news any more. */
async function giveUp({ notificationId, target }: Claimed): Promise<void> {
  await db().people.query(
    `WITH given_up AS (
       UPDATE notifications SET state = 'failed', outcome = 'Not sent: it was due for more than a day'
       WHERE organization_id = $1 AND id = $3)
     ${release}`,
    [target.organizationId, target.id, notificationId],
  )
}
