import type { Read } from '@/lib/db/reading'
import { shownLeadTimeSeconds } from '@/lib/deployments/links'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ShippedBy } from '@/lib/pull-requests/shipped-by'

/** No one reads on; a commit that is deployed every minute must not fill the page. */
export const maxShipped = 500

/** The links `l` of the pull request `p` with their deployments `d`, to go behind FROM; conditions may follow. */
export const linksOfPullRequest = (organizationId: number) => Prisma.sql`
  deployment_pull_requests l JOIN deployments d ON d.organization_id = l.organization_id AND d.id = l.deployment_id
  WHERE l.organization_id = ${organizationId} AND l.pull_request_id = p.id`

/**
 * The deployments that shipped a pull request, in order of completion. An index has its links in this order, by lead
 * time: however many there are, no more are read.
 */
export function loadShippedBy(read: Read, organizationId: number, pullRequestId: number): Promise<ShippedBy[]> {
  return read<ShippedBy>(Prisma.sql`
    SELECT d.id::float8, d.external_id AS "deploymentId", d.service, d.environment, d.pipeline_url AS "pipelineUrl",
      d.status, d.production, d.voided_at IS NOT NULL AS voided, d.completed_at AS "completedAt", l.method,
      ${shownLeadTimeSeconds} AS "leadTimeSeconds"
    FROM (
      SELECT * FROM deployment_pull_requests
      WHERE organization_id = ${organizationId} AND pull_request_id = ${pullRequestId}
      ORDER BY lead_time_seconds LIMIT ${maxShipped}
    ) l JOIN deployments d ON d.organization_id = ${organizationId} AND d.id = l.deployment_id
    WHERE d.completed_at IS NOT NULL ORDER BY d.completed_at, d.id`)
}
