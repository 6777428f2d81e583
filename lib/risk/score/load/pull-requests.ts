import { createHash } from 'node:crypto'
import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import { type PathBudget, readPaths } from '@/lib/deployments/linking/find-touching'
import { knownPaths } from '@/lib/deployments/linking/known-paths'
import { touches } from '@/lib/deployments/linking/touches'

/** What a pull request adds to a deployment. */
export type Change = {
  id: number
  mergeCommitSha: string | null
  /** By the first 200 characters. */
  author: string | null
  mergedAt: Date | null
  lines: number | null
}

type Repository = { organizationId: number; repositoryId: number }

const changeColumns = `
  p.id, p.merge_commit_sha AS "mergeCommitSha", left(p.author, 200) AS author, p.merged_at AS "mergedAt",
  p.additions::float8 + p.deletions AS lines`

/** As many of one commit: more than any merge of a person brings. */
const ofOneCommit = 20

/** The pull requests that commits of a repository merged. */
export async function findMerged(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  shas: readonly string[],
): Promise<Change[]> {
  const values = [organizationId, repositoryId, shas, ofOneCommit]
  return (await client.query<Change>({ ...findMergedBy, values })).rows
}

const findMergedBy = {
  name: 'find-changes-of-commits',
  text: `
    SELECT ${changeColumns} FROM unnest($3::text[]) AS merging(sha) CROSS JOIN LATERAL (
      SELECT * FROM pull_requests p WHERE p.organization_id = $1 AND p.merge_commit_sha = merging.sha
        AND p.repository_id + 0 = $2 AND p.merged_at IS NOT NULL ORDER BY p.id LIMIT $4
    ) p`,
}

/** Pull requests by their ids. */
export async function findChanges(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  ids: readonly number[],
): Promise<Change[]> {
  const { rows } = await client.query<Change>({
    name: 'find-changes',
    text: `SELECT ${changeColumns} FROM pull_requests p
      WHERE p.organization_id = $1 AND p.repository_id + 0 = $2 AND p.id = ANY ($3::int[])`,
    values: [organizationId, repositoryId, ids],
  })
  return rows
}

/** The files of a pull request by keys, and their folders; `outside` are the globs of services that it does not touch. */
export type Files = { files: number[]; folders: number[]; outside: Set<readonly string[]> }

/** More of one pull request are not told apart. */
const maxFiles = 1_000

/** The files of pull requests whose files are known, as far as the budget of characters reaches. */
export async function loadFiles(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  ids: readonly number[],
  globsOf: (id: number) => readonly (readonly string[])[],
  budget: PathBudget,
): Promise<Map<number, Files>> {
  const found = new Map<number, Files>()
  const matchers = new Map<readonly string[], ReturnType<typeof touches>>()
  const matcherOf = (globs: readonly string[]) => {
    const known = matchers.get(globs) ?? touches(globs)
    matchers.set(globs, known)
    return known
  }
  const pause = createPauses()
  const timesCompared = (id: number) => 1 + globsOf(id).length
  for await (const { id, paths } of readPaths(client, organizationId, ids, budget, timesCompared)) {
    if (knownPaths(paths) === null) continue
    const outside = new Set<readonly string[]>()
    for (const globs of globsOf(id)) if (!(await matcherOf(globs)(paths))) outside.add(globs)
    const named = paths.slice(0, maxFiles)
    found.set(id, {
      files: named.map((path) => keyOf(`${repositoryId} ${path}`)),
      folders: [...new Set(named.map((path) => keyOf(folderOf(path))))],
      outside,
    })
    await pause()
  }
  return found
}

/** The folder of a path, two levels deep at most. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/')
}

/** A whole number below 2 ** 48: as good as a name to tell files apart by, and short. */
function keyOf(name: string): number {
  return createHash('sha1').update(name).digest().readUIntBE(0, 6)
}

/** When each author first merged a pull request in a repository, and when anyone did. */
export async function loadFirstMerges(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  authors: readonly string[],
): Promise<{ first: Date | null; byAuthor: Map<string, Date> }> {
  const { rows } = await client.query<{ author: string | null; at: Date | null }>({
    name: 'find-first-merges',
    text: `
      SELECT wanted.author, first.at FROM unnest($3::text[]) AS wanted (author) CROSS JOIN LATERAL (
        SELECT min(p.merged_at) AS at FROM pull_requests p
        WHERE p.organization_id = $1 AND p.repository_id + 0 = $2 AND left(p.author, 200) = wanted.author
      ) first
      UNION ALL SELECT NULL, min(p.merged_at) FROM pull_requests p WHERE p.organization_id = $1 AND p.repository_id = $2`,
    values: [organizationId, repositoryId, authors],
  })
  const byAuthor = new Map(rows.flatMap(({ author, at }) => (author !== null && at ? [[author, at] as const] : [])))
  return { first: rows.find(({ author }) => author === null)?.at ?? null, byAuthor }
}
