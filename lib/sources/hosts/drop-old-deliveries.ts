import { db } from '@/lib/db/db'

const keptDays = 30
const batchSize = 2_000
const everyMs = 60 * 60 * 1000

// Processes that do this at once take different rows.
const deleteBatch = `
  DELETE FROM host_deliveries WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM host_deliveries WHERE received_at < now() - interval '${keptDays} days' AND NOT permanent
    ORDER BY received_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`

let droppedAt = Number.NEGATIVE_INFINITY

/**
 * Forgets deliveries that no host sends again, at most once an hour in each process. Those that would change something
 * when a stranger sends them again, such as that a repository was deleted, are known for as long as their connection.
 */
export async function dropOldDeliveries(now = performance.now()): Promise<void> {
  if (now - droppedAt < everyMs) return
  droppedAt = now
  for (;;) {
    const { rowCount } = await db().ingest.query(deleteBatch)
    if ((rowCount ?? 0) < batchSize) return
  }
}
