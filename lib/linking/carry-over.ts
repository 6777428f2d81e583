import { loadContained } from '@/lib/commits/load'
import type { LocatedDeployment } from '@/lib/linking/rules'
import { addLinks } from '@/lib/linking/store-linking'
import type { Queryable } from '@/lib/transaction'

/** How many later deployments are looked at for one that contains what was rolled back. */
const maxSuccessors = 50

const sameStream = (alias: string) => `
  ${alias}.organization_id = $1 AND ${alias}.repository_id = $2 AND ${alias}.production
  AND lower(btrim(${alias}.environment)) = lower(btrim($3)) AND lower(${alias}.service) IS NOT DISTINCT FROM lower($4)`

const findWaiting = {
  name: 'find-rolled-back-pull-requests',
  text: `
    SELECT DISTINCT ON (p.id) p.id AS "pullRequestId", p.merged_at AS "mergedAt", p.merge_commit_sha AS "mergeCommitSha",
      r.id::float8 AS "carriedFromId"
    FROM deployments r
    JOIN deployment_pull_requests l ON l.deployment_id = r.id
    JOIN pull_requests p ON p.id = l.pull_request_id
    WHERE ${sameStream('r')} AND r.status = 'rolled_back' AND r.completed_at <= $5 AND p.merge_commit_sha IS NOT NULL
      AND NOT EXISTS (
        SELECT 1 FROM deployment_pull_requests delivered JOIN deployments s ON s.id = delivered.deployment_id
        WHERE delivered.pull_request_id = p.id AND s.status = 'success' AND s.production AND s.completed_at <= $5)
    ORDER BY p.id, r.completed_at, r.id`,
}

type Waiting = { pullRequestId: number; mergedAt: Date; mergeCommitSha: string; carriedFromId: number }

/**
 * Gives a successful deployment the pull requests of earlier, rolled-back ones that its commit contains and that
 * nothing has delivered since. Returns how many.
 */
export async function carryOver(client: Queryable, deployment: LocatedDeployment): Promise<number> {
  const { organizationId, repositoryId, resolvedSha, completedAt } = deployment
  const { rows: waiting } = await client.query<Waiting>({
    ...findWaiting,
    values: [...stream(deployment), completedAt],
  })
  if (waiting.length === 0) return 0
  const contained = await loadContained(client, {
    organizationId,
    repositoryId,
    head: resolvedSha,
    candidates: waiting.map(({ mergeCommitSha }) => mergeCommitSha),
  })
  const carried = waiting.filter(({ mergeCommitSha }) => contained.has(mergeCommitSha))
  if (carried.length === 0) return 0
  await addLinks(
    client,
    deployment,
    carried.map(({ pullRequestId, mergedAt, carriedFromId }) => ({
      pullRequestId,
      mergedAt,
      carriedFromId,
      method: 'range',
    })),
  )
  await takeFromLater(client, deployment, carried)
  return carried.length
}

/** Hands the pull requests of a rolled-back deployment to the next successful ones that contain them. */
export async function carryForward(client: Queryable, rolledBack: LocatedDeployment): Promise<void> {
  const { rows: successors } = await client.query<LocatedDeployment>(
    `SELECT id::float8, organization_id AS "organizationId", repository_id AS "repositoryId",
       resolved_sha AS "resolvedSha", commit_sha AS "commitSha", previous_commit_sha AS "previousCommitSha",
       environment, service, status, completed_at AS "completedAt"
     FROM deployments d
     WHERE ${sameStream('d')} AND status = 'success' AND completed_at >= $5
     ORDER BY completed_at, id LIMIT ${maxSuccessors}`,
    [...stream(rolledBack), rolledBack.completedAt],
  )
  for (const successor of successors) await carryOver(client, successor)
}

async function takeFromLater(client: Queryable, deployment: LocatedDeployment, carried: Waiting[]): Promise<void> {
  await client.query(
    `DELETE FROM deployment_pull_requests l USING deployments later
     WHERE l.organization_id = $1 AND l.pull_request_id = ANY ($2::int[]) AND l.carried_from_id IS NOT NULL
       AND later.id = l.deployment_id AND (later.completed_at, later.id) > ($3, $4)`,
    [
      deployment.organizationId,
      carried.map(({ pullRequestId }) => pullRequestId),
      deployment.completedAt,
      deployment.id,
    ],
  )
}

function stream(deployment: LocatedDeployment): unknown[] {
  return [deployment.organizationId, deployment.repositoryId, deployment.environment, deployment.service]
}
