import { reading } from '@/lib/db/reading'
import { delivers } from '@/lib/deployments/delivers'
import { Prisma } from '@/lib/generated/prisma/client'

type RevertDeployment = { id: number; deploymentId: string; completedAt: Date }
type RevertPullRequest = { id: number; number: number; title: string }

/**
 * A success that may have broken production: a pull request that it shipped was reverted by one that the same service
 * shipped to the same environment soon after.
 */
export type ProposedFailure = {
  service: string | null
  environment: string
  deployment: RevertDeployment
  pullRequest: RevertPullRequest
  revertedBy: { deployment: RevertDeployment; pullRequest: RevertPullRequest }
}

/** How far apart the two are: days, and successes of the service in the environment. */
const maxDays = 7
const maxBetween = 20
/** Of an organization: how far back is looked, in days and deployments that ship a revert, and how many are proposed. */
const recentDays = 30
const maxRecent = 30
const maxProposed = 10

const isRevert = Prisma.sql`r.title LIKE 'Revert "%'`

/**
 * The failures that a deployment proposes: itself, where it was reverted, and those that it reverted. Without those that
 * were dismissed, and those after one that was marked as failed: it stands for them.
 */
export function findReverts(organizationId: number, id: number): Promise<ProposedFailure[]> {
  const after = Prisma.sql`
    SELECT n.* FROM own JOIN LATERAL (
      SELECT d.* FROM deployments d
      WHERE ${sameService(Prisma.sql`own`)} AND (d.completed_at, d.id) >= (own.completed_at, own.id)
        AND d.completed_at <= own.completed_at + make_interval(days => ${maxDays}::int)
      ORDER BY d.completed_at, d.id LIMIT ${maxBetween + 1}
    ) n ON true`
  const own = Prisma.sql`
    own AS (SELECT * FROM deployments d WHERE d.organization_id = ${organizationId} AND d.id = ${id}::bigint AND ${delivers})`
  return find(
    Prisma.sql`WITH ${own}, reverting AS (${after})`,
    Prisma.sql`(f.id = ${id}::bigint OR f."byId" = ${id}::bigint)`,
  )
}

/** The failures that the latest deployments of an organization propose, the latest first. */
export function findRecentReverts(organizationId: number): Promise<ProposedFailure[]> {
  const recent = Prisma.sql`
    SELECT d.* FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${delivers}
      AND d.completed_at > now() - make_interval(days => ${recentDays}::int)
      AND d.id IN (
        SELECT l.deployment_id FROM pull_requests r
        JOIN deployment_pull_requests l ON l.organization_id = r.organization_id AND l.pull_request_id = r.id
        WHERE r.organization_id = ${organizationId} AND ${isRevert} AND r.merged_at > now() - make_interval(days => ${2 * recentDays}::int)
      )
    ORDER BY d.completed_at DESC, d.id DESC LIMIT ${maxRecent}`
  return find(Prisma.sql`WITH reverting AS (${recent})`, Prisma.sql`true`)
}

/** Production successes `d` of the service and environment of another deployment, in that deployment's organization. */
function sameService(other: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`d.organization_id = ${other}.organization_id AND d.environment_key = ${other}.environment_key
    AND d.service_key IS NOT DISTINCT FROM ${other}.service_key AND ${delivers}`
}

/** A title that several shipped means the latest of them before the revert. */
async function find(reverting: Prisma.Sql, condition: Prisma.Sql): Promise<ProposedFailure[]> {
  const rows = await reading((read) =>
    read<Row>(Prisma.sql`
      ${reverting}, reverts AS (
        SELECT b.*, r.id AS revert_id, r.number, r.title, r.merged_at,
          r.repository_id AS reverted_repository_id
        FROM reverting b
        JOIN deployment_pull_requests l ON l.organization_id = b.organization_id AND l.deployment_id = b.id
        JOIN pull_requests r ON r.organization_id = l.organization_id AND r.id = l.pull_request_id AND ${isRevert}
        LIMIT ${maxRecent}
      ), found AS (
        SELECT DISTINCT ON (b.id, b.revert_id) d.*, b.id AS "byId", b.external_id AS "byDeploymentId",
          b.completed_at AS "byCompletedAt", b.revert_id AS "revertId", b.number AS "revertNumber", b.title AS "revertTitle",
          p.id AS "pullRequestId", p.number, p.title
        FROM reverts b
        JOIN LATERAL (
          SELECT d.* FROM deployments d
          WHERE ${sameService(Prisma.sql`b`)} AND (d.completed_at, d.id) < (b.completed_at, b.id)
            AND d.completed_at >= b.completed_at - make_interval(days => ${maxDays}::int)
          ORDER BY d.completed_at DESC, d.id DESC LIMIT ${maxBetween}
        ) d ON true
        JOIN deployment_pull_requests l ON l.organization_id = d.organization_id AND l.deployment_id = d.id
        JOIN pull_requests p ON p.organization_id = l.organization_id AND p.id = l.pull_request_id
          AND p.repository_id = b.reverted_repository_id AND p.merged_at < b.merged_at AND b.title = 'Revert "' || p.title || '"'
        ORDER BY b.id, b.revert_id, p.merged_at DESC, d.completed_at DESC, d.id DESC
      )
      SELECT f.id::float8, f.external_id AS "deploymentId", f.completed_at AS "completedAt", f.service, f.environment,
        f."pullRequestId", f.number, f.title, f."byId"::float8, f."byDeploymentId", f."byCompletedAt", f."revertId",
        f."revertNumber", f."revertTitle"
      FROM found f
      WHERE ${condition} AND f.revert_dismissed_at IS NULL AND NOT EXISTS (
        SELECT FROM deployments d
        WHERE d.organization_id = f.organization_id AND d.environment_key = f.environment_key
          AND d.service_key IS NOT DISTINCT FROM f.service_key AND d.status_correction IS NOT NULL AND d.voided_at IS NULL
          AND d.completed_at <= f.completed_at
          AND d.completed_at >= f."byCompletedAt" - make_interval(days => ${maxDays}::int)
      )
      ORDER BY f.completed_at DESC, f.id DESC LIMIT ${maxProposed}`),
  )
  return rows.map(({ id, deploymentId, completedAt, service, environment, pullRequestId, number, title, ...by }) => ({
    service,
    environment,
    deployment: { id, deploymentId, completedAt },
    pullRequest: { id: pullRequestId, number, title },
    revertedBy: {
      deployment: { id: by.byId, deploymentId: by.byDeploymentId, completedAt: by.byCompletedAt },
      pullRequest: { id: by.revertId, number: by.revertNumber, title: by.revertTitle },
    },
  }))
}

type Row = RevertDeployment & {
  service: string | null
  environment: string
  pullRequestId: number
  number: number
  title: string
  byId: number
  byDeploymentId: string
  byCompletedAt: Date
  revertId: number
  revertNumber: number
  revertTitle: string
}
