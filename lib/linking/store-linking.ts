import {
  type KnownCommit,
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

const replaceLinks = {
  name: 'replace-links',
  text: `
    WITH gone AS (
      DELETE FROM deployment_pull_requests
      WHERE organization_id = $1 AND deployment_id = $2 AND pull_request_id <> ALL ($3::int[])
    ), released AS (
      DELETE FROM deployment_pull_requests WHERE organization_id = $1 AND carried_from_id = $2
    ), kept AS (${insertLinks})
    UPDATE deployments SET repository_id = $7, resolved_sha = $8, unlinked_reason = $9
    WHERE organization_id = $1 AND id = $2`,
}

/** Replaces a deployment's links, and where its commit was found, by what linking said; takes back what others carried for it. */
export async function storeLinking(
  client: Queryable,
  deployment: LinkableDeployment,
  commit: KnownCommit | null,
  { links, reason }: Linking,
): Promise<void> {
  await client.query({
    ...replaceLinks,
    values: [...linkValues(deployment, links), commit?.repositoryId ?? null, commit?.sha ?? null, reason],
  })
}

/** Adds links to those a deployment has. */
export async function addLinks(client: Queryable, deployment: LinkableDeployment, links: Link[]): Promise<void> {
  await client.query({ name: 'add-links', text: insertLinks, values: linkValues(deployment, links) })
}

function linkValues(deployment: LinkableDeployment, links: readonly Link[]): unknown[] {
  return [
    deployment.organizationId,
    deployment.id,
    links.map((link) => link.pullRequestId),
    links.map((link) => link.method),
    links.map((link) => leadTimeSeconds(link.mergedAt, deployment.completedAt)),
    links.map((link) => link.carriedFromId),
  ]
}
