import type { Queryable } from '@/lib/db/transaction'
import type { Shipment } from '@/lib/deployments/linking/find-links'
import {
  deliversPullRequests,
  type Link,
  type LinkableDeployment,
  leadTimeSeconds,
  tooManyPullRequests,
} from '@/lib/deployments/linking/rules'
import { sameKeys, serviceEnvironmentOf } from '@/lib/deployments/linking/service-environment'

const insertLinks = `
  INSERT INTO deployment_pull_requests AS stored
    (organization_id, deployment_id, pull_request_id, method, lead_time_seconds, carried_from_id)
  SELECT $1, $2, link.* FROM unnest($3::int[], $4::text[], $5::int[], $6::bigint[]) AS link
  ON CONFLICT (deployment_id, pull_request_id) DO UPDATE SET
    method = excluded.method, lead_time_seconds = excluded.lead_time_seconds, carried_from_id = excluded.carried_from_id
  WHERE (stored.method, stored.lead_time_seconds, stored.carried_from_id)
    IS DISTINCT FROM (excluded.method, excluded.lead_time_seconds, excluded.carried_from_id)`

// What a success delivers is not reattributed to a later deployment of its service environment any more.
const takeFromLater = `
  DELETE FROM deployment_pull_requests l USING deployments later
  WHERE $7 AND l.organization_id = $1 AND l.pull_request_id = ANY ($3::int[])
    AND l.carried_from_id IS NOT NULL
    AND later.id = l.deployment_id AND (later.completed_at, later.id) > ($8, $2) AND ${sameKeys('later', '$9', '$10')}
  RETURNING l.deployment_id`

// What one carried that could not carry all makes room for others.
const markFull = (freed: string) => `
  INSERT INTO pending_links (deployment_id, organization_id)
  SELECT DISTINCT d.id, $1::int FROM (${freed}) freed JOIN deployments d ON d.id = freed.deployment_id
  WHERE d.unlinked_reason = '${tooManyPullRequests}'`

const decidedColumns = [
  'repository_id',
  'resolved_sha',
  'unlinked_reason',
  'base_sha',
  'base_deployment_id',
  'commit_count',
  'settled',
  'generation',
]

const columnsOf = (alias: string) => decidedColumns.map((column) => alias + column).join(', ')

/** As `leadTimeSeconds` counts them. */
const secondsUntilLive = `
  greatest(least(round(extract(epoch FROM $8::timestamptz - committed_at)), 2147483647), -2147483647)::int`

const replaceLinks = {
  name: 'replace-links',
  text: `
    WITH taken AS (${takeFromLater}), gone AS (
      DELETE FROM deployment_pull_requests
      WHERE organization_id = $1 AND deployment_id = $2 AND pull_request_id NOT IN (SELECT unnest($3::int[]))
    ), released AS (
      DELETE FROM deployment_pull_requests WHERE organization_id = $1 AND carried_from_id = $2
      RETURNING deployment_id
    ), marked AS (${markFull('SELECT deployment_id FROM taken UNION ALL SELECT deployment_id FROM released')}
    ), kept AS (${insertLinks}), dropped AS (
      DELETE FROM deployment_commits c WHERE deployment_id = $2 AND (sha NOT IN (SELECT unnest($17::text[])) OR EXISTS (
        SELECT FROM commits brought WHERE organization_id = $1 AND repository_id = $11 AND brought.sha = c.sha
          AND pull_request_number IS NOT NULL))
    ), outside AS (
      INSERT INTO deployment_commits AS stored (organization_id, deployment_id, sha, lead_time_seconds)
      SELECT $1, $2, sha, ${secondsUntilLive}
      FROM unnest($17) AS shipped(sha) JOIN commits USING (sha)
      WHERE organization_id = $1 AND repository_id = $11 AND pull_request_number IS NULL
      ON CONFLICT (deployment_id, sha) DO UPDATE SET lead_time_seconds = excluded.lead_time_seconds
      WHERE stored.lead_time_seconds <> excluded.lead_time_seconds
    ), decided AS (
      SELECT $11::int AS repository_id, $12::text AS resolved_sha, $13::text AS unlinked_reason, $14::text AS base_sha,
        $15::bigint AS base_deployment_id, $16::int AS commit_count, $18::boolean AS settled, (
          SELECT generation FROM commits WHERE organization_id = $1 AND repository_id = $11 AND sha = $12) AS generation
    )
    UPDATE deployments d SET (${columnsOf('')}) = ROW (${columnsOf('decided.')}) FROM decided
    WHERE d.organization_id = $1 AND d.id = $2 AND (${columnsOf('d.')}) IS DISTINCT FROM (${columnsOf('decided.')})`,
}

