import type { Pool } from 'pg'

/** So many are looked for at once, of all organizations, and so many are deleted by a statement. */
const [found, batchSize] = [100_000, 2_000]

type Old = {
  table: string
  /** Key of its rows: the organization first, the column that tells them apart last. */
  key: readonly string[]
  /** The condition, with parameters. */
  isOld: string
}

/**
 * Deletes old rows by `received_at`, the oldest first and an organization at a time, in batches so small that no one
 * waits for one. Processes that do this at once take different rows.
 */
export async function dropOld(pool: Pool, { table, key, isOld }: Old, values: readonly unknown[] = []): Promise<void> {
  const [owner, id] = [key.slice(0, -1), key.at(-1)]
  const find = `
    SELECT ARRAY[${owner}]::text[] AS owner, array_agg(${id}::text) AS ids FROM (
      SELECT ${key} FROM ${table} WHERE ${isOld} ORDER BY received_at LIMIT ${found}) oldest
    GROUP BY ${owner}`
  const owned = owner.map((column, index) => `${column} = $${index + 1}`).join(' AND ')
  const some = `${owned} AND ${id} = ANY ($${key.length})`
  const drop = `
    DELETE FROM ${table} WHERE ${owned} AND ctid = ANY (ARRAY (
      SELECT ctid FROM ${table} WHERE ${some} FOR UPDATE SKIP LOCKED))`
  for (let more = true; more; ) {
    const { rows } = await pool.query<{ owner: string[]; ids: string[] }>(find, [...values])
    let [seen, dropped] = [0, 0]
    for (const { owner: of, ids } of rows) {
      seen += ids.length
      for (let start = 0; start < ids.length; start += batchSize) {
        const { rowCount } = await pool.query(drop, [...of, ids.slice(start, start + batchSize)])
        dropped += rowCount ?? 0
      }
    }
    more = seen === found && dropped > 0
  }
}
