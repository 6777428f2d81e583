import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { httpUrlOrNull } from '@/lib/sources/hosts/host-fields'
import { foreignText, type Message } from '../content'
import type { Place } from './occurrence'
import { pageUrl } from './page-url'

/** A deployment `d` to production as notifications read it. */
export type DeploymentRow = {
  id: number
  deploymentId: string
  service: string | null
  serviceKey: string | null
  environment: string
  production: boolean
  status: DeploymentStatus
  commitSha: string
  previousCommitSha: string | null
  branch: string | null
  triggeredBy: string | null
  pipelineUrl: string | null
  startedAt: Date
  completedAt: Date
  repositoryId: number | null
  resolvedSha: string | null
}

export const deploymentColumns = Prisma.sql`
  d.id::float8 AS id, d.external_id AS "deploymentId", d.service, d.service_key AS "serviceKey", d.environment,
  d.production, d.status, d.commit_sha AS "commitSha", d.previous_commit_sha AS "previousCommitSha", d.branch,
  d.triggered_by AS "triggeredBy", d.pipeline_url AS "pipelineUrl", d.started_at AS "startedAt",
  d.completed_at AS "completedAt", d.repository_id AS "repositoryId", d.resolved_sha AS "resolvedSha"`

/**
 * Whether linking a deployment `d` of the organization has ended, or has taken a minute: until then it is not known
 * what it contained.
 */
export const isLinked = (organizationId: number) => Prisma.sql`
  (d.updated_at < now() - interval '1 minute' OR NOT EXISTS (
    SELECT FROM pending_links p WHERE p.organization_id = ${organizationId} AND p.deployment_id = d.id))`

/** What a deployment is called: by its service, else by its id. */
export function nameOf({ service, deploymentId }: DeploymentRow): string {
  return foreignText(service?.trim() || deploymentId)
}

/** A deployment as programs get it. */
export function deploymentData(place: Place, row: DeploymentRow) {
  return {
    deploymentId: row.deploymentId,
    url: deploymentUrl(place, row),
    service: row.service,
    environment: row.environment,
    status: row.status,
    commitSha: row.commitSha,
    branch: row.branch,
    triggeredBy: row.triggeredBy,
    pipelineUrl: httpUrlOrNull(row.pipelineUrl),
    startedAt: row.startedAt.toISOString(),
    completedAt: row.completedAt.toISOString(),
  }
}

/** What people want to know of a deployment first. */
export function deploymentFacts(row: DeploymentRow): Message['facts'] {
  return [
    { label: 'Environment', value: foreignText(row.environment) },
    { label: 'Commit', value: row.commitSha.slice(0, 12) },
    ...(row.branch ? [{ label: 'Branch', value: foreignText(row.branch) }] : []),
    ...(row.triggeredBy ? [{ label: 'Triggered by', value: foreignText(row.triggeredBy) }] : []),
  ]
}

export function deploymentUrl(place: Place, { id }: DeploymentRow): string {
  return pageUrl(place, `/deployments/${id}`)
}

/** The organization as programs get it. */
export function organizationData({ slug, name }: Place) {
  return { slug, name }
}
