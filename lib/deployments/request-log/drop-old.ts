import { db } from '@/lib/db/db'

const batchSize = 2_000

// Processes that do this at once take different rows.
const deleteBatch = `
  DELETE FROM webhook_requests WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM webhook_requests WHERE received_at < now() - make_interval(days => $1)
    ORDER BY received_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`

/** Deletes what is older than `days`, in batches so small that no one waits for one. */
export async function dropOldEntries(days: number): Promise<void> {
  for (;;) {
    const { rowCount } = await db().ingest.query(deleteBatch, [days])
    if ((rowCount ?? 0) < batchSize) break
  }
  await db().ingest.query(`DELETE FROM stored_bytes WHERE day < (now() AT TIME ZONE 'UTC')::date - 1`)
}
