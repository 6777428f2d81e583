import { baseUrl } from '@/lib/core/base-url'
import { plural } from '@/lib/core/format'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import type { Content } from '../content'
import { generatePublicId } from '../destinations/secrets'
import type { Occurrence } from './occurrence'

const hourMs = 3_600_000

/** So many are counted exactly; of more it says that there are as many at least. */
const maxCounted = 1_000

/**
 * Counts what is beyond the limit of an hour: one notification at the end of that hour says how many there were. None of
 * them is counted twice.
 */
export async function holdBack(
  { organizationId, destinationId }: { organizationId: number; destinationId: number },
  occurrences: readonly Pick<Occurrence, 'key'>[],
  now: Date,
): Promise<void> {
  if (occurrences.length === 0) return
  const hour = Math.floor(now.getTime() / hourMs)
  const key = `held-back:${hour}`
  await inTransaction(db().people, never, async (client) => {
    const { rows } = await client.query<{ held: string[] }>(
      `SELECT content -> 'held' AS held FROM notifications
       WHERE destination_id = $1 AND key = $2 AND state = 'pending' FOR UPDATE`,
      [destinationId, key],
    )
    const held = [...new Set([...(rows[0]?.held ?? []), ...occurrences.map((occurrence) => occurrence.key)])]
    const content = JSON.stringify({ ...describe(held.length, now), held: held.slice(0, maxCounted) })
    await client.query(
      `INSERT INTO notifications AS known (public_id, organization_id, destination_id, type, key, content, due_at)
       SELECT $1, o.id, $3, 'notifications.held_back', $4, jsonb_set($5::jsonb, '{message,link,url}', to_jsonb($7 || o.slug || '/deployments')), $6
       FROM organizations o WHERE o.id = $2
       ON CONFLICT (destination_id, key) DO UPDATE SET content = excluded.content WHERE known.state = 'pending'`,
      [generatePublicId(), organizationId, destinationId, key, content, new Date((hour + 1) * hourMs), `${baseUrl()}/`],
    )
  })
}

function describe(count: number, now: Date): Content {
  const isAll = count <= maxCounted
  const counted = `${plural(Math.min(count, maxCounted), 'more notification')}${isAll ? '' : ' or more'}`
  return {
    at: now,
    data: { count: Math.min(count, maxCounted), orMore: !isAll },
    message: {
      title: `${counted} in this hour`,
      summary: 'A destination is sent 60 notifications an hour. The others are not sent one by one.',
      facts: [],
      list: null,
      link: { text: 'Open deployments', url: '' },
    },
  }
}
