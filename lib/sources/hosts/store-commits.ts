import type { Queryable } from '@/lib/db/transaction'
import { correctedDate } from '@/lib/deployments/commits/graph'
import { checkRepository, type RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { noteLinkChanges } from '@/lib/deployments/linking/note-changes'
import { cleanText } from './clean-text'
import type { HostCommit } from './model'
import { parentsFirst } from './parents-first'

const readGenerations = `
  SELECT sha, generation::float8 AS generation FROM commits
  WHERE organization_id = $1 AND repository_id = $2 AND sha = ANY ($3::text[])`

const insert = `
  WITH reported AS (
    SELECT * FROM jsonb_to_recordset($3::jsonb) AS reported(
      sha text, parents text[], "authorName" text, "authoredAt" timestamptz, "committedAt" timestamptz,
      generation bigint, "pullRequestNumber" int)
  ), before AS (
    SELECT sha, commits.pull_request_number FROM reported JOIN commits USING (sha)
    WHERE organization_id = $1 AND repository_id = $2
  ), after AS (
    INSERT INTO commits AS stored
      (organization_id, repository_id, sha, parents, author_name, authored_at, committed_at, generation,
       pull_request_number)
    SELECT $1, $2, sha, parents, "authorName", "authoredAt", "committedAt", generation, "pullRequestNumber"
    FROM reported ORDER BY sha
    ON CONFLICT (organization_id, sha, repository_id) DO UPDATE SET
      generation = greatest(EXCLUDED.generation, stored.generation),
      pull_request_number = coalesce(EXCLUDED.pull_request_number, stored.pull_request_number)
    WHERE stored.generation < EXCLUDED.generation
      OR stored.pull_request_number IS DISTINCT FROM
        coalesce(EXCLUDED.pull_request_number, stored.pull_request_number)
    RETURNING sha, xmax = 0 AS "isNew", pull_request_number
  )
  SELECT sha, "isNew",
    NOT "isNew" AND after.pull_request_number IS DISTINCT FROM before.pull_request_number AS "hasOtherNumber"
  FROM after LEFT JOIN before USING (sha)`

/**
 * Stores commits that all their ancestors are stored for, or among them, in the transaction of `client`, and notes them
 * for linking. Returns how many are new.
 */
export async function storeHostCommits(
  client: Queryable,
  repository: RepositoryKey,
  commits: readonly HostCommit[],
): Promise<number> {
  const { organizationId, repositoryId } = repository
  const parents = [...new Set(commits.flatMap((commit) => commit.parents))]
  const { rows } = await client.query<{ sha: string; generation: number }>(readGenerations, [
    organizationId,
    repositoryId,
    parents,
  ])
  const generations = new Map(rows.map(({ sha, generation }) => [sha, generation]))
  for (const commit of parentsFirst(commits)) {
    const known = commit.parents.flatMap((sha) => generations.get(sha) ?? [])
    generations.set(commit.sha, correctedDate(toSeconds(commit), known))
  }
  return insertCommits(client, repository, commits, (commit) => generations.get(commit.sha) ?? toSeconds(commit))
}

/**
 * The same for commits whose ancestors are yet to come: their generation is their date until `correctGenerations` has
 * seen the whole repository.
 */
export async function storeProvisionalCommits(
  client: Queryable,
  repository: RepositoryKey,
  commits: readonly HostCommit[],
): Promise<number> {
  return insertCommits(client, repository, commits, toSeconds)
}

function toSeconds({ committedAt }: HostCommit): number {
  return Math.floor(committedAt.getTime() / 1000)
}

async function insertCommits(
  client: Queryable,
  repository: RepositoryKey,
  commits: readonly HostCommit[],
  generationOf: (commit: HostCommit) => number,
): Promise<number> {
  await checkRepository(client, repository)
  const { organizationId, repositoryId } = repository
  const once = new Map(commits.map((commit) => [commit.sha, commit]))
  const reported = [...once.values()].map((commit) => ({
    ...commit,
    authorName: cleanText(commit.authorName),
    generation: generationOf(commit),
  }))
  const { rows } = await client.query<{ sha: string; isNew: boolean; hasOtherNumber: boolean }>(insert, [
    organizationId,
    repositoryId,
    JSON.stringify(reported),
  ])
  await noteLinkChanges(
    client,
    repository,
    // Deployments that contain the commit counted it as one that no pull request brought.
    rows.map(({ sha, hasOtherNumber }) => ({ sha, merges: hasOtherNumber })),
  )
  return rows.filter(({ isNew }) => isNew).length
}
