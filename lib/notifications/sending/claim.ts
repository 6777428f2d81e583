import { includedSql } from '@/lib/accounts/plans/included-sql'
import { db } from '@/lib/db/db'
import { contentSchema } from '../content'
import type { Parcel, Target } from './send'

export type Claimed = {
  notificationId: string
  attempts: number
  /** Since when it could have been sent. */
  dueAt: Date
  target: Target
  parcel: Parcel
}

type Row = Target & {
  notificationId: string
  attempts: number
  dueAt: Date
  parcelId: string
  type: string
  content: unknown
}

/**
 * Takes a destination that has something to be sent, and the first of it; null for none. For `leaseMs` no one else sends
 * anything there. Destinations take turns, two of an organization at a time, so that one that hangs holds up no other.
 */
export async function claim(leaseMs: number): Promise<Claimed | null> {
  const { rows } = await db().people.query<Row>(query, [leaseMs])
  const [row] = rows
  if (!row) return null
  const { notificationId, attempts, dueAt, parcelId, type, content, ...target } = row
  const parcel = { id: parcelId, type, content: contentSchema.parse(content) }
  return { notificationId, attempts, dueAt, target, parcel }
}

const query = `
  WITH free AS (
    SELECT d.id FROM notification_destinations d JOIN organizations o ON o.id = d.organization_id
    WHERE d.paused_at IS NULL AND (d.leased_until IS NULL OR d.leased_until < now()) AND ${includedSql}
      AND EXISTS (
        SELECT FROM notifications n WHERE n.destination_id = d.id AND n.state = 'pending' AND n.due_at <= now())
      AND (SELECT count(*) FROM notification_destinations others
        WHERE others.organization_id = d.organization_id AND others.leased_until > now()) < 2
    ORDER BY d.attempted_at NULLS FIRST, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED
  ), taken AS (
    UPDATE notification_destinations d
    SET leased_until = now() + $1 * interval '1 millisecond', attempted_at = now()
    FROM free WHERE d.id = free.id
    RETURNING d.id, d.organization_id, d.public_id, d.kind, d.name, d.sealed_secrets, d.recipients
  ), next AS (
    SELECT n.id FROM notifications n JOIN taken ON taken.id = n.destination_id
    WHERE n.state = 'pending' AND n.due_at <= now() ORDER BY n.due_at, n.id LIMIT 1
  )
  UPDATE notifications n SET attempts = n.attempts + 1, attempted_at = now() FROM next, taken WHERE n.id = next.id
  RETURNING n.id AS "notificationId", n.attempts, n.due_at AS "dueAt", n.public_id AS "parcelId", n.type, n.content,
    taken.id, taken.organization_id AS "organizationId", taken.public_id AS "publicId", taken.kind, taken.name,
    taken.sealed_secrets AS "sealedSecrets", taken.recipients`
