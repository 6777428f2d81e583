import { db } from '@/lib/db/db'

/**
 * What changes without a user about the repositories of an organization and what they come through: a text of each kind
 * that differs when any of it does, made where the rows are; null for none. There may be thousands, and open pages ask
 * again and again.
 */
export async function readProgress(
  organizationId: number,
): Promise<{ syncs: string | null; connections: string | null }> {
  const { rows } = await db().people.query<{ syncs: string | null; connections: string | null }>(
    `SELECT
       (SELECT md5(string_agg(
          (repository_id, state, phase, done, total, problem, finished_at)::text, E'\\n' ORDER BY repository_id))
        FROM repository_syncs WHERE organization_id = $1) AS syncs,
       (SELECT md5(string_agg((id, name, problem, installation_id, last_delivery_at)::text, E'\\n' ORDER BY id))
        FROM host_connections WHERE organization_id = $1) AS connections`,
    [organizationId],
  )
  return rows[0] ?? { syncs: null, connections: null }
}
