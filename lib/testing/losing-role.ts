import { db } from '@/lib/db/db'
import { lockWaits } from './lock-waits'

/** What becomes of a change while a person is taken out of their organization: it waits until they are. */
export async function whileRemoved<T>(userId: number, change: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  const holder = await db().people.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('DELETE FROM memberships WHERE user_id = $1', [userId])
    const changed = Promise.allSettled([change()])
    await lockWaits(1)
    await holder.query('COMMIT')
    return (await changed)[0]
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

/** How a change is refused of someone who is no member any more. */
export const noMember = {
  status: 'rejected',
  reason: { code: 'not_found', message: 'There is nothing at this address' },
}
