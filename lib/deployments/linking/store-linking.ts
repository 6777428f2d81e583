import type { Queryable } from '@/lib/db/transaction'
import type { Shipment } from '@/lib/deployments/linking/find-links'
import { type LinkableDeployment, leadTimeSeconds } from '@/lib/deployments/linking/rules'

const insertLinks = `
  INSERT INTO deployment_pull_requests AS stored
    (organization_id, deployment_id, pull_request_id, method, lead_time_seconds)
  SELECT $1, link.* FROM unnest($4::bigint[], $5::int[], $6::text[], $7::int[]) AS link`

const addLinks = `${insertLinks} RETURNING true AS added`

const addOrChangeLinks = `${insertLinks}
  ON CONFLICT (organization_id, deployment_id, pull_request_id) DO UPDATE SET
    method = excluded.method, lead_time_seconds = excluded.lead_time_seconds
  WHERE (stored.method, stored.lead_time_seconds) <> (excluded.method, excluded.lead_time_seconds)
  RETURNING xmax = 0 AS added`

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
  greatest(least(round(extract(epoch FROM shipped.live_at - committed_at)), 2147483647), -2147483647)::int`

const dropLinks = `
    gone AS (
      DELETE FROM deployment_pull_requests
      WHERE organization_id = $1 AND deployment_id = ANY ($3::bigint[])
        AND (deployment_id, pull_request_id) NOT IN (SELECT * FROM unnest($4::bigint[], $5::int[]))
      RETURNING 1
    ), dropped AS (
      DELETE FROM deployment_commits c
      WHERE organization_id = $1 AND deployment_id = ANY ($3::bigint[])
        AND ((deployment_id, sha) NOT IN (SELECT * FROM unnest($8::bigint[], $9::text[])) OR EXISTS (
          SELECT FROM commits brought WHERE organization_id = $1 AND brought.sha = c.sha AND pull_request_number IS NOT NULL
            AND repository_id = (SELECT repository_id FROM placed WHERE placed.id = c.deployment_id)))
      RETURNING 1
    ),`

const dropped = '- (SELECT count(*) FROM gone) - (SELECT count(*) FROM dropped)'

/** Says how many rows there are more than before. */
const storeLinks = (links: string, drop = '', fewer = '') => `
    WITH placed AS (
      SELECT * FROM unnest($3::bigint[], $2::int[]) AS placed (id, repository_id)
    ), ${drop} kept AS (${links}), outside AS (
      INSERT INTO deployment_commits AS stored (organization_id, deployment_id, sha, lead_time_seconds)
      SELECT $1, shipped.deployment_id, shipped.sha, ${secondsUntilLive}
      FROM unnest($8::bigint[], $9::text[], $10::timestamptz[]) AS shipped (deployment_id, sha, live_at)
        JOIN placed ON placed.id = shipped.deployment_id
        CROSS JOIN LATERAL (
          SELECT * FROM commits
          WHERE organization_id = $1 AND repository_id = placed.repository_id AND sha = shipped.sha OFFSET 0) c
      WHERE pull_request_number IS NULL
      ON CONFLICT (organization_id, deployment_id, sha) DO UPDATE SET lead_time_seconds = excluded.lead_time_seconds
      WHERE stored.lead_time_seconds <> excluded.lead_time_seconds
      RETURNING xmax = 0 AS added
    ), decided AS (
      SELECT decided.*, (
        SELECT generation FROM commits c
        WHERE c.organization_id = $1 AND c.repository_id = decided.repository_id AND c.sha = resolved_sha
      ) AS generation
      FROM unnest($3::bigint[], $2::int[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::int[], $16::boolean[])
        AS decided (id, repository_id, resolved_sha, unlinked_reason, base_sha, base_deployment_id, commit_count, settled)
    ), located AS (
      UPDATE deployments d SET (${columnsOf('')}) = ROW (${columnsOf('decided.')}) FROM decided
      WHERE d.organization_id = $1 AND d.id = ANY ($3::bigint[]) AND d.id = decided.id
        AND (${columnsOf('d.')}) IS DISTINCT FROM (${columnsOf('decided.')})
    )
    SELECT ((SELECT count(*) FROM kept WHERE added) + (SELECT count(*) FROM outside WHERE added) ${fewer})::int AS rows`

const replaceLinks = { name: 'replace-links', text: storeLinks(addOrChangeLinks, dropLinks, dropped) }
const storeFirstLinks = { name: 'store-first-links', text: storeLinks(addLinks) }

/** A deployment, where its commit was found, and what linking said; `first` where it was never linked before. */
export type Decided = { deployment: LinkableDeployment; shipment: Shipment; first?: boolean }

/**
 * Replaces a deployment's links, and where its commit was found, by what linking said. Returns how many rows of links and
 * of commits there are more than before: fewer where it is negative.
 */
export function storeLinking(client: Queryable, organizationId: number, decided: Decided): Promise<number> {
  return storeLinkings(client, organizationId, [decided])
}

/** The same for several, in one statement. */
export async function storeLinkings(
  client: Queryable,
  organizationId: number,
  decided: readonly Decided[],
): Promise<number> {
  const links = decided.flatMap(({ deployment, shipment }) =>
    shipment.links.map((link) => ({ ...link, deploymentId: deployment.id, liveAt: liveAtOf(deployment) })),
  )
  const outside = decided.flatMap(({ deployment, shipment }) =>
    shipment.outsideShas.map((sha) => ({ sha, deploymentId: deployment.id, liveAt: liveAtOf(deployment) })),
  )
  const values = [
    organizationId,
    decided.map(({ deployment }) => deployment.repositoryId),
    decided.map(({ deployment }) => deployment.id),
    links.map(({ deploymentId }) => deploymentId),
    links.map(({ pullRequestId }) => pullRequestId),
    links.map(({ method }) => method),
    links.map(({ mergedAt, liveAt }) => leadTimeSeconds(mergedAt, liveAt)),
    outside.map(({ deploymentId }) => deploymentId),
    outside.map(({ sha }) => sha),
    outside.map(({ liveAt }) => liveAt),
    decided.map(({ deployment }) => deployment.resolvedSha),
    decided.map(({ shipment }) => shipment.reason),
    decided.map(({ shipment }) => shipment.base?.sha ?? null),
    decided.map(({ shipment }) => shipment.base?.deploymentId ?? null),
    decided.map(({ shipment }) => shipment.commitCount),
    decided.map(({ shipment }) => shipment.settled),
  ]
  const statement = decided.every(({ first }) => first) ? storeFirstLinks : replaceLinks
  const { rows } = await client.query<{ rows: number }>({ ...statement, values })
  return rows[0]?.rows ?? 0
}

function liveAtOf({ startedAt, completedAt }: LinkableDeployment): Date {
  return completedAt ?? startedAt
}
