import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

/** So many titles say what a deployment shipped. */
const maxTitles = 2

/** Titles of the first pull requests that each of these deployments is linked to, the newest first. */
export async function loadFirstTitles(
  read: Read,
  organizationId: number,
  deploymentIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await read<{ id: number; titles: string[] }>(Prisma.sql`
    SELECT d.id::float8, ARRAY(
      SELECT p.title FROM (
        SELECT pull_request_id AS id FROM deployment_pull_requests
        WHERE organization_id = ${organizationId} AND deployment_id = d.id
        ORDER BY pull_request_id DESC LIMIT ${maxTitles}
      ) l
      JOIN pull_requests p ON p.id = l.id AND p.organization_id = ${organizationId}
      ORDER BY p.id DESC
    ) AS titles
    FROM unnest(${deploymentIds}::bigint[]) AS d (id)`)
  return new Map(rows.map(({ id, titles }) => [id, titles]))
}
