import type { PoolClient } from 'pg'
import { db } from '@/lib/db/db'

/** Connections on which a change waits for the holder of its organization, or behind another that does. */
async function countWaiting(holderPid: number): Promise<number> {
  const { rows } = await db().ingest.query(
    `WITH RECURSIVE waiting AS (
       SELECT $1::int AS pid
       UNION
       SELECT activity.pid FROM pg_stat_activity activity
       JOIN waiting ON waiting.pid = ANY (pg_blocking_pids(activity.pid))
       WHERE activity.query LIKE 'SELECT FROM organizations%'
     )
     SELECT count(*)::int - 1 AS count FROM waiting`,
    [holderPid],
  )
  return rows[0].count
}

/** Holds an organization, so that its changes wait, while `work` runs or until it commits. */
export async function whileHeld<T>(
  organizationId: number,
  work: (holder: PoolClient, countWaiting: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const holder = await db().people.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId])
    const { rows } = await holder.query('SELECT pg_backend_pid() AS pid')
    return await work(holder, () => countWaiting(rows[0].pid))
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
}
