import { isConnectionLost, isDatabaseUnavailable } from './database-errors'
import { db } from './db'
import { type Reader, reading, readingOn } from './reading'

/** So many changes that people make to one organization at once are told apart. */
const latestChanges = `
  SELECT ARRAY(
    SELECT id FROM audit_entries WHERE organization_id = $1 ORDER BY id DESC LIMIT 20)::text AS changes`

/** A cancelled statement has run out of its own time: the primary would not be quicker. */
const outOfTime = '57014'

/** A migration that the replica does not have yet: of a table, a column or a function. */
const yetUnknown = ['42P01', '42703', '42883']

/**
 * Runs queries of reports, history and exports as `reading` does, on the replica of DATABASE_REPLICA_URL where there is
 * one: while it is recent enough, and has every change that a person has made to this organization, so that people
 * see what they have just done. Otherwise, and when the replica gives up half-way (also because changes that it replays
 * remove what is being read), `work` runs on the primary: it may be run twice, and only reads.
 */
export async function reporting<T>(organizationId: number, work: Reader<T>): Promise<T> {
  const { replica, people } = db()
  if (!replica || !(await replica.isUsable())) return reading(work)
  const { rows } = await people.query<{ changes: string }>(latestChanges, [organizationId])
  try {
    return await readingOn(replica.pool, async (read, ways) => {
      const seen = await ways.client.query<{ changes: string }>(latestChanges, [organizationId])
      if (seen.rows[0]?.changes !== rows[0]?.changes) throw new BehindError()
      return work(read, ways)
    })
  } catch (error) {
    if (error instanceof BehindError) return reading(work)
    const code = String(Object(error).code)
    const isGivenUp = isDatabaseUnavailable(error) && code !== outOfTime
    if (!isGivenUp && !yetUnknown.includes(code)) throw error
    if (isConnectionLost(error)) replica.suspect()
    return reading(work)
  }
}

class BehindError extends Error {}
