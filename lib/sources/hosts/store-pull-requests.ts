import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import { checkRepository, type RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { knownPaths } from '@/lib/deployments/linking/known-paths'
import { type LinkChange, noteLinkChanges } from '@/lib/deployments/linking/note-changes'
import { cleanText } from './clean-text'
import type { HostPullRequest } from './model'

/** What linking reads of a pull request, of its paths a digest, and a digest of all that is stored of it. */
type Linked = {
  number: number
  digest: string
  baseBranch: string
  mergedAt: string | null
  mergeCommitSha: string | null
  headCommitSha: string | null
  paths: string | null
}

const linked = `
  stored.number, md5(stored::text) AS digest, stored.base_branch AS "baseBranch", stored.merged_at::text AS "mergedAt",
  stored.merge_commit_sha AS "mergeCommitSha", stored.head_commit_sha AS "headCommitSha",
  CASE WHEN stored.paths_known THEN md5(stored.paths::text) END AS paths`

const readStored = `
  SELECT ${linked} FROM pull_requests AS stored
  WHERE organization_id = $1 AND repository_id = $2 AND number = ANY ($3::int[])
  ORDER BY number FOR NO KEY UPDATE`

/** A page may have a hundred pull requests of 400,000 characters each. */
const piece = 1_000_000

/** A cluster knows no parameters in `ON CONFLICT` of what it does not insert on one server. */
const numbersOf = (incomplete: readonly number[]) => `'{${incomplete.map(Math.trunc).join()}}'::int[]`

const columns = `
  number, title, author, base_branch, state, opened_at, closed_at, merged_at, merge_commit_sha, head_commit_sha,
  first_commit_sha, first_commit_at, first_review_at, additions, deletions, paths, paths_known, web_url, host_updated_at`

const reported = `
  SELECT number, title, author, "baseBranch" AS base_branch, state, "openedAt" AS opened_at, "closedAt" AS closed_at,
    "mergedAt" AS merged_at, "mergeCommitSha" AS merge_commit_sha, "headCommitSha" AS head_commit_sha,
    "firstCommitSha" AS first_commit_sha, "firstCommitAt" AS first_commit_at, "firstReviewAt" AS first_review_at,
    additions, deletions, coalesce(paths, '{}') AS paths, paths IS NOT NULL AS paths_known, "webUrl" AS web_url,
    "updatedAt" AS host_updated_at
  FROM jsonb_to_recordset($3::jsonb) AS reported(
    number int, title text, author text, "baseBranch" text, state pull_request_state, "openedAt" timestamptz,
    "closedAt" timestamptz, "mergedAt" timestamptz, "mergeCommitSha" text, "headCommitSha" text,
    "firstCommitSha" text, "firstCommitAt" timestamptz, "firstReviewAt" timestamptz, additions int, deletions int,
    paths text[], "webUrl" text, "updatedAt" timestamptz)`

/**
 * What a state excludes is gone, and so are the files of those of which not all are known any more; for the rest, what
 * the host did not tell stays as it is.
 */
const changes = (incomplete: readonly number[]) => `
  title = excluded.title,
  author = coalesce(excluded.author, stored.author),
  base_branch = excluded.base_branch,
  state = excluded.state,
  opened_at = excluded.opened_at,
  closed_at = CASE WHEN excluded.state <> 'open' THEN coalesce(excluded.closed_at, stored.closed_at) END,
  merged_at = CASE WHEN excluded.state = 'merged' THEN coalesce(excluded.merged_at, stored.merged_at) END,
  merge_commit_sha =
    CASE WHEN excluded.state = 'merged' THEN coalesce(excluded.merge_commit_sha, stored.merge_commit_sha) END,
  head_commit_sha = coalesce(excluded.head_commit_sha, stored.head_commit_sha),
  first_commit_sha = coalesce(excluded.first_commit_sha, stored.first_commit_sha),
  first_commit_at = coalesce(excluded.first_commit_at, stored.first_commit_at),
  first_review_at = coalesce(excluded.first_review_at, stored.first_review_at),
  additions = coalesce(excluded.additions, stored.additions),
  deletions = coalesce(excluded.deletions, stored.deletions),
  paths = CASE WHEN excluded.paths_known OR excluded.number = ANY (${numbersOf(incomplete)}) THEN excluded.paths ELSE stored.paths END,
  paths_known = excluded.paths_known OR (stored.paths_known AND excluded.number <> ALL (${numbersOf(incomplete)})),
  web_url = excluded.web_url,
  host_updated_at = excluded.host_updated_at`

/** A merge is final: hosts count in seconds, so that an earlier state may be dated the same. */
const isNewer = `(stored.host_updated_at IS NULL OR (
  stored.host_updated_at <= excluded.host_updated_at AND (stored.state <> 'merged' OR excluded.state = 'merged')))`

const update = (incomplete: readonly number[]) => `
  UPDATE pull_requests AS stored SET ${changes(incomplete)} FROM (${reported}) AS excluded
  WHERE stored.organization_id = $1 AND stored.repository_id = $2 AND stored.number = excluded.number AND ${isNewer}
  RETURNING ${linked}`

/** Another process may have stored them meanwhile. */
const insert = (incomplete: readonly number[]) => `
  INSERT INTO pull_requests AS stored (organization_id, repository_id, ${columns})
  SELECT $1, $2, ${columns} FROM (${reported}) AS reported WHERE number <> ALL ($4::int[]) ORDER BY number
  ON CONFLICT (organization_id, repository_id, number) DO UPDATE SET ${changes(incomplete)} WHERE ${isNewer}
  RETURNING ${linked}`

/**
 * Stores what a host reports of pull requests, by number, in the transaction of `client`, and notes what linking has to
 * look at again. An older state never replaces a newer one; what only git had reported is taken over. Returns how many
 * are new or changed. AppError `not_found` for a repository of another organization.
 */
export async function storeHostPullRequests(
  client: Queryable,
  repository: RepositoryKey,
  pullRequests: readonly HostPullRequest[],
): Promise<number> {
  await checkRepository(client, repository)
  if (pullRequests.length === 0) return 0
  const { organizationId, repositoryId } = repository
  const latest = latestOfEach(pullRequests)
  const numbers = latest.map(({ number }) => number)
  const { rows: before } = await client.query<Linked>(readStored, [organizationId, repositoryId, numbers])
  const stored = new Map(before.map((row) => [row.number, row]))
  const known = [...stored.keys()]
  const after: Linked[] = []
  for await (const { reported, incomplete } of inPieces(latest)) {
    const values = [organizationId, repositoryId, reported]
    if (known.length > 0) after.push(...(await client.query<Linked>(update(incomplete), values)).rows)
    // One that is known is not inserted: each attempt would use up an id, of which there are two billion.
    if (known.length < latest.length)
      after.push(...(await client.query<Linked>(insert(incomplete), [...values, known])).rows)
  }
  const changed = after.filter(({ number, digest }) => stored.get(number)?.digest !== digest)
  await noteLinkChanges(
    client,
    repository,
    changed.flatMap((row) => findChanges(stored.get(row.number), row)),
  )
  return changed.length
}

/**
 * What is reported as JSON of about a megabyte each, and the numbers of those of which not all files are known any
 * more.
 */
async function* inPieces(
  pullRequests: readonly HostPullRequest[],
): AsyncGenerator<{ reported: string; incomplete: number[] }> {
  const pause = createPauses()
  let [rows, length, incomplete]: [string[], number, number[]] = [[], 0, []]
  for (const pullRequest of pullRequests) {
    const row = toRow(pullRequest)
    const isIncomplete = row.paths === 'incomplete'
    if (isIncomplete) incomplete.push(row.number)
    const text = JSON.stringify(isIncomplete ? { ...row, paths: null } : row)
    rows.push(text)
    length += text.length
    await pause()
    if (length < piece) continue
    yield { reported: `[${rows.join()}]`, incomplete }
    ;[rows, length, incomplete] = [[], 0, []]
  }
  if (rows.length > 0) yield { reported: `[${rows.join()}]`, incomplete }
}

/** In order of their numbers: a page may hold a pull request twice that changed while it was read. */
function latestOfEach(pullRequests: readonly HostPullRequest[]): HostPullRequest[] {
  const latest = new Map<number, HostPullRequest>()
  for (const pullRequest of pullRequests) {
    const other = latest.get(pullRequest.number)
    if (!other || isReplacedBy(other, pullRequest)) latest.set(pullRequest.number, pullRequest)
  }
  return [...latest.values()].toSorted((one, other) => one.number - other.number)
}

function isReplacedBy(earlier: HostPullRequest, later: HostPullRequest): boolean {
  return earlier.updatedAt <= later.updatedAt && (earlier.state !== 'merged' || later.state === 'merged')
}

function toRow(pullRequest: HostPullRequest): HostPullRequest {
  const { title, author, baseBranch, paths, state } = pullRequest
  const merged = state === 'merged'
  return {
    ...pullRequest,
    title: cleanText(title),
    author: author === null ? null : cleanText(author),
    baseBranch: cleanText(baseBranch),
    closedAt: state === 'open' ? null : pullRequest.closedAt,
    mergedAt: merged ? pullRequest.mergedAt : null,
    mergeCommitSha: merged ? pullRequest.mergeCommitSha : null,
    paths: Array.isArray(paths) ? toPaths(paths) : paths,
  }
}

function toPaths(paths: readonly string[]): HostPullRequest['paths'] {
  return knownPaths(paths)?.map((path) => cleanText(path, path.length)) ?? 'incomplete'
}

function findChanges(before: Linked | undefined, after: Linked): LinkChange[] {
  if (before && linkedText(before) === linkedText(after)) return []
  const merges = [after.mergeCommitSha, before?.mergeCommitSha]
  const heads = [after.headCommitSha, before?.headCommitSha]
  return [
    ...merges.flatMap((sha) => (sha ? { sha, merges: true } : [])),
    ...heads.flatMap((sha) => (sha ? { sha, merges: false } : [])),
  ]
}

function linkedText({ digest: _, ...linked }: Linked): string {
  return JSON.stringify(linked)
}
