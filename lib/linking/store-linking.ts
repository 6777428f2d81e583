import {
  deliversPullRequests,
  type Link,
  type LinkableDeployment,
  type Linking,
  leadTimeSeconds,
} from '@/lib/linking/rules'
import type { Queryable } from '@/lib/transaction'

const insertLinks = `
  INSERT INTO deployment_pull_requests
    (organization_id, deployment_id, pull_request_id, method, lead_time_seconds, carried_from_id)
  SELECT $1, $2, link.* FROM unnest($3::int[], $4::text[], $5::int[], $6::bigint[]) AS link
  ON CONFLICT (deployment_id, pull_request_id) DO UPDATE SET
    method = excluded.method, lead_time_seconds = excluded.lead_time_seconds, carried_from_id = excluded.carried_from_id`

// What a success delivers, no later deployment has to carry over any more.
const takeFromLater = `
  DELETE FROM deployment_pull_requests l USING deployments later
  WHERE $7 AND l.organization_id = $1 AND l.pull_request_id = ANY ($3::int[]) AND l.carried_from_id IS NOT NULL
    AND later.id = l.deployment_id AND (later.completed_at, later.id) > ($8, $2)`

const replaceLinks = {
  name: 'replace-links',
  text: `
    WITH taken AS (${takeFromLater}), gone AS (
      DELETE FROM deployment_pull_requests
      WHERE organization_id = $1 AND deployment_id = $2 AND pull_request_id <> ALL ($3::int[])
    ), released AS (
      DELETE FROM deployment_pull_requests WHERE organization_id = $1 AND carried_from_id = $2
    ), kept AS (${insertLinks})
    UPDATE deployments SET repository_id = $9, resolved_sha = $10, unlinked_reason = $11
    WHERE organization_id = $1 AND id = $2`,
}

const addCarried = { name: 'add-carried-links', text: `WITH taken AS (${takeFromLater}) ${insertLinks}` }

/**
 * Replaces a deployment's links, and where its commit was found, by what linking said. Takes back what others carry
 * for it, and from later ones what it delivers itself.
 */
export async function storeLinking(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  { links, reason }: Linking,
): Promise<void> {
  const { repositoryId, resolvedSha } = deployment
  const values = [...linkValues(organizationId, deployment, links), repositoryId, resolvedSha, reason]
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
  ]
}
