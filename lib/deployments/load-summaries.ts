import type { Read } from '@/lib/db/reading'
import { deliversPullRequests } from '@/lib/deployments/linking/rules'
import { isDelivery, shownLeadTimeSeconds } from '@/lib/deployments/links'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { durationSeconds } from '@/lib/deployments/status'
import { Prisma } from '@/lib/generated/prisma/client'

export type DeploymentSummary = {
  id: number
  /** As the CI system sent it. */
  deploymentId: string
  service: string | null
  environment: string
  production: boolean
  status: DeploymentStatus
  /** Whether a person took it out of all numbers. */
  voided: boolean
  commitSha: string
  branch: string | null
  triggeredBy: string | null
  pipelineName: string | null
  pipelineUrl: string | null
  startedAt: Date
  completedAt: Date | null
  /** Null while it is not finished, and when the clocks of start and end disagree. */
  durationSeconds: number | null
  linkedPRs: number
  /** Whether it is still to be linked, which happens automatically. */
  linking: boolean
  /**
   * Median over the pull requests that it delivered: those that were live before are no sample, and one that clocks have
   * live before its merge took 0 s. Null without any.
   */
  leadTimeP50Seconds: number | null
}

/** The deployments at positions, in their order. */
export async function loadSummaries(
  read: Read,
  organizationId: number,
  positions: readonly { id: number }[],
): Promise<DeploymentSummary[]> {
  const ids = positions.map(({ id }) => id)
  const rows = await read<Omit<DeploymentSummary, 'durationSeconds'>>(Prisma.sql`
    SELECT d.id::float8, d.external_id AS "deploymentId", d.service, d.environment, d.production, d.status,
      d.voided_at IS NOT NULL AS voided, d.commit_sha AS "commitSha", d.branch, d.triggered_by AS "triggeredBy", d.pipeline_name AS "pipelineName",
      d.pipeline_url AS "pipelineUrl", d.started_at AS "startedAt", d.completed_at AS "completedAt",
      EXISTS (
        SELECT FROM pending_links WHERE organization_id = ${organizationId} AND deployment_id = d.id) AS linking,
      links."linkedPRs", links."leadTimeP50Seconds"
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS position (id, rank)
    JOIN deployments d ON d.id = position.id AND d.organization_id = ${organizationId}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "linkedPRs",
        percentile_cont(0.5) WITHIN GROUP (ORDER BY ${shownLeadTimeSeconds}) FILTER (WHERE ${isDelivery(organizationId)})
          AS "leadTimeP50Seconds"
      FROM deployment_pull_requests l WHERE l.organization_id = ${organizationId} AND l.deployment_id = d.id
    ) links
    ORDER BY position.rank`)
  return rows.map((row) => ({
    ...row,
    ...(deliversPullRequests(row) ? {} : { linkedPRs: 0, leadTimeP50Seconds: null }),
    durationSeconds: durationSeconds(row),
  }))
}
