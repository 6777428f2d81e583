import { addByteCounts, bytesOfEvent, dayOf } from '@/lib/accounts/stored-bytes/add'
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

/** Why they are not sent one by one. */
const reasons = {
  hour: 'A destination is sent 60 notifications an hour.',
  day: 'The organization has stored as much as a day may have.',
}

type Stored = { content: { held: string[] } }

/**
 * Counts what is beyond the limit of an hour or the quota of a day: one notification at the end of the hour says how many
 * there were, and is counted as events are. None of them is counted twice.
 */
export async function holdBack(
  { organizationId, destinationId }: { organizationId: number; destinationId: number },
  occurrences: readonly Pick<Occurrence, 'key'>[],
  reason: keyof typeof reasons,
  now: Date,
): Promise<void> {
  if (occurrences.length === 0) return
  const hour = Math.floor(now.getTime() / hourMs)
  const key = `held-back:${hour}`
  await inTransaction(db().people, never, async (client) => {
    const { rows: known } = await client.query<Stored>(
      `SELECT content FROM notifications
       WHERE organization_id = $1 AND destination_id = $2 AND key = $3 AND state = 'pending' FOR UPDATE`,
      [organizationId, destinationId, key],
    )
    const before = known[0]?.content
    const held = [...new Set([...(before?.held ?? []), ...occurrences.map((occurrence) => occurrence.key)])]
    const content = { ...describe(held.length, reason, now), held: held.slice(0, maxCounted) }
    const due = new Date((hour + 1) * hourMs)
    const { rows } = await client.query<Stored>(
      `INSERT INTO notifications AS known (public_id, organization_id, destination_id, type, key, content, due_at)
       SELECT $1, o.id, $3, 'notifications.held_back', $4, jsonb_set($5::jsonb, '{message,link,url}', to_jsonb($7 || o.slug || '/deployments')), $6
       FROM organizations o WHERE o.id = $2
       ON CONFLICT (organization_id, destination_id, key) DO UPDATE SET content = excluded.content WHERE known.state = 'pending'
       RETURNING content`,
      [generatePublicId(), organizationId, destinationId, key, JSON.stringify(content), due, `${baseUrl()}/`],
    )
    const day = dayOf(new Date())
    const counts = rows.map((row) => ({ organizationId, day, bytes: grownBytes(row.content, before) }))
    await addByteCounts(client, counts)
  })
}

function grownBytes(content: Stored['content'], before: Stored['content'] | undefined): number {
  return Math.max(bytesOfEvent(content) - (before ? bytesOfEvent(before) : 0), 0)
}

function describe(count: number, reason: keyof typeof reasons, now: Date): Content {
  const isAll = count <= maxCounted
  const counted = `${plural(Math.min(count, maxCounted), 'more notification')}${isAll ? '' : ' or more'}`
  return {
    at: now,
    data: { count: Math.min(count, maxCounted), orMore: !isAll },
    message: {
      title: `${counted} in this hour`,
      summary: `${reasons[reason]} The others are not sent one by one.`,
      facts: [],
      list: null,
      link: { text: 'Open deployments', url: '' },
    },
  }
}
