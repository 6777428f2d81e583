import { refusalBeyondDay } from '@/lib/accounts/stored-bytes/day'
import { db } from '@/lib/db/db'

/** SQL: the bytes of events that the organization of an id has had stored today. */
export const storedTodayOf = (organizationId: string) => `
  coalesce((SELECT s.bytes FROM stored_bytes s WHERE s.organization_id = ${organizationId}
    AND s.day = (now() AT TIME ZONE 'UTC')::date), 0)::float8`

/** How many bytes of events an organization has had stored today, in UTC. */
export async function readStoredToday(organizationId: number): Promise<number> {
  const { rows } = await db().ingest.query<{ bytes: number }>(`SELECT ${storedTodayOf('$1::int')} AS bytes`, [
    organizationId,
  ])
  return rows[0]?.bytes ?? 0
}

/** Whether an organization had as many bytes stored today as a day may have. */
export async function isDayFull(organizationId: number): Promise<boolean> {
  return refusalBeyondDay(await readStoredToday(organizationId)) !== null
}
