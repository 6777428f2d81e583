import type { Span } from '@/lib/core/page-number'
import { reading } from '@/lib/db/reading'
import type { LinkMethod } from '@/lib/deployments/linking/rules'
import { shownLeadTimeSeconds } from '@/lib/deployments/links'
import { Prisma } from '@/lib/generated/prisma/client'

export type LinkedPullRequest = {
  id: number
  repository: string
  number: number
  title: string
  author: string | null
  mergedAt: Date | null
  method: LinkMethod
  /** From its merge to production; 0 where clocks have it live before. */
  leadTimeSeconds: number
}

/** Pull requests that are linked to a deployment, the slowest first: all, or those of a page. */
export function loadLinked(organizationId: number, deploymentId: number, span?: Span): Promise<LinkedPullRequest[]> {
  return reading((read) =>
    read<LinkedPullRequest>(Prisma.sql`
      SELECT p.id, r.full_name AS repository, p.number, p.title, p.author, p.merged_at AS "mergedAt", l.method,
        ${shownLeadTimeSeconds} AS "leadTimeSeconds"
      FROM (
        SELECT * FROM deployment_pull_requests
        WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId}
        ORDER BY lead_time_seconds DESC, pull_request_id OFFSET ${span?.skip ?? 0} LIMIT ${span?.take ?? null}
      ) l
      JOIN pull_requests p ON p.organization_id = ${organizationId} AND p.id = l.pull_request_id
      JOIN repositories r ON r.organization_id = p.organization_id AND r.id = p.repository_id
      ORDER BY l.lead_time_seconds DESC, l.pull_request_id`),
  )
}
