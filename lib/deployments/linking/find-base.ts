import type { Queryable } from '@/lib/db/transaction'
import { type ResolvedCommits, resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import type { KnownCommit, LinkableDeployment } from '@/lib/deployments/linking/rules'
import {
  beginningsOf,
  beginsWith,
  inServiceEnvironment,
  sameKeys,
  serviceEnvironmentOf,
} from '@/lib/deployments/linking/service-environment'
import { usableSha } from '@/lib/deployments/schema'

/** Where a range begins: the commit that an event names, or that of an earlier deployment. */
export type RangeBase = KnownCommit & { deploymentId: number | null }

/** Where a range begins, if anywhere; not certain while a commit that is missing may change it. */
export type RangeStart = { base: RangeBase | null; certain: boolean }

/**
 * A range begins at what was live: at the previous commit, unless that is the commit of a deployment of the same service
 * and environment that did not stay a success; then, and where no previous commit is sent, at the last success before.
 */
export async function findBase(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  { current, previous }: Pick<ResolvedCommits, 'current' | 'previous'>,
): Promise<RangeStart> {
  const named = usableSha(deployment.previousCommitSha)
  if (named === null) return { base: await findUnnamed(client, organizationId, deployment, current), certain: true }
  if (!previous) return { base: null, certain: false }
  const asSent = { base: { ...previous, deploymentId: null }, certain: true }
  if (!current.inGraph) return asSent
  const failed = await findFailed(client, organizationId, deployment, named)
  if (!failed) return asSent
  const last = await findLastSuccess(client, organizationId, current.repositoryId, deployment)
  return last ? { base: last, certain: true } : beginOfFailed(client, organizationId, deployment, previous, failed)
}

/** Whether the range of a deployment that names no previous commit begins at the last success. */
export function infersBase(deployment: LinkableDeployment): boolean {
  const [, serviceKey] = serviceEnvironmentOf(deployment)
  return serviceKey !== '' && usableSha(deployment.previousCommitSha) === null
}

async function findUnnamed(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  { repositoryId, inGraph }: KnownCommit,
): Promise<RangeBase | null> {
  if (!infersBase(deployment) || !inGraph) return null
  return findLastSuccess(client, organizationId, repositoryId, deployment)
}

/** The last success of the same service and environment that ended earlier, when its ancestry is known. */
async function findLastSuccess(
  client: Queryable,
  organizationId: number,
  repositoryId: number,
  deployment: LinkableDeployment,
): Promise<RangeBase | null> {
  const { rows } = await client.query<{ deploymentId: number; sha: string; inGraph: boolean }>({
    name: 'find-last-success',
    text: `
      SELECT d.id::float8 AS "deploymentId", d.resolved_sha AS sha, d.generation IS NOT NULL AS "inGraph"
      FROM deployments d
      WHERE ${inServiceEnvironment('d')} AND d.status = 'success' AND (d.completed_at, d.id) < ($5, $6)
      ORDER BY d.completed_at DESC, d.id DESC LIMIT 1`,
    values: [organizationId, repositoryId, ...serviceEnvironmentOf(deployment), deployment.completedAt, deployment.id],
  })
  const [last] = rows
  return last?.inGraph ? { ...last, repositoryId } : null
}

type Failed = { commitSha: string; previousCommitSha: string | null; startedAt: Date }

// Commits are compared as they were sent, the shorter one with the beginning of the longer one: what they resolve to may
// not be known yet. Each is found by its commit, whatever the planner knows. A commit that is deployed again and again has
// very many deployments: the first success ends the look.
const deployedWith = (commit: string, columns: string) => `
  SELECT ${columns} FROM (SELECT * FROM deployments c WHERE c.organization_id = $1 AND ${commit} OFFSET 0) c
  WHERE ${sameKeys('c', 'one.environment_key', 'one.service_key')} AND c.started_at < one.begun_before AND c.id <> one.id`
const longer = beginsWith('c.commit_sha', 'one.sha')
const shorter = `lower(c.commit_sha) = ANY (${beginningsOf('one.sha')})`
const failedColumns = 'c.commit_sha, c.previous_commit_sha, c.started_at, c.external_id'
const hasFailed = "c.status IN ('failure', 'cancelled', 'rolled_back')"

const findFirstFailed = {
  name: 'find-first-failed',
  text: `
    SELECT one.id::float8, failed.commit_sha AS "commitSha", failed.previous_commit_sha AS "previousCommitSha",
      failed.started_at AS "startedAt"
    FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
        AS one (id, environment_key, service_key, sha, begun_before)
      CROSS JOIN LATERAL (
        SELECT * FROM (
          ${deployedWith(longer, failedColumns)} AND ${hasFailed}
          UNION ALL ${deployedWith(shorter, failedColumns)} AND ${hasFailed}
        ) failed
        WHERE NOT EXISTS (${deployedWith(longer, '1')} AND c.status = 'success')
          AND NOT EXISTS (${deployedWith(shorter, '1')} AND c.status = 'success')
        ORDER BY started_at, external_id LIMIT 1
      ) failed`,
}

/** Of each deployment, by its id, what `findFailed` finds for its previous commit, in one statement. */
export async function findAllFailed(
  client: Queryable,
  organizationId: number,
  deployments: readonly LinkableDeployment[],
): Promise<Map<number, Failed>> {
  return findFailedOf(
    client,
    organizationId,
    deployments.flatMap((deployment) => {
      const sha = usableSha(deployment.previousCommitSha)
      return sha === null ? [] : [{ deployment, sha, begunBefore: justAfterBegin(deployment) }]
    }),
  )
}

function justAfterBegin({ startedAt }: LinkableDeployment): Date {
  return new Date(startedAt.getTime() + 1)
}

/**
 * The first of the deployments of a commit to the same service and environment that had begun by then; null unless all
 * of them failed, were cancelled or were rolled back.
 */
async function findFailed(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  sha: string,
  begunBefore = justAfterBegin(deployment),
): Promise<Failed | null> {
  const failed = await findFailedOf(client, organizationId, [{ deployment, sha, begunBefore }])
  return failed.get(deployment.id) ?? null
}

async function findFailedOf(
  client: Queryable,
  organizationId: number,
  named: readonly { deployment: LinkableDeployment; sha: string; begunBefore: Date }[],
): Promise<Map<number, Failed>> {
  const keys = named.map(({ deployment }) => serviceEnvironmentOf(deployment))
  const values = [
    organizationId,
    named.map(({ deployment }) => deployment.id),
    keys.map(([environmentKey]) => environmentKey),
    keys.map(([, serviceKey]) => serviceKey),
    named.map(({ sha }) => sha),
    named.map(({ begunBefore }) => begunBefore),
  ]
  const { rows } = await client.query<Failed & { id: number }>({ ...findFirstFailed, values })
  return new Map(rows.map(({ id, ...failed }) => [id, failed]))
}

/** So many deployments that failed, one after the other, are followed. */
export const maxFailed = 20

/** Where there was no success before: where the one that failed was to begin, else just before its commit. */
async function beginOfFailed(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  previous: KnownCommit,
  first: Failed,
): Promise<RangeStart> {
  const { commitSha, service } = deployment
  let [commit, failed] = [previous, first]
  for (let count = 0; count < maxFailed; count += 1) {
    const named = usableSha(failed.previousCommitSha)
    if (named === null || isSameCommit(named, failed.commitSha)) break
    const wanted = { commitSha, previousCommitSha: named, service }
    const found = await resolveCommits(client, { organizationId, hasRepositories: true }, wanted)
    const before = typeof found === 'string' ? null : found.previous
    if (before === null) return { ...(await beginBefore(client, organizationId, commit)), certain: false }
    const next = await findFailed(client, organizationId, deployment, named, failed.startedAt)
    if (next === null) return { base: { ...before, deploymentId: null }, certain: true }
    ;[commit, failed] = [before, next]
  }
  return beginBefore(client, organizationId, commit)
}

function isSameCommit(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}

/** The first parent of a commit, so that what it merged itself counts; none of the very first commit. */
async function beginBefore(client: Queryable, organizationId: number, commit: KnownCommit): Promise<RangeStart> {
  const { rows } = await client.query<{ sha: string | null; inGraph: boolean }>(
    `SELECT c.parents[1] AS sha, EXISTS (
       SELECT FROM commits WHERE organization_id = $1 AND repository_id = $2 AND sha = c.parents[1]) AS "inGraph"
     FROM commits c WHERE c.organization_id = $1 AND c.repository_id = $2 AND c.sha = $3`,
    [organizationId, commit.repositoryId, commit.sha],
  )
  const [parent] = rows
  if (!parent) return { base: { ...commit, deploymentId: null }, certain: false }
  const { sha, inGraph } = parent
  return { base: sha === null ? null : { ...commit, sha, inGraph, deploymentId: null }, certain: true }
}
