import type { Queryable } from '@/lib/db/transaction'
import type { Shipment } from '@/lib/deployments/linking/find-links'
import { type LinkableDeployment, leadTimeSeconds } from '@/lib/deployments/linking/rules'

const insertLinks = `
  INSERT INTO deployment_pull_requests AS stored
    (organization_id, deployment_id, pull_request_id, method, lead_time_seconds)
  SELECT $1, $2, link.* FROM unnest($3::int[], $4::text[], $5::int[]) AS link
  ON CONFLICT (organization_id, deployment_id, pull_request_id) DO UPDATE SET
    method = excluded.method, lead_time_seconds = excluded.lead_time_seconds
  WHERE (stored.method, stored.lead_time_seconds) <> (excluded.method, excluded.lead_time_seconds)`

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
  greatest(least(round(extract(epoch FROM $6::timestamptz - committed_at)), 2147483647), -2147483647)::int`

const replaceLinks = {
  name: 'replace-links',
  text: `
    WITH gone AS (
      DELETE FROM deployment_pull_requests
      WHERE organization_id = $1 AND deployment_id = $2 AND pull_request_id NOT IN (SELECT unnest($3::int[]))
    ), kept AS (${insertLinks}), dropped AS (
      DELETE FROM deployment_commits c
      WHERE organization_id = $1 AND deployment_id = $2 AND (sha NOT IN (SELECT unnest($13::text[])) OR EXISTS (
        SELECT FROM commits brought WHERE organization_id = $1 AND repository_id = $7 AND brought.sha = c.sha
          AND pull_request_number IS NOT NULL))
    ), outside AS (
      INSERT INTO deployment_commits AS stored (organization_id, deployment_id, sha, lead_time_seconds)
      SELECT $1, $2, sha, ${secondsUntilLive}
      FROM unnest($13) AS shipped(sha) JOIN commits USING (sha)
      WHERE organization_id = $1 AND repository_id = $7 AND pull_request_number IS NULL
      ON CONFLICT (organization_id, deployment_id, sha) DO UPDATE SET lead_time_seconds = excluded.lead_time_seconds
      WHERE stored.lead_time_seconds <> excluded.lead_time_seconds
    ), decided AS (
      SELECT $7::int AS repository_id, $8::text AS resolved_sha, $9::text AS unlinked_reason, $10::text AS base_sha,
        $11::bigint AS base_deployment_id, $12::int AS commit_count, $14::boolean AS settled, (
          SELECT generation FROM commits WHERE organization_id = $1 AND repository_id = $7 AND sha = $8) AS generation
    )
    UPDATE deployments d SET (${columnsOf('')}) = ROW (${columnsOf('decided.')}) FROM decided
    WHERE d.organization_id = $1 AND d.id = $2 AND (${columnsOf('d.')}) IS DISTINCT FROM (${columnsOf('decided.')})`,
}

/** Replaces a deployment's links, and where its commit was found, by what linking said. */
export async function storeLinking(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  { links, reason, base, commitCount, outsideShas, settled }: Shipment,
): Promise<void> {
  const { id, repositoryId, resolvedSha, startedAt, completedAt } = deployment
  const liveAt = completedAt ?? startedAt
  const values = [
    organizationId,
    id,
    links.map(({ pullRequestId }) => pullRequestId),
    links.map(({ method }) => method),
    links.map(({ mergedAt }) => leadTimeSeconds(mergedAt, liveAt)),
    liveAt,
    repositoryId,
    resolvedSha,
    reason,
    base?.sha ?? null,
    base?.deploymentId ?? null,
    commitCount,
    outsideShas,
    settled,
  ]
  await client.query({ ...replaceLinks, values })
}
