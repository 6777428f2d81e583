import { db } from '@/lib/db/db'

/** How many events are looked at in one statement. */
export const batchSize = 500

/** What they are ordered by: the primary key within an organization. */
export const eventKey = 'deployment_id, id'

/**
 * Repeats a statement that looks at a batch of events and drops what is too old, until all events of all organizations
 * were looked at. Its parameters are the organization, the two parts of the key of the last event that was looked at,
 * and the days; it returns that key for the next batch as `last`, or no row. Ends early when `stop` is aborted.
 */
export async function dropInBatches(statement: string, days: number, stop: AbortSignal): Promise<void> {
  const { rows } = await db().people.query<{ id: number }>('SELECT id FROM organizations ORDER BY id')
  for (const { id } of rows) {
    let after: string[] | undefined = ['0', '0']
    while (after !== undefined && !stop.aborted) after = await dropNext(statement, [id, ...after, days])
  }
}

async function dropNext(statement: string, values: unknown[]): Promise<string[] | undefined> {
  const { rows } = await db().people.query<{ last: string[] }>(statement, values)
  return rows[0]?.last
}