const addCarried = {
  name: 'add-carried-links',
  text: `WITH taken AS (${takeFromLater}), marked AS (${markFull('SELECT deployment_id FROM taken')}) ${insertLinks}`,
}

/**
 * Replaces a deployment's links, and where its commit was found, by what linking said. Takes back what others carry
 * for it, and from later ones what it delivers itself.
 */
export async function storeLinking(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  { links, reason, base, commitCount, outsideShas, settled }: Shipment,
): Promise<void> {
  const { repositoryId, resolvedSha } = deployment
  const found = [repositoryId, resolvedSha, reason, base?.sha ?? null, base?.deploymentId ?? null]
  const values = [...linkValues(organizationId, deployment, links), ...found, commitCount, outsideShas, settled]
  await client.query({ ...replaceLinks, values })
}

/** Adds links to those a deployment has. */
export async function addLinks(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  links: readonly Link[],
): Promise<void> {
  await client.query({ ...addCarried, values: linkValues(organizationId, deployment, links) })
}

/** The pull requests that a deployment has links to. */
export async function readLinks(client: Queryable, organizationId: number, deploymentId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: 'read-links',
    text: `SELECT pull_request_id AS id FROM deployment_pull_requests
      WHERE organization_id = $1 AND deployment_id = $2`,
    values: [organizationId, deploymentId],
  })
  return rows.map(({ id }) => id)
}

/** Takes off a deployment what it carries for others. Returns the pull requests. */
export async function dropCarried(client: Queryable, organizationId: number, deploymentId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: 'drop-carried-links',
    text: `DELETE FROM deployment_pull_requests
      WHERE organization_id = $1 AND deployment_id = $2 AND carried_from_id IS NOT NULL
      RETURNING pull_request_id AS id`,
    values: [organizationId, deploymentId],
  })
  return rows.map(({ id }) => id)
}

/** Keeps of what a deployment carries only some links, which are all that it may, and says that there are more. */
export async function dropTooMany(
  client: Queryable,
  organizationId: number,
  deploymentId: number,
  links: readonly Link[],
): Promise<void> {
  await client.query(
    `WITH dropped AS (
       DELETE FROM deployment_pull_requests WHERE organization_id = $1 AND deployment_id = $2
         AND carried_from_id IS NOT NULL AND pull_request_id NOT IN (SELECT unnest($3::int[]))
     )
     UPDATE deployments SET unlinked_reason = $4 WHERE id = $2 AND unlinked_reason IS DISTINCT FROM $4`,
    [organizationId, deploymentId, links.map(({ pullRequestId }) => pullRequestId), tooManyPullRequests],
  )
}

function linkValues(organizationId: number, deployment: LinkableDeployment, links: readonly Link[]): unknown[] {
  const { id, startedAt, completedAt } = deployment
  const liveAt = completedAt ?? startedAt
  return [
    organizationId,
    id,
    links.map((link) => link.pullRequestId),
    links.map((link) => link.method),
    links.map((link) => leadTimeSeconds(link.mergedAt, liveAt)),
    links.map((link) => link.carriedFromId),
    deliversPullRequests(deployment),
    liveAt,
    ...serviceEnvironmentOf(deployment),
  ]
}
