import { expect } from 'vitest'
import { db } from '@/lib/db/db'

/** Waits until so many connections of the test's database wait for a lock. */
export async function lockWaits(count: number): Promise<void> {
  const read = async () => {
    const { rows } = await db().people.query<{ count: number }>(
      `SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE NOT granted AND datname = current_database()`,
    )
    return rows[0]?.count
  }
  await expect.poll(read, { timeout: 10_000, interval: 20 }).toBe(count)
}
