import type { Queryable } from '@/lib/db/transaction'
import { decidesSql, keepsSql, keptStatuses } from '@/lib/deployments/delivers'
import { maxFailed } from '@/lib/deployments/linking/find-base'
import { isMarked } from '@/lib/deployments/linking/mark-again'
import { deliversPullRequests, type LinkableDeployment } from '@/lib/deployments/linking/rules'
import {
  beginningsOf,
  beginsWith,
  inServiceEnvironment,
  sameKeys,
  serviceEnvironmentOf,
} from '@/lib/deployments/linking/service-environment'

/**
 * What changed of a deployment that others look at: nothing since it was linked, what its events say, or what a person
 * corrected, so that it may have been in any service environment before.
 */
export type Change = 'none' | 'event' | 'correction'

export type DependentDeployment = LinkableDeployment & {
  baseSha: string | null
  baseDeploymentId: number | null
  settled: boolean
}

const maxDependents = 20

const dependentColumns = `
  d.id::float8, d.commit_sha AS "commitSha", d.previous_commit_sha AS "previousCommitSha", d.environment, d.service,
  d.status, d.production, d.voided_at IS NOT NULL AS voided, d.started_at AS "startedAt",
  d.completed_at AS "completedAt", d.repository_id AS "repositoryId", d.resolved_sha AS "resolvedSha",
  d.base_sha AS "baseSha", d.base_deployment_id::float8 AS "baseDeploymentId", d.settled`

const named = `d.previous_commit_sha ~ '^[0-9a-fA-F]{5,40}$' AND d.previous_commit_sha !~ '^0+$'`

/** Whether the range of `d` begins at the commit that it names. */
const beginsAsNamed = `d.base_deployment_id IS NULL AND ${named} AND d.base_sha LIKE lower(d.previous_commit_sha) || '%'`

/** Whether the range of `d` begins at the commit that was sent, or that is not known: whatever the last success is. */
const beginsAsSent = `
  d.base_deployment_id IS NULL AND CASE WHEN ${named}
    THEN ${beginsAsNamed} OR d.base_sha IS NULL AND NOT d.settled
    ELSE coalesce(d.service_key, '') = '' END`

/** Whether the range of `d` does not begin at the success that is the last one before it now. */
const beginsElsewhere = `
  d.generation IS NOT NULL AND NOT coalesce(${beginsAsSent}, false) AND NOT EXISTS (
    SELECT FROM (SELECT) one LEFT JOIN LATERAL (
      SELECT s.id, s.resolved_sha, s.generation FROM deployments s
      WHERE s.organization_id = $1 AND s.repository_id = d.repository_id
        AND ${sameKeys('s', 'd.environment_key', "coalesce(d.service_key, '')")}
        AND s.status = 'success' AND (s.completed_at, s.id) < (d.completed_at, d.id)
      ORDER BY s.completed_at DESC, s.id DESC LIMIT 1
    ) last ON true
    WHERE CASE WHEN last.generation IS NULL THEN d.base_deployment_id IS NULL
      ELSE d.base_deployment_id = last.id AND d.base_sha = last.resolved_sha END)`

const namesCommit = (commit: string) => `
  SELECT d.id, d.commit_sha, d.started_at, d.environment_key, d.service_key, d.status FROM deployments d
  WHERE d.organization_id = $1 AND ${decidesSql('d')} AND length(d.previous_commit_sha) <= 40 AND ${commit}`

/** Those that name the commit of `named` n, in its service environment, and began after the deployment in question. */
const namesNamed = `
  SELECT * FROM (
    ${namesCommit(beginsWith('d.previous_commit_sha', 'n.sha'))}
    UNION ALL ${namesCommit(`lower(d.previous_commit_sha) = ANY (${beginningsOf('n.sha')})`)}
  ) d
  WHERE d.started_at >= n.begun_at AND (n.environment_key IS NULL
    OR (d.environment_key, coalesce(d.service_key, '')) = (n.environment_key, n.service_key))`

type NamingOf = {
  /** The deployment, and the keys of its service environment. */
  id: string
  environmentKey: string
  serviceKey: string
  /** None where this is false. */
  changed?: string
  /** Those of any service environment where this is true. */
  anywhere?: string
}

/**
 * Common table expressions of which `naming` has the deployments that name as previous a commit of a deployment of the
 * organization $1, also one that it had before, and those that name a commit of one of these that failed, and so on. A
 * commit is looked at once in each step, however many deployments are of it. For a recursive `WITH`.
 */
export const namingDeployments = ({
  id,
  environmentKey,
  serviceKey,
  changed = 'true',
  anywhere = 'false',
}: NamingOf) => `
  sent AS MATERIALIZED (
    SELECT lower(commit_sha) AS sha, environment, service, started_at FROM deployments
    WHERE organization_id = $1 AND id = ${id} AND ${changed}
    UNION ALL
    SELECT lower(commit_sha), environment, service, started_at FROM deployment_events
    WHERE organization_id = $1 AND deployment_id = ${id} AND ${changed}
  ), named (depth, sha, begun_at, environment_key, service_key) AS (
    SELECT 0, sha, begun_at, CASE WHEN NOT anywhere THEN ${environmentKey} END,
      CASE WHEN NOT anywhere THEN ${serviceKey} END
    FROM (SELECT DISTINCT sha FROM sent) own CROSS JOIN (
      SELECT min(started_at) AS begun_at, ${anywhere} OR count(DISTINCT (environment, service)) > 1 AS anywhere FROM sent
    ) place
    UNION
    SELECT n.depth + 1, lower(d.commit_sha), n.begun_at, d.environment_key, coalesce(d.service_key, '')
    FROM named n CROSS JOIN LATERAL (${namesNamed}) d
    WHERE n.depth < ${maxFailed} AND d.status <> 'success' AND d.id <> ${id}
  ), naming (depth, id) AS (
    SELECT min(n.depth) + 1, d.id FROM named n CROSS JOIN LATERAL (${namesNamed}) d WHERE d.id <> ${id} GROUP BY d.id
  )`

