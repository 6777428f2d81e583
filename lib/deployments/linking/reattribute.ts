import type { Queryable } from '@/lib/db/transaction'
import { loadContained } from '@/lib/deployments/commits/load'
import { maxPullRequests } from '@/lib/deployments/linking/find-links'
import type { LinkableDeployment } from '@/lib/deployments/linking/rules'
import {
  inServiceEnvironment,
  linkableColumns,
  sameKeys,
  serviceEnvironmentOf,
} from '@/lib/deployments/linking/service-environment'
import { addLinks, dropCarried, dropTooMany, readLinks } from '@/lib/deployments/linking/store-linking'

/** The window in which a rolled-back pull request is looked for: a length of time, and a number of successes. */
const windowLength = '90 days'
const maxSuccessors = 20

// Successes are counted from the deployment back, once: then only rolled-back deployments in its window are looked at.
// $5 is when the deployment $6 ended, $7 when it may have ended before.
const findRolledBack = {
  name: 'find-rolled-back-in-window',
  text: `
    WITH beyond AS MATERIALIZED (
      SELECT s.completed_at FROM deployments s
      WHERE ${inServiceEnvironment('s')} AND s.status = 'success' AND s.completed_at < $7 AND s.id <> $6
      ORDER BY s.completed_at DESC, s.id DESC OFFSET ${maxSuccessors - 1} LIMIT 1
    )
    SELECT r.id::float8, boundary.id::float8 AS "boundaryId",
      boundary.id IS NULL OR (boundary.completed_at, boundary.id) > ($5, $6) AS "inWindow"
    FROM deployments r LEFT JOIN LATERAL (
      SELECT s.id, s.completed_at FROM deployments s
      WHERE ${inServiceEnvironment('s')} AND s.status = 'success' AND s.completed_at >= r.started_at AND s.id <> $6
      ORDER BY s.completed_at, s.id OFFSET ${maxSuccessors - 1} LIMIT 1
    ) boundary ON true
    WHERE ${inServiceEnvironment('r')} AND r.status = 'rolled_back' AND r.started_at <= $5 AND r.id <> $6
      AND r.started_at > $5::timestamptz - interval '${windowLength}'
      AND r.completed_at > $5::timestamptz - interval '${windowLength}'
      AND r.started_at > coalesce((SELECT completed_at FROM beyond), '-infinity')
    ORDER BY r.started_at, r.id`,
}

/**
 * The rolled-back deployments in whose window a deployment is, the earliest first, and the boundary successes: the last
 * ones in those windows without the deployment, and outside with it.
 */
export type ReattributionWindow = { rolledBackIds: number[]; boundaryIds: number[] }

/**
 * The window of a deployment, whether it is a success or was one. While its end as a success is not known, it is taken
 * to be after its start.
 */
export async function findWindow(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
): Promise<ReattributionWindow> {
  const { id, repositoryId, startedAt, completedAt } = deployment
  if (repositoryId === null) return { rolledBackIds: [], boundaryIds: [] }
  const endedAt = completedAt ?? startedAt
  const place = [endedAt, id, startedAt < endedAt ? startedAt : endedAt]
  const { rows } = await client.query<{ id: number; boundaryId: number | null; inWindow: boolean }>({
    ...findRolledBack,
    values: [organizationId, repositoryId, ...serviceEnvironmentOf(deployment), ...place],
  })
  return {
    rolledBackIds: rows.filter(({ inWindow }) => inWindow).map((row) => row.id),
    boundaryIds: [...new Set(rows.flatMap(({ boundaryId }) => boundaryId ?? []))],
  }
}

// Where a plan is kept, it must not begin with pull requests: they are read for the few deployments that were rolled
// back. What a success of the service environment delivers is looked up by the pull request: that is of the same repository.
const findWaiting = {
  name: 'find-waiting-pull-requests',
  text: `
    WITH rolled_back AS MATERIALIZED (
      SELECT * FROM unnest($2::bigint[]) WITH ORDINALITY AS r (id, place)
    ), waiting AS MATERIALIZED (
      SELECT DISTINCT ON (l.pull_request_id) l.pull_request_id AS id, r.id AS carried_from_id
      FROM rolled_back r JOIN deployment_pull_requests l ON l.deployment_id = r.id AND l.carried_from_id + 0 IS NULL
      WHERE l.organization_id = $1 AND NOT EXISTS (
        SELECT FROM deployment_pull_requests delivered CROSS JOIN LATERAL (
          SELECT FROM deployments s
          WHERE s.id = delivered.deployment_id AND s.status = 'success' AND ${sameKeys('s', '$3', '$4')}
            AND (s.completed_at, s.id) <= ($5, $6)
          OFFSET 0) s
        WHERE delivered.pull_request_id = l.pull_request_id
          AND (delivered.deployment_id <> $6 OR delivered.carried_from_id IS NULL)
        OFFSET 0)
      ORDER BY l.pull_request_id, r.place
    ), room AS MATERIALIZED (
      SELECT greatest(${maxPullRequests} - count(*), 0) AS size FROM deployment_pull_requests
      WHERE deployment_id = $6 AND carried_from_id + 0 IS NULL
    )
    SELECT p.id AS "pullRequestId", p.merged_at AS "mergedAt", p.merge_commit_sha AS "mergeCommitSha",
      w.carried_from_id::float8 AS "carriedFromId", (SELECT size::int FROM room) AS room
    FROM waiting w JOIN pull_requests p ON p.id = w.id
    WHERE p.merge_commit_sha IS NOT NULL ORDER BY p.number LIMIT (SELECT size + 1 FROM room)`,
}

