import { nextDay } from '@/lib/accounts/stored-bytes/day'
import { env } from '@/lib/core/env'
import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import { HostError } from '../model'
import type { Claim } from './claim'

/** A history of years is read once, while events come every day: syncs may store several times as much as events. */
const timesTheEvents = 4

const add = `
  INSERT INTO stored_bytes AS s (organization_id, day, bytes, synced_bytes)
  VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 0, $2)
  ON CONFLICT (organization_id, day) DO UPDATE SET synced_bytes = s.synced_bytes + excluded.synced_bytes
  RETURNING synced_bytes::float8 - $2 AS before`

/**
 * Counts a page of a sync that is being stored, by the size as JSON of as many of its items as are new or changed. To
 * come last in its transaction. Throws `HostError`, to go on after midnight, when the organization had stored as much
 * today as a day may have.
 */
export async function addSyncedBytes(
  client: Queryable,
  { organizationId }: Claim,
  items: readonly unknown[],
  changed: number,
): Promise<void> {
  if (changed === 0) return
  const bytes = Math.ceil(((await sizeOf(items)) * changed) / items.length)
  const { rows } = await client.query<{ before: number }>(add, [organizationId, bytes])
  const maxBytes = timesTheEvents * env().MAX_STORED_BYTES_PER_DAY
  if ((rows[0]?.before ?? 0) < maxBytes) return
  throw new HostError(
    `Syncs of this organization may store ${maxBytes} bytes a day, until midnight UTC.`,
    'later',
    nextDay(),
  )
}

/** In bytes as JSON. A page of 40 MB takes a while. */
async function sizeOf(items: readonly unknown[]): Promise<number> {
  const pause = createPauses()
  let bytes = 0
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item))
    await pause()
  }
  return bytes
}
