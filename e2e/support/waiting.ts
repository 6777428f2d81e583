import { db } from '@/lib/db/db'

/** Connections on which a change waits for the holder of its organization, or behind another that does. */
export async function countWaiting(holderPid: number): Promise<number> {
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
