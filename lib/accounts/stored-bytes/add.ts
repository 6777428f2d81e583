import type { Queryable } from '@/lib/db/transaction'

/** What was stored of events of an organization in a day of UTC: `2026-11-22`. */
export type ByteCount = { organizationId: number; day: string; bytes: number }

// An organization may be deleted meanwhile.
const addCounts = `
  INSERT INTO stored_bytes AS s (organization_id, day, bytes)
  SELECT organization_id, day, bytes FROM unnest($1::int[], $2::date[], $3::bigint[]) AS c (organization_id, day, bytes)
  WHERE EXISTS (SELECT FROM organizations o WHERE o.id = organization_id)
  ORDER BY 1, 2
  ON CONFLICT (organization_id, day) DO UPDATE SET bytes = s.bytes + excluded.bytes`

/**
 * What an event takes besides its text, with its rows and their places in indexes, and what a line of a refusal takes.
 */
export const bytesOfRows = 1_024

/** What a link of a pull request takes on disk, or a commit that none brought, with its places in indexes. */
const bytesOfLink = 170

/** What it takes that a pull request was live before a service's first deployment. */
const bytesOfLiveBefore = 135

/** Fewer are among the rows of an event. */
const manyLinks = 100

/** Counts rows that linking added for so many events, or for none, where they take much more than the events do. */
export async function addStoredRows(
  client: Queryable,
  organizationId: number,
  { rows, events }: { rows: number; events: number },
): Promise<void> {
  if (rows <= 0 || rows < manyLinks * events) return
  await addByteCounts(client, [{ organizationId, day: dayOf(new Date()), bytes: rows * bytesOfLink }])
}

/** Counts rows that say what was live before first deployments. */
export async function addLiveBefore(client: Queryable, organizationId: number, rows: number): Promise<void> {
  if (rows <= 0) return
  await addByteCounts(client, [{ organizationId, day: dayOf(new Date()), bytes: rows * bytesOfLiveBefore }])
}

/** What a stored event counts: its size as JSON, and its rows. */
export function bytesOfEvent(event: unknown): number {
  return Buffer.byteLength(JSON.stringify(event)) + bytesOfRows
}

/** Counts what was stored of events. */
export async function addByteCounts(client: Queryable, counts: readonly ByteCount[]): Promise<void> {
  await client.query(addCounts, [
    counts.map(({ organizationId }) => organizationId),
    counts.map(({ day }) => day),
    counts.map(({ bytes }) => bytes),
  ])
}

/**
 * Counts an event that is being stored. In a transaction it comes last: until that ends, other events of the
 * organization wait to be counted.
 */
export async function addStoredEvent(client: Queryable, organizationId: number, event: unknown): Promise<void> {
  await addByteCounts(client, [{ organizationId, day: dayOf(new Date()), bytes: bytesOfEvent(event) }])
}

/** The day of UTC that an instant is in. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
