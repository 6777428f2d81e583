import { AppError } from '@/lib/core/errors'
import { reading } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { versionOf } from '@/lib/http/version'

/**
 * Differs when a deployment was written, got an event or was linked otherwise. Throws `not_found`, also for another
 * organization's.
 */
export function readVersion(organizationId: number, id: number): Promise<string> {
  return reading(async (read) => {
    const [found] = await read(Prisma.sql`
      SELECT d.xmin::text AS written, EXISTS (
          SELECT FROM pending_links WHERE organization_id = d.organization_id AND deployment_id = d.id) AS linking,
        events.last AS events, links.count AS links, links.ids, links.seconds
      FROM deployments d
      CROSS JOIN LATERAL (
        SELECT max(id)::text AS last FROM deployment_events
        WHERE organization_id = d.organization_id AND deployment_id = d.id
      ) events
      CROSS JOIN LATERAL (
        SELECT count(*)::float8, sum(pull_request_id)::text AS ids, sum(lead_time_seconds)::text AS seconds
        FROM deployment_pull_requests WHERE organization_id = d.organization_id AND deployment_id = d.id
      ) links
      WHERE d.organization_id = ${organizationId} AND d.id = ${Number.isSafeInteger(id) ? id : 0}::bigint`)
    if (!found) throw new AppError('not_found', 'No deployment with this id')
    return versionOf(found)
  })
}
