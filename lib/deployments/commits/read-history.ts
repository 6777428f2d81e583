import type { Queryable } from '@/lib/db/transaction'

const pieceSize = 5_000

/**
 * Reads the rows of a query once, in its order, a few thousand at a time. Needs a transaction. To ask for those after
 * the last one instead would sort a history again for each piece where all of its commits have one date.
 */
export async function* readHistory<Row extends object>(
  client: Queryable,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<Row[]> {
  await client.query(`DECLARE history NO SCROLL CURSOR FOR ${query}`, [...values])
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${pieceSize} FROM history`)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await client.query('CLOSE history').catch(() => undefined)
  }
}
