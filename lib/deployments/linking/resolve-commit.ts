import type { Sender } from '@/lib/accounts/sender'
import { groupBy } from '@/lib/core/listed'
import type { Queryable } from '@/lib/db/transaction'
import {
  chooseCommit,
  type KnownCommit,
  nameKeyOf,
  repositoriesOfService,
  type UnlinkedReason,
} from '@/lib/deployments/linking/rules'
import { usableSha } from '@/lib/deployments/schema'

/**
 * Where a deployed commit was found, and the previous one when that is known in the same repository. `globs`
 * are the paths of the service in it, null when it owns all of it.
 */
export type ResolvedCommits = { current: KnownCommit; previous: KnownCommit | null; globs: string[] | null }

type ServiceMatch = { id: number; nameKey: string; fullNameKey: string; globs: string[] | null }

const findRepositories = {
  name: 'find-repositories',
  text: `
    SELECT r.id, r.name_key AS "nameKey", r.full_name_key AS "fullNameKey", s.globs
    FROM repositories r LEFT JOIN service_paths s ON s.organization_id = $1 AND s.name_key = $2 AND s.repository_id = r.id
    WHERE r.organization_id = $1
      AND (r.name_key = $2 OR r.full_name_key = $2 OR $2 = ANY (r.aliases) OR s.id IS NOT NULL)`,
}

// No hexadecimal digit sorts after 'g', so the interval holds exactly the SHAs that begin with the wanted one.
const startsWithWanted = (column: string) => `${column} BETWEEN wanted.sha AND wanted.sha || 'g'`

const findCommits = {
  name: 'find-commits',
  text: `
    SELECT wanted.sha AS wanted, known.repository_id AS "repositoryId", known.sha, bool_or(known.in_graph) AS "inGraph"
    FROM unnest($2::text[]) AS wanted (sha) CROSS JOIN LATERAL (
      (SELECT repository_id, sha, true AS in_graph FROM commits
        WHERE organization_id = $1 AND ${startsWithWanted('sha')} AND ($3::int[] IS NULL OR repository_id = ANY ($3)) LIMIT 20)
      UNION ALL
      (SELECT repository_id, commit_sha, true FROM annotated_tags
        WHERE organization_id = $1 AND ${startsWithWanted('sha')} AND ($3::int[] IS NULL OR repository_id = ANY ($3)) LIMIT 20)
      UNION ALL
      (SELECT repository_id, merge_commit_sha, false FROM pull_requests
        WHERE organization_id = $1 AND ${startsWithWanted('merge_commit_sha')} AND ($3::int[] IS NULL OR repository_id = ANY ($3)) LIMIT 20)
      UNION ALL
      (SELECT repository_id, head_commit_sha, false FROM pull_requests
        WHERE organization_id = $1 AND ${startsWithWanted('head_commit_sha')} AND ($3::int[] IS NULL OR repository_id = ANY ($3)) LIMIT 20)
    ) known
    GROUP BY 1, 2, 3`,
}

type Wanted = { commitSha: string; previousCommitSha: string | null; service: string | null }

/** Finds the deployed commit, and the previous one, among the commits that the organization's repositories know. */
export async function resolveCommits(
  client: Queryable,
  { organizationId, hasRepositories }: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  { commitSha: sha, previousCommitSha, service }: Wanted,
): Promise<ResolvedCommits | UnlinkedReason> {
  if (!hasRepositories) return 'no repository imported'
  const previousSha = usableSha(previousCommitSha)
  const named = service ? await repositoriesNamed(client, organizationId, service) : []
  const candidates = named.length > 0 ? named.map(({ id }) => id) : null
  const shas = previousSha ? [sha, previousSha] : [sha]
  const { rows } = await client.query<KnownCommit & { wanted: string }>({
    ...findCommits,
    values: [organizationId, shas, candidates],
  })
  const current = chooseCommit(
    sha,
    rows.filter((row) => row.wanted === sha),
    candidates !== null,
  )
  if (current === 'unknown commit' && service && !candidates) return 'no repository for service'
  if (typeof current === 'string') return current
  const inSameRepository = rows.filter((row) => row.wanted === previousSha && row.repositoryId === current.repositoryId)
  const previous = previousSha ? chooseCommit(previousSha, inSameRepository, candidates !== null) : null
  const globs = named.find(({ id }) => id === current.repositoryId)?.globs ?? null
  return { current, previous: typeof previous === 'string' ? null : previous, globs }
}

export type FoundCommits = {
  /** By the SHA that was looked for: those that mean one commit of one repository. */
  commits: Map<string, KnownCommit>
  /** Paths of the service, by repository; of one that it owns all of there are none. */
  globs: Map<number, string[]>
}

/** Finds commits of one service as `resolveCommits` does each, a few hundred at a time. */
export async function findCommitsOf(
  client: Queryable,
  organizationId: number,
  service: string | null,
  shas: readonly string[],
): Promise<FoundCommits> {
  const named = service ? await repositoriesNamed(client, organizationId, service) : []
  const candidates = named.length > 0 ? named.map(({ id }) => id) : null
  const values = [organizationId, shas, candidates]
  const { rows } = await client.query<KnownCommit & { wanted: string }>({ ...findCommits, values })
  const commits = new Map<string, KnownCommit>()
  for (const [sha, matches] of groupBy(rows, ({ wanted }) => wanted)) {
    const chosen = chooseCommit(sha, matches, candidates !== null)
    if (typeof chosen !== 'string') commits.set(sha, chosen)
  }
  return { commits, globs: new Map(named.flatMap(({ id, globs }) => (globs ? [[id, globs] as const] : []))) }
}

async function repositoriesNamed(client: Queryable, organizationId: number, service: string): Promise<ServiceMatch[]> {
  const { rows } = await client.query<ServiceMatch>({
    ...findRepositories,
    values: [organizationId, nameKeyOf(service)],
  })
  return repositoriesOfService(service, rows)
}