const namingOfChanged = namingDeployments({
  id: 'linked.id',
  environmentKey: 'linked.environment_key',
  serviceKey: 'linked.service_key',
  changed: '$6::boolean',
  anywhere: '$7::boolean',
})

const inSamePlace = inServiceEnvironment('d', {
  repositoryId: 'linked.repository_id',
  environmentKey: 'linked.environment_key',
  serviceKey: 'linked.service_key',
})

/** Of one that was linked: those whose range may begin elsewhere now, and how they are found. */
const candidatesOfLinked = `
  WITH RECURSIVE ${namingOfChanged}, next AS MATERIALIZED (
    SELECT d.id, d.completed_at FROM deployments d
    WHERE ${inSamePlace} AND d.status = 'success' AND (d.completed_at, d.id) > (linked.live_at, linked.id)
    ORDER BY d.completed_at, d.id LIMIT 1
  )
  SELECT id, depth FROM naming
  UNION SELECT id, 0 FROM deployments WHERE organization_id = $1 AND base_deployment_id = linked.id
  UNION SELECT id, 0 FROM next
  UNION SELECT d.id, 0 FROM deployments d
    WHERE ${inSamePlace} AND d.status = 'rolled_back' AND (d.completed_at, d.id) > (linked.live_at, linked.id)
      AND (d.completed_at, d.id) < (
        coalesce((SELECT completed_at FROM next), 'infinity'), coalesce((SELECT id FROM next), 0))`

const lock = {
  name: 'lock-dependents',
  text: `
    WITH candidates AS MATERIALIZED (
      SELECT candidate.*, linked.succeeds
      FROM unnest($3::bigint[], $2::int[], $4::text[], $5::text[], $8::timestamptz[], $10::boolean[])
          AS linked (id, repository_id, environment_key, service_key, live_at, succeeds)
        CROSS JOIN LATERAL (${candidatesOfLinked}) candidate
    ), dependents AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY completed_at, id) <= ${maxDependents} AND repository_id = ANY ($9) AS near
      FROM (
        SELECT DISTINCT d.id, d.completed_at, d.repository_id
        FROM candidates CROSS JOIN LATERAL (
          SELECT * FROM deployments WHERE organization_id = $1 AND id = candidates.id OFFSET 0) d
        WHERE d.id <> ALL ($3) AND ${keepsSql} AND d.resolved_sha IS NOT NULL
          AND CASE depth WHEN 0 THEN ${beginsElsewhere}
            WHEN 1 THEN NOT (succeeds AND coalesce(${beginsAsNamed}, false)) ELSE d.base_deployment_id IS NULL END
      ) d
    ), locked AS MATERIALIZED (
      SELECT ${dependentColumns} FROM deployments d
      WHERE d.organization_id = $1 AND d.id = ANY (ARRAY(SELECT id FROM dependents WHERE near))
      ORDER BY d.id FOR NO KEY UPDATE SKIP LOCKED
    ), marked AS (
      INSERT INTO pending_links (deployment_id, organization_id)
      SELECT id, $1 FROM dependents
      WHERE id NOT IN (SELECT id FROM locked) AND NOT ${isMarked('dependents.id')}
    )
    SELECT * FROM locked
    WHERE production AND NOT voided AND status IN (${keptStatuses}) AND "resolvedSha" IS NOT NULL
    ORDER BY "completedAt", id`,
}

/** Deployments that were linked, whether they were not there before, and the repositories that are held. */
type LinkedIn = {
  deployments: readonly LinkableDeployment[]
  areNew: boolean
  heldRepositoryIds: readonly number[]
}

/**
 * Dependent deployments, whose range may begin elsewhere now that others have come, gone or changed: those that name
 * their commit as previous, those that began at them, and what comes after each up to the next success. The first
 * twenty in repositories that are held, locked; the others are marked, and so is one that another process holds. A new
 * success changes nothing for those that begin at its commit.
 */
export async function lockDependents(
  client: Queryable,
  organizationId: number,
  { deployments, areNew, heldRepositoryIds }: LinkedIn,
  change: Change,
): Promise<DependentDeployment[]> {
  const keys = deployments.map(serviceEnvironmentOf)
  const values = [
    organizationId,
    deployments.map(({ repositoryId }) => repositoryId),
    deployments.map(({ id }) => id),
    keys.map(([environmentKey]) => environmentKey),
    keys.map(([, serviceKey]) => serviceKey),
    change !== 'none',
    change === 'correction',
    deployments.map(({ completedAt, startedAt }) => completedAt ?? startedAt),
    heldRepositoryIds,
    deployments.map((deployment) => areNew && deliversPullRequests(deployment)),
  ]
  const { rows } = await client.query<DependentDeployment>({ ...lock, values })
  return rows
}
