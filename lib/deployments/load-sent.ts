import { db } from '@/lib/db/db'
import { decisiveEvents, latestFirst } from '@/lib/deployments/decisive-events'

/** What the events of a deployment say, whatever was corrected since. */
export type SentFields = { service: string | null; environment: string }

const readSent = `
  WITH RECURSIVE ${decisiveEvents}
  SELECT e.environment, (SELECT e.service FROM decisive e WHERE e.service IS NOT NULL ${latestFirst}) AS service
  FROM decisive e WHERE e.organization_id = $1 ${latestFirst}`

/** Service and environment of a deployment as they were sent; null for an unknown deployment. */
export async function loadSent(organizationId: number, id: number): Promise<SentFields | null> {
  const { rows } = await db().people.query<SentFields>(readSent, [organizationId, id])
  return rows[0] ?? null
}
