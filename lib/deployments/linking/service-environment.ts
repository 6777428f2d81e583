import { serviceKeyOf } from '@/lib/core/service-key'
import type { Queryable } from '@/lib/db/transaction'
import type { KnownCommit, LinkableDeployment } from '@/lib/deployments/linking/rules'

/** Production deployments of one service to one environment from one repository: what replaces each other. */
type Position = Pick<LinkableDeployment, 'id' | 'environment' | 'service' | 'startedAt' | 'completedAt'>

/**
 * Whether the deployment `alias` is in the service environment of $1 organization, $2 repository, and $3 and $4 as
 * `serviceEnvironmentOf` says. An index of the repository answers it: the organization is compared in a way that none is
 * made for.
 */
export const inServiceEnvironment = (alias: string) => `
  ${alias}.organization_id + 0 = $1 AND ${alias}.repository_id = $2 AND ${sameKeys(alias, '$3', '$4')}`

/** The part of it that is left to check of a deployment whose repository is known to be the same. */
export const sameKeys = (alias: string, environmentKey: string, serviceKey: string) => `
  ${alias}.production AND ${alias}.voided_at IS NULL
  AND ${alias}.environment_key = ${environmentKey} AND coalesce(${alias}.service_key, '') = ${serviceKey}`

export const linkableColumns = `
  d.id::float8, d.commit_sha AS "commitSha", d.previous_commit_sha AS "previousCommitSha", d.environment, d.service,
  d.status, d.production, d.voided_at IS NOT NULL AS voided, d.started_at AS "startedAt",
  d.completed_at AS "completedAt", d.repository_id AS "repositoryId", d.resolved_sha AS "resolvedSha"`

/** Where an inferred range starts: the commit of an earlier deployment. */
export type InferredBase = KnownCommit & { deploymentId: number }

/** The last success of the same service and environment that ended earlier, when its ancestry is known. */
export async function findInferredBase(
  client: Queryable,
  organizationId: number,
  repositoryId: number,
  deployment: Position,
): Promise<InferredBase | null> {
  const { rows } = await client.query<{ deploymentId: number; sha: string; inGraph: boolean }>({
    name: 'find-inferred-base',
    text: `
      SELECT d.id::float8 AS "deploymentId", d.resolved_sha AS sha, d.generation IS NOT NULL AS "inGraph"
      FROM deployments d
      WHERE ${inServiceEnvironment('d')} AND d.status = 'success' AND (d.completed_at, d.id) < ($5, $6)
      ORDER BY d.completed_at DESC, d.id DESC LIMIT 1`,
    values: [organizationId, repositoryId, ...serviceEnvironmentOf(deployment), deployment.completedAt, deployment.id],
  })
  const [base] = rows
  return base?.inGraph ? { ...base, repositoryId } : null
}

export type DependentDeployment = LinkableDeployment & {
  inGraph: boolean
  baseSha: string | null
  baseDeploymentId: number | null
}

const maxDependents = 20

/** Whether the inferred range of the deployment `d` starts where it would start now. */
const startsAtLastSuccess = `
  EXISTS (
    SELECT FROM (
      SELECT * FROM deployments s
      WHERE s.organization_id + 0 = d.organization_id AND s.repository_id = d.repository_id
        AND ${sameKeys('s', 'd.environment_key', "coalesce(d.service_key, '')")}
        AND s.status = 'success' AND (s.completed_at, s.id) < (d.completed_at, d.id)
      ORDER BY s.completed_at DESC, s.id DESC LIMIT 1
    ) last
    WHERE last.id = d.base_deployment_id AND last.resolved_sha = d.base_sha AND last.generation IS NOT NULL)`

/**
 * Dependent deployments, whose inferred range may start elsewhere now that one has come, gone or moved: those that
 * started at it, and what comes after it up to the next success. The first twenty, locked; one that another process
 * holds is linked by its holder, which waits for the repository, and marked in case that holder gives up. Of the others
 * those are marked that start elsewhere by now.
 */
export async function lockDependents(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
): Promise<DependentDeployment[]> {
  const { repositoryId, id, completedAt, startedAt } = deployment
  const nextOf = (status: 'success' | 'rolled_back') => `
    (SELECT d.id, d.completed_at, d.status FROM deployments d
      WHERE $4 <> '' AND ${inServiceEnvironment('d')} AND d.status = '${status}' AND (d.completed_at, d.id) > ($5, $6)
      ORDER BY d.completed_at, d.id LIMIT ${maxDependents})`
  const next = `
    SELECT d.id FROM (
      SELECT d.id, d.completed_at, count(*) FILTER (WHERE d.status = 'success')
        OVER (ORDER BY d.completed_at, d.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS successes
      FROM (
        ${nextOf('success')} UNION ALL ${nextOf('rolled_back')}
        ORDER BY completed_at, id LIMIT ${maxDependents}
      ) d
    ) d WHERE d.successes = 0`
  const { rows } = await client.query<DependentDeployment>({
    name: 'lock-dependents',
    text: `
      WITH dependents AS MATERIALIZED (
        SELECT id, row_number() OVER (ORDER BY completed_at, id) <= ${maxDependents} AS near FROM deployments
        WHERE organization_id = $1 AND id <> $6 AND id IN (
          SELECT id FROM deployments WHERE base_deployment_id = $6 UNION ${next})
      ), locked AS MATERIALIZED (
        SELECT ${linkableColumns}, d.generation IS NOT NULL AS "inGraph", d.base_sha AS "baseSha",
          d.base_deployment_id::float8 AS "baseDeploymentId"
        FROM deployments d
        WHERE d.organization_id = $1 AND d.id IN (SELECT id FROM dependents WHERE near)
        ORDER BY d.id FOR NO KEY UPDATE SKIP LOCKED
      ), marked AS (
        INSERT INTO pending_links (deployment_id, organization_id)
        SELECT d.id, $1 FROM dependents JOIN deployments d USING (id)
        WHERE id NOT IN (SELECT id FROM locked) AND (near OR NOT ${startsAtLastSuccess})
          AND NOT EXISTS (SELECT FROM pending_links WHERE deployment_id = d.id)
      )
      SELECT * FROM locked
      WHERE production AND NOT voided AND status IN ('success', 'rolled_back') AND "resolvedSha" IS NOT NULL
      ORDER BY "completedAt", id`,
    values: [organizationId, repositoryId, ...serviceEnvironmentOf(deployment), completedAt ?? startedAt, id],
  })
  return rows
}

/** Keys of the environment and of the service, blank for none, as $3 and $4 of `inServiceEnvironment`. */
export function serviceEnvironmentOf({
  environment,
  service,
}: Pick<Position, 'environment' | 'service'>): [string, string] {
  return [serviceKeyOf(environment), serviceKeyOf(service ?? '')]
}
