import { includedSql } from '@/lib/accounts/plans/included-sql'
import { claimWithin, maxFound } from '@/lib/db/claim-within'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
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

type Row = Omit<Claimed, 'target' | 'parcel'> & { parcelId: string; type: string; content: unknown }

/**
 * Takes a destination that has something to be sent, and the first of it; null for none. For `leaseMs` no one else
 * sends anything there. Organizations take turns, and the destinations of each, two of them at a time, so that those
 * that hang hold up no other, however many they are.
 */
export async function claim(leaseMs: number): Promise<Claimed | null> {
  return inTransaction(db().people, never, async (client) => {
    const target = await claimWithin(
      () => client.query<{ id: number }>(findOrganizations),
      async (id) => (await client.query<Target>(takeDestination, [leaseMs, id])).rows[0] ?? null,
    )
    if (!target) return null
    // What another process sent before the destination was free again is seen by a statement that begins after that only.
    const [row] = (await client.query<Row>(beginNext, [target.organizationId, target.id])).rows
    if (!row) {
      await client.query(release, [target.organizationId, target.id])
      return null
    }
    const { notificationId, attempts, dueAt, parcelId, type, content } = row
    const parcel = { id: parcelId, type, content: contentSchema.parse(content) }
    return { notificationId, attempts, dueAt, target, parcel }
  })
}

/** Lets the destination $2 of the organization $1 be taken again. */
export const release = `
  UPDATE notification_destinations SET leased_until = NULL WHERE organization_id = $1 AND id = $2`

const isFree = `d.paused_at IS NULL AND (d.leased_until IS NULL OR d.leased_until < now()) AND EXISTS (
  SELECT FROM notifications n
  WHERE n.organization_id = d.organization_id AND n.destination_id = d.id AND n.state = 'pending' AND n.due_at <= now())`

const leased = 'count(*) FILTER (WHERE leased_until > now())'

const findOrganizations = `
  SELECT d.organization_id AS id FROM notification_destinations d JOIN organizations o ON o.id = d.organization_id
  JOIN (
    SELECT organization_id, ${leased} AS leased, max(attempted_at) AS attempted_at
    FROM notification_destinations GROUP BY organization_id
  ) of_organization ON of_organization.organization_id = d.organization_id
  WHERE ${isFree} AND ${includedSql} AND of_organization.leased < 2
  GROUP BY d.organization_id, of_organization.leased, of_organization.attempted_at
  ORDER BY of_organization.leased, of_organization.attempted_at NULLS FIRST, min(d.id) LIMIT ${maxFound}`

const takeDestination = `
  UPDATE notification_destinations SET leased_until = now() + $1 * interval '1 millisecond', attempted_at = now()
  WHERE organization_id = $2 AND id = (
    SELECT d.id FROM notification_destinations d WHERE d.organization_id = $2 AND ${isFree}
      AND (SELECT ${leased} FROM notification_destinations WHERE organization_id = $2) < 2
    ORDER BY d.attempted_at NULLS FIRST, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
  RETURNING id, organization_id AS "organizationId", public_id AS "publicId", kind, name,
    sealed_secrets AS "sealedSecrets", recipients`

const beginNext = `
  UPDATE notifications SET attempts = attempts + 1, attempted_at = now()
  WHERE organization_id = $1 AND id = (
    SELECT id FROM notifications
    WHERE organization_id = $1 AND destination_id = $2 AND state = 'pending' AND due_at <= now()
    ORDER BY due_at, id LIMIT 1)
  RETURNING id AS "notificationId", attempts, due_at AS "dueAt", public_id AS "parcelId", type, content`
