import type { Read } from '@/lib/db/reading'
import { deliversPullRequests } from '@/lib/deployments/linking/rules'
import { shownLeadTimeSeconds } from '@/lib/deployments/links'
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
   * Median over the pull requests that it delivered: those that were live before are no sample, and one that clocks
   * have live before its merge took 0 s. Null without any.
   */
  leadTimeP50Seconds: number | null
}

/**
 * The deliveries of deployment `d`, found by where and when it was live: each pull request has one, however many
 * deployments it is linked to.
 */
const deliveredBy = (organizationId: number) => {
  const where = (service: Prisma.Sql) => Prisma.sql`
    SELECT pull_request_id FROM deliveries
    WHERE organization_id = ${organizationId} AND ${service} AND environment_key = d.environment_key
      AND delivered_at = d.completed_at AND deployment_id = d.id`
  const none = Prisma.sql`service_key IS NULL AND d.service_key IS NULL`
  return Prisma.sql`${where(Prisma.sql`service_key = d.service_key`)} UNION ALL ${where(none)}`
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
      links."linkedPRs", delivered."leadTimeP50Seconds"
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS position (id, rank)
    JOIN deployments d ON d.id = position.id AND d.organization_id = ${organizationId}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "linkedPRs"
      FROM deployment_pull_requests l WHERE l.organization_id = ${organizationId} AND l.deployment_id = d.id
    ) links
    CROSS JOIN LATERAL (
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ${shownLeadTimeSeconds}) AS "leadTimeP50Seconds"
      FROM (${deliveredBy(organizationId)}) v CROSS JOIN LATERAL (
        SELECT lead_time_seconds FROM deployment_pull_requests
        WHERE organization_id = ${organizationId} AND deployment_id = d.id AND pull_request_id = v.pull_request_id OFFSET 0) l
    ) delivered
    ORDER BY position.rank`)
  return rows.map((row) => ({
    ...row,
    ...(deliversPullRequests(row) ? {} : { linkedPRs: 0, leadTimeP50Seconds: null }),
    durationSeconds: durationSeconds(row),
  }))
}
