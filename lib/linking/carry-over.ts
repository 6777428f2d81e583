import { loadContained } from '@/lib/commits/load'
import type { LinkableDeployment } from '@/lib/linking/rules'
import { addLinks } from '@/lib/linking/store-linking'
import { inStream, linkableColumns, streamOf } from '@/lib/linking/stream'
import type { Queryable } from '@/lib/transaction'

/** How far apart in time, and how many deployments later, a rolled-back pull request is looked for. */
const patience = '90 days'
const maxSuccessors = 20

// Where a plan is kept, it must not begin with pull requests: they are read for the few deployments that were rolled back.
const findWaiting = {
  name: 'find-waiting-pull-requests',
  text: `
    WITH rolled_back AS MATERIALIZED (
      SELECT r.id, r.started_at FROM deployments r
      WHERE ${inStream('r')} AND r.status = 'rolled_back' AND r.started_at <= $5
        AND r.started_at > $5::timestamptz - interval '${patience}'
        AND r.completed_at > $5::timestamptz - interval '${patience}'
    ), waiting AS MATERIALIZED (
      SELECT DISTINCT ON (l.pull_request_id) l.pull_request_id AS id, r.id AS carried_from_id
      FROM rolled_back r JOIN deployment_pull_requests l ON l.deployment_id = r.id AND l.carried_from_id IS NULL
      WHERE NOT EXISTS (
        SELECT 1 FROM deployment_pull_requests delivered JOIN deployments s ON s.id = delivered.deployment_id
        WHERE delivered.pull_request_id = l.pull_request_id AND s.status = 'success' AND s.production
          AND s.voided_at IS NULL AND s.completed_at <= $5
        OFFSET 0)
      ORDER BY l.pull_request_id, r.started_at, r.id
    )
    SELECT p.id AS "pullRequestId", p.merged_at AS "mergedAt", p.merge_commit_sha AS "mergeCommitSha",
      w.carried_from_id::float8 AS "carriedFromId"
    FROM waiting w JOIN pull_requests p ON p.id = w.id
    WHERE p.merge_commit_sha IS NOT NULL ORDER BY p.id`,
}

type Waiting = { pullRequestId: number; mergedAt: Date; mergeCommitSha: string; carriedFromId: number }

/**
 * Gives a successful deployment the pull requests of rolled-back ones that its commit contains and that no success
 * before it has delivered. Returns how many.
 */
export async function carryOver(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
): Promise<number> {
  const { repositoryId, resolvedSha, completedAt } = deployment
  if (repositoryId === null || resolvedSha === null) return 0
  const values = [organizationId, repositoryId, ...streamOf(deployment), completedAt]
  const { rows: waiting } = await client.query<Waiting>({ ...findWaiting, values })
  if (waiting.length === 0) return 0
  const candidates = waiting.map(({ mergeCommitSha }) => mergeCommitSha)
  const contained = await loadContained(client, { organizationId, repositoryId, head: resolvedSha, candidates })
  const links = waiting
    .filter(({ mergeCommitSha }) => contained.has(mergeCommitSha))
    .map(({ mergeCommitSha, ...link }) => ({ ...link, method: 'range' as const }))
  if (links.length > 0) await addLinks(client, organizationId, deployment, links)
  return links.length
}

/** Hands the pull requests of a rolled-back deployment to the next successful ones that contain them. */
export async function carryForward(
  client: Queryable,
  organizationId: number,
  rolledBack: LinkableDeployment,
): Promise<void> {
  const { rows: successors } = await client.query<LinkableDeployment>({
    name: 'find-successors',
    text: `
      SELECT ${linkableColumns} FROM deployments d
      WHERE ${inStream('d')} AND d.status = 'success' AND d.completed_at >= $5
        AND d.completed_at < $5::timestamptz + interval '${patience}'
      ORDER BY d.completed_at, d.id LIMIT ${maxSuccessors}`,
    values: [organizationId, rolledBack.repositoryId, ...streamOf(rolledBack), rolledBack.startedAt],
  })
  for (const successor of successors) await carryOver(client, organizationId, successor)
}

/** The rolled-back deployments that shipped one of the pull requests themselves. */
export async function findRolledBackWith(
  client: Queryable,
  organizationId: number,
  pullRequestIds: readonly number[],
): Promise<LinkableDeployment[]> {
  if (pullRequestIds.length === 0) return []
  const { rows } = await client.query<LinkableDeployment>({
    name: 'find-rolled-back-with',
    text: `
      SELECT DISTINCT ${linkableColumns}
      FROM deployment_pull_requests l JOIN deployments d ON d.id = l.deployment_id
      WHERE l.organization_id = $1 AND l.pull_request_id = ANY ($2::int[]) AND l.carried_from_id IS NULL
        AND d.production AND d.voided_at IS NULL AND d.status = 'rolled_back'
      ORDER BY d.started_at, id`,
    values: [organizationId, pullRequestIds],
  })
  return rows
}
