import { addStoredEvent } from '@/lib/accounts/stored-bytes/add'
import { refusalBeyondDay } from '@/lib/accounts/stored-bytes/day'
import { storedTodayOf } from '@/lib/accounts/stored-bytes/read'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { generatePublicId } from '../destinations/secrets'
import type { Topic } from '../topics'
import { holdBack } from './hold-back'
import type { Occurrence } from './occurrence'

/** What is stored of it, for whatever destination. */
type Storable = Pick<Occurrence, 'type' | 'key' | 'at' | 'describe'> & { topic?: Topic }

/** So many notifications of one destination in an hour; what else happens in it is counted, and told at its end. */
export const maxPerHour = 60

/** How long, and how many of a destination, are kept. More than are stored in a day: what is kept is not sent twice. */
const keptDays = 30
const maxKept = 2_000

type Owner = { organizationId: number; destinationId: number }

/**
 * Stores what a destination is to be sent, the earliest first, unless it is stored already, and counts it as events are
 * counted. Once the day may have no more of them, what became of deployments is held back too. Throws the last error
 * after all.
 */
export async function store(owner: Owner, occurrences: readonly Storable[], now: Date): Promise<void> {
  const { organizationId, destinationId } = owner
  const fresh = await unknown(owner, occurrences)
  if (fresh.length === 0) return
  const room = Math.max(maxPerHour - (await countLately(owner)), 0)
  const isDayFull = refusalBeyondDay(await readStored(organizationId)) !== null
  const ofDay = fresh.filter(({ topic }) => !isDayFull || topic === undefined || !ofDeployments.has(topic))
  const stored = ofDay.slice(0, room)
  const heldBack = fresh.filter((occurrence) => !stored.includes(occurrence))
  const failed: unknown[] = []
  for (const occurrence of stored) {
    await insert(owner, occurrence, now).catch((error: unknown) => failed.push(error))
  }
  await holdBack(owner, heldBack, ofDay.length < fresh.length ? 'day' : 'hour', now)
  await db().people.query(forget, [organizationId, destinationId, maxKept, keptDays])
  if (failed.length > 0) throw failed.at(-1)
}

/** There may be as many as events. */
const ofDeployments: ReadonlySet<Topic> = new Set(['failed', 'recovered'])

async function readStored(organizationId: number): Promise<number> {
  const { rows } = await db().people.query<{ bytes: number }>(`SELECT ${storedTodayOf('$1::int')} AS bytes`, [
    organizationId,
  ])
  return rows[0]?.bytes ?? 0
}

/** Those that are neither stored nor counted among those held back. */
async function unknown(
  { organizationId, destinationId }: Owner,
  occurrences: readonly Storable[],
): Promise<Storable[]> {
  if (occurrences.length === 0) return []
  const { rows } = await db().people.query<{ key: string }>(findKnown, [
    organizationId,
    destinationId,
    occurrences.map(({ key }) => key),
  ])
  const known = new Set(rows.map(({ key }) => key))
  return occurrences.filter(({ key }) => !known.has(key)).sort((a, b) => a.at.getTime() - b.at.getTime())
}

const findKnown = `
  SELECT key FROM notifications WHERE organization_id = $1 AND destination_id = $2 AND key = ANY ($3)
  UNION
  SELECT jsonb_array_elements_text(content -> 'held') FROM notifications
  WHERE organization_id = $1 AND destination_id = $2 AND created_at > now() - interval '26 hours'
    AND type = 'notifications.held_back'`

async function countLately({ organizationId, destinationId }: Owner): Promise<number> {
  const { rows } = await db().people.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notifications
     WHERE organization_id = $1 AND destination_id = $2 AND created_at > now() - interval '1 hour'
       AND type <> 'notification.test'`,
    [organizationId, destinationId],
  )
  return rows[0]?.count ?? 0
}

async function insert({ organizationId, destinationId }: Owner, occurrence: Storable, now: Date): Promise<void> {
  const content = await occurrence.describe()
  const { type, key } = occurrence
  const values = [generatePublicId(), organizationId, destinationId, type, key, JSON.stringify(content), now]
  await inTransaction(db().people, never, async (client) => {
    const { rowCount } = await client.query(insertNotification, values)
    if (rowCount) await addStoredEvent(client, organizationId, content)
  })
}

const insertNotification = `
  INSERT INTO notifications (public_id, organization_id, destination_id, type, key, content, due_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (organization_id, destination_id, key) DO NOTHING`

const forget = `
  DELETE FROM notifications WHERE organization_id = $1 AND destination_id = $2 AND (
    created_at < now() - $4 * interval '1 day' OR id IN (
      SELECT id FROM notifications WHERE organization_id = $1 AND destination_id = $2
      ORDER BY created_at DESC OFFSET $3))`