/** `room` is how many the deployment may carry: one more row says that there are too many. */
type Waiting = { pullRequestId: number; mergedAt: Date; mergeCommitSha: string; carriedFromId: number; room: number }

/**
 * Gives a successful deployment the pull requests of the rolled-back ones in its window that its commit contains and
 * that no success of its service environment up to it has delivered. Of more than it may ship with its own, the first by
 * number, and keeps that as the reason. Returns how many it carries, and how many still wait.
 */
export async function reattribute(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  rolledBackIds: readonly number[],
): Promise<{ carried: number; waiting: number }> {
  const { id, repositoryId, resolvedSha, completedAt } = deployment
  if (repositoryId === null || resolvedSha === null || rolledBackIds.length === 0) return { carried: 0, waiting: 0 }
  const values = [organizationId, rolledBackIds, ...serviceEnvironmentOf(deployment), completedAt, id]
  const { rows } = await client.query<Waiting>({ ...findWaiting, values })
  const waiting = rows.slice(0, rows[0]?.room)
  if (rows.length === 0) return { carried: 0, waiting: 0 }
  const candidates = waiting.map(({ mergeCommitSha }) => mergeCommitSha)
  const contained = await loadContained(client, { organizationId, repositoryId, head: resolvedSha, candidates })
  const links = waiting
    .filter(({ mergeCommitSha }) => contained.has(mergeCommitSha))
    .map(({ mergeCommitSha, room, ...link }) => ({ ...link, method: 'range' as const }))
  if (waiting.length < rows.length) await dropTooMany(client, organizationId, id, links)
  if (links.length > 0) await addLinks(client, organizationId, deployment, links)
  return { carried: links.length, waiting: rows.length - links.length }
}

const findSuccessors = {
  name: 'find-successors',
  text: `
    SELECT ${linkableColumns} FROM deployments d
    WHERE ${inServiceEnvironment('d')} AND d.status = 'success' AND d.completed_at >= $5
      AND d.completed_at < $5::timestamptz + interval '${windowLength}'
    ORDER BY d.completed_at, d.id LIMIT ${maxSuccessors}`,
}

type Successor = LinkableDeployment & { after: number[] }

/** The successes that rolled-back deployments look at, each once, in order. */
async function loadSuccessors(
  client: Queryable,
  organizationId: number,
  rolledBack: readonly LinkableDeployment[],
): Promise<Successor[]> {
  const successors = new Map<number, Successor>()
  for (const { id, repositoryId, startedAt, ...keys } of rolledBack) {
    const values = [organizationId, repositoryId, ...serviceEnvironmentOf(keys), startedAt]
    const { rows } = await client.query<LinkableDeployment>({ ...findSuccessors, values })
    for (const row of rows) {
      successors.set(row.id, { ...row, after: [...(successors.get(row.id)?.after ?? []), id] })
    }
  }
  const timeOf = ({ completedAt }: Successor) => completedAt?.getTime() ?? 0
  return [...successors.values()].sort((a, b) => timeOf(a) - timeOf(b) || a.id - b.id)
}

/** Hands the pull requests of rolled-back deployments to the next successful ones that contain them. */
export async function reattributeToSuccessors(
  client: Queryable,
  organizationId: number,
  rolledBack: readonly LinkableDeployment[],
): Promise<void> {
  const done = new Set<number>()
  for (const successor of await loadSuccessors(client, organizationId, rolledBack)) {
    if (successor.after.every((id) => done.has(id))) continue
    const { rolledBackIds } = await findWindow(client, organizationId, successor)
    const { waiting } = await reattribute(client, organizationId, successor, rolledBackIds)
    if (waiting === 0) for (const id of rolledBackIds) done.add(id)
  }
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
      WHERE l.organization_id = $1 AND l.pull_request_id = ANY ($2::int[]) AND l.carried_from_id + 0 IS NULL
        AND d.production AND d.voided_at IS NULL AND d.status = 'rolled_back'
      ORDER BY d.started_at, id`,
    values: [organizationId, pullRequestIds],
  })
  return rows
}

/** Reattributes again to boundary successes: those that came into the window of a rolled-back deployment, or left it. */
export async function reattributeBoundaries(
  client: Queryable,
  organizationId: number,
  boundaryIds: readonly number[],
): Promise<void> {
  if (boundaryIds.length === 0) return
  const { rows: boundaries } = await client.query<LinkableDeployment>({
    name: 'find-boundaries',
    text: `
      SELECT ${linkableColumns} FROM deployments d WHERE d.organization_id = $1 AND d.id = ANY ($2::bigint[])
      ORDER BY d.completed_at, d.id`,
    values: [organizationId, boundaryIds],
  })
  for (const boundary of boundaries) {
    const before = await dropCarried(client, organizationId, boundary.id)
    const { rolledBackIds } = await findWindow(client, organizationId, boundary)
    await reattribute(client, organizationId, boundary, rolledBackIds)
    if (before.length === 0) continue
    const kept = new Set(await readLinks(client, organizationId, boundary.id))
    const lost = before.filter((id) => !kept.has(id))
    await reattributeToSuccessors(client, organizationId, await findRolledBackWith(client, organizationId, lost))
  }
}
