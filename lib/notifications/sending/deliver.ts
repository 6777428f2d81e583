import { db } from '@/lib/db/db'
import { type Claimed, claim } from './claim'
import { send } from './send'
import { settle } from './settle'

/** So many are sent at once by one process. */
const lanes = 8

/** Longer than any attempt takes: a process that has something for that long is gone. */
export const defaultLeaseMs = 60_000

const maxAgeMs = 24 * 3_600_000

type Stop = {
  /** Begins nothing more. */
  soon: AbortSignal
  /** Breaks off what is being sent. */
  now: AbortSignal
}

/** Sends what is due, destinations side by side. Throws the last error when all else is done. */
export async function deliverDue({ soon, now }: Stop, leaseMs = defaultLeaseMs): Promise<void> {
  const first = await claim(leaseMs)
  if (first === null) return
  const failed: unknown[] = []
  const lane = async (begun: Claimed | null) => {
    for (let claimed = begun ?? (await claim(leaseMs)); claimed !== null; claimed = await claim(leaseMs)) {
      await attempt(claimed, now)
      if (soon.aborted) return
    }
  }
  const all = Array.from({ length: lanes }, (_, index) => lane(index === 0 ? first : null))
  await Promise.all(all.map((one) => one.catch((error: unknown) => failed.push(error))))
  if (failed.length > 0) throw failed.at(-1)
}

/** What was broken off is due again at once: the same, under the same id. */
async function attempt(claimed: Claimed, now: AbortSignal): Promise<void> {
  if (Date.now() - claimed.dueAt.getTime() > maxAgeMs) return giveUp(claimed)
  try {
    await settle(claimed, await send(claimed.target, claimed.parcel, now))
  } catch (error) {
    if (!now.aborted) throw error
    await db().people.query('UPDATE notification_destinations SET leased_until = NULL WHERE id = $1', [
      claimed.target.id,
    ])
  }
}

/** What could not be sent for a day, because it was paused or the server was off, is no news any more. */
async function giveUp({ notificationId, target }: Claimed): Promise<void> {
  await db().people.query(
    `WITH given_up AS (
       UPDATE notifications SET state = 'failed', outcome = 'Not sent: it was due for more than a day' WHERE id = $1)
     UPDATE notification_destinations SET leased_until = NULL WHERE id = $2`,
    [notificationId, target.id],
  )
}
