import type { Queryable } from '@/lib/db/transaction'
import { loadDescendants, maxAncestors } from '@/lib/deployments/commits/descendants'
import { readHistory } from '@/lib/deployments/commits/read-history'
import { keepsSql } from '@/lib/deployments/delivers'
import { lockNamespace } from '@/lib/deployments/linking/lock-repositories'
import { markAgain } from '@/lib/deployments/linking/mark-again'

type Repository = { organizationId: number; repositoryId: number }

const takeChanges = `
  CREATE TEMPORARY TABLE changes ON COMMIT DROP AS
  WITH taken AS (
    DELETE FROM link_changes WHERE organization_id = $1 AND repository_id = $2 RETURNING sha, merges
  ) SELECT * FROM taken`

/**
 * The ids that a query finds, as one text that is an array to the database. They are read apart from marking: a cluster
 * reads no temporary table next to writing.
 */
function idsOf(query: string): string {
  return `SELECT coalesce(array_agg(DISTINCT id), '{}')::text AS ids FROM (${query}) AS found`
}

/**
 * So many are tried at every length that a SHA may be sent in; for more it pays to find out which lengths there are.
 */
const fewChanges = 1_000

const findNamed = idsOf(`
  WITH lengths AS (
    SELECT length FROM generate_series(5, 40) AS length WHERE (SELECT count(*) FROM changes) <= ${fewChanges}
    UNION
    SELECT length(d.commit_sha) FROM deployments d
    WHERE d.organization_id = $1 AND ${keepsSql} AND (SELECT count(*) FROM changes) > ${fewChanges}
  ), sent AS (
    SELECT DISTINCT left(changes.sha, length) AS sha FROM changes CROSS JOIN lengths
  )
  SELECT d.id FROM sent JOIN deployments d ON d.organization_id = $1 AND lower(d.commit_sha) = sent.sha
  WHERE ${keepsSql}`)

const findUnsettled = idsOf(`
  SELECT d.id FROM deployments d
  WHERE d.organization_id = $1 AND d.repository_id = $2 AND NOT d.settled AND ${keepsSql}
    AND EXISTS (SELECT 1 FROM changes)`)

/** Waits until events that linked before the changes could be seen are stored: only then can they be marked. */
const letEventsPass = `
  SELECT pg_advisory_lock($1, id), pg_advisory_unlock($1, id) FROM repositories WHERE organization_id = $2 AND id = $3`

const readMerges = `
  SELECT changes.sha, c.generation::float8 AS generation FROM changes
  CROSS JOIN LATERAL (
    SELECT generation FROM commits c WHERE c.organization_id = $1 AND c.sha = changes.sha AND c.repository_id = $2
    OFFSET 0) c
  WHERE changes.merges ORDER BY c.generation, changes.sha LIMIT ${maxAncestors + 1}`

const later = `
  FROM deployments d
  WHERE d.organization_id = $1 AND d.repository_id = $2 AND d.generation >= $3 AND ${keepsSql}`

const findLater = `SELECT d.id, d.resolved_sha AS "resolvedSha", d.base_sha AS "baseSha" ${later}`

const mark = markAgain('SELECT id FROM unnest($2::bigint[]) AS id')

const markLater = markAgain(`SELECT d.id ${later}`)

/**
 * Turns the noted changes of a repository into marks on the deployments that they can concern: those that name one of
 * the commits, at full length or shortened; those of the repository that a missing commit left open; and, where a pull
 * request changed, those whose range holds its merge commit. Needs a transaction.
 */
export async function spreadChanges(client: Queryable, repository: Repository): Promise<void> {
  const { organizationId, repositoryId } = repository
  await client.query(takeChanges, [organizationId, repositoryId])
  await client.query('ANALYZE changes')
  await client.query(letEventsPass, [lockNamespace, organizationId, repositoryId])
  await markFound(client, findNamed, [organizationId])
  await markFound(client, findUnsettled, [organizationId, repositoryId])
  const { rows: merges } = await client.query<{ sha: string; generation: number }>(readMerges, [
    organizationId,
    repositoryId,
  ])
  if (merges.length > 0) await markHolding(client, repository, merges)
}

async function markFound(client: Queryable, find: string, values: [organizationId: number, repositoryId?: number]) {
  const { rows } = await client.query<{ ids: string }>(find, values)
  const [organizationId] = values
  if (rows[0]?.ids !== '{}') await client.query(mark, [organizationId, rows[0]?.ids])
}

type Later = { id: string; resolvedSha: string; baseSha: string | null }

/**
 * Marks deployments whose range holds one of the commits; where these or what descends from them are very many, all
 * that are not older than the oldest.
 */
async function markHolding(
  client: Queryable,
  repository: Repository,
  merges: readonly { sha: string; generation: number }[],
): Promise<void> {
  const { organizationId, repositoryId } = repository
  const values = [organizationId, repositoryId, Math.min(...merges.map(({ generation }) => generation))]
  const { rowCount } = await client.query(`SELECT ${later} LIMIT 1`, values)
  if (rowCount === 0) return
  const bits = merges.length > maxAncestors ? null : await loadDescendants(client, repository, merges)
  if (bits === null) {
    await client.query(markLater, values)
    return
  }
  const bitsOf = (sha: string | null) => (sha === null ? 0 : (bits.get(sha) ?? 0))
  const ids: string[] = []
  for await (const deployments of readHistory<Later>(client, findLater, values))
    for (const { id, resolvedSha, baseSha } of deployments)
      if ((bitsOf(resolvedSha) & ~bitsOf(baseSha)) !== 0) ids.push(id)
  await client.query(mark, [organizationId, ids])
}
