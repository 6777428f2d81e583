import type { Sender } from '@/lib/accounts/sender'
import { groupBy } from '@/lib/core/listed'
import { repositoryNameKeyOf } from '@/lib/core/service-key'
import { allAnswered, type Queryable } from '@/lib/db/transaction'
import {
  chooseCommit,
  type KnownCommit,
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

/** The commits, or why the deployed one is not found. */
export type Found = ResolvedCommits | UnlinkedReason

/**
 * Repositories that the name of the service may mean, and what they know of the commits; all of them where it means
 * none.
 */
type LookUp = { named: ServiceMatch[]; known: (KnownCommit & { wanted: string })[] }

/** What is known of commits, and the repositories that the service means: null where it means none. */
type Known = { candidates: ServiceMatch[] | null; rows: LookUp['known'] }

/** Of those that begin with a short SHA: a thousand times what an organization has by chance, however many it knows. */
const maxBeginnings = 2_000

type Place = { table: string; column: string; found?: string; inGraph: boolean; parent?: string }

/** Two tell that a SHA is ambiguous; several rows may have one commit. */
const maxOfRepository = 20

/** Of all SHAs together. */
const maxKnown = 20_000

// No hexadecimal digit sorts after 'g', so the interval holds exactly the SHAs that begin with the wanted one.
const startsWithWanted = ({ table, column, found = column, inGraph, parent = 'NULL::text' }: Place) => `
  SELECT repository_id, found AS sha, ${inGraph} AS in_graph, parent FROM (
    SELECT *, row_number() OVER (PARTITION BY repository_id) AS place FROM (
      SELECT repository_id, ${found} AS found, ${parent} AS parent FROM ${table}
      WHERE organization_id = $1 AND ${column} BETWEEN wanted.sha AND wanted.sha || 'g' LIMIT ${maxBeginnings}
    ) beginning
    WHERE NOT EXISTS (SELECT FROM named) OR repository_id IN (SELECT id FROM named)
  ) placed
  WHERE place <= ${maxOfRepository} LIMIT CASE WHEN NOT EXISTS (SELECT FROM named) THEN ${maxOfRepository} END`

const onlyParent = 'CASE WHEN cardinality(parents) = 1 THEN parents[1] END'

const findCommits = {
  name: 'find-commits',
  text: `
    WITH named AS MATERIALIZED (
      SELECT r.id, r.name_key AS "nameKey", r.full_name_key AS "fullNameKey", s.globs
      FROM repositories r LEFT JOIN service_paths s ON s.organization_id = $1 AND s.name_key = $3 AND s.repository_id = r.id
      WHERE r.organization_id = $1
        AND (r.name_key = $3 OR r.full_name_key = $3 OR $3 = ANY (r.aliases) OR s.id IS NOT NULL)
    ), known AS (
      SELECT wanted.sha AS wanted, commit.repository_id AS "repositoryId", commit.sha, bool_or(commit.in_graph) AS "inGraph",
        max(commit.parent) AS parent
      FROM unnest($2::text[]) AS wanted (sha) CROSS JOIN LATERAL (
        (${startsWithWanted({ table: 'commits', column: 'sha', inGraph: true, parent: onlyParent })})
        UNION ALL
        (${startsWithWanted({ table: 'annotated_tags', column: 'sha', found: 'commit_sha', inGraph: true })})
        UNION ALL
        (${startsWithWanted({ table: 'pull_requests', column: 'merge_commit_sha', inGraph: false })})
        UNION ALL
        (${startsWithWanted({ table: 'pull_requests', column: 'head_commit_sha', inGraph: false })})
      ) commit
      GROUP BY 1, 2, 3 LIMIT ${maxKnown}
    )
    SELECT coalesce((SELECT json_agg(named) FROM named), '[]') AS named,
      coalesce((SELECT json_agg(known) FROM known), '[]') AS known`,
}

type Wanted = { commitSha: string; previousCommitSha: string | null; service: string | null }

type Organization = Pick<Sender, 'organizationId' | 'hasRepositories'>

/** Finds the deployed commit, and the previous one, among the commits that the organization's repositories know. */
export async function resolveCommits(client: Queryable, organization: Organization, wanted: Wanted): Promise<Found> {
  const [found] = await resolveAllCommits(client, organization, [wanted])
  return found as Found
}

/** The same for several at once, in their order, with one statement for each service. */
export async function resolveAllCommits(
  client: Queryable,
  { organizationId, hasRepositories }: Organization,
  wanted: readonly Wanted[],
): Promise<Found[]> {
  if (!hasRepositories) return wanted.map(() => 'no repository imported')
  const services = groupBy(wanted, ({ service }) => service)
  const lookUps = [...services].map(async ([service, ofService]) => {
    const shas = new Set(
      ofService.flatMap(({ commitSha, previousCommitSha }) => [commitSha, usableSha(previousCommitSha)]),
    )
    const known = await lookUp(
      client,
      organizationId,
      service,
      [...shas].filter((sha) => sha !== null),
    )
    return ofService.map((one) => [one, choose(one, known)] as const)
  })
  const found = new Map((await allAnswered(lookUps)).flat())
  return wanted.map((one) => found.get(one) as Found)
}

function choose({ commitSha: sha, previousCommitSha, service }: Wanted, { candidates, rows }: Known): Found {
  const current = chooseCommit(
    sha,
    rows.filter((row) => row.wanted === sha),
    candidates !== null,
  )
  if (current === 'unknown commit' && service && !candidates) return 'no repository for service'
  if (typeof current === 'string') return current
  const previousSha = usableSha(previousCommitSha)
  const inSameRepository = rows.filter((row) => row.wanted === previousSha && row.repositoryId === current.repositoryId)
  const previous = previousSha ? chooseCommit(previousSha, inSameRepository, candidates !== null) : null
  const globs = candidates?.find(({ id }) => id === current.repositoryId)?.globs ?? null
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
  const { candidates, rows } = await lookUp(client, organizationId, service, shas)
  const commits = new Map<string, KnownCommit>()
  for (const [sha, matches] of groupBy(rows, ({ wanted }) => wanted)) {
    const chosen = chooseCommit(sha, matches, candidates !== null)
    if (typeof chosen !== 'string') commits.set(sha, chosen)
  }
  return {
    commits,
    globs: new Map((candidates ?? []).flatMap(({ id, globs }) => (globs ? [[id, globs] as const] : []))),
  }
}

/**
 * What is known of the commits in the repositories that the service means; in all, and no candidates, where it means
 * none.
 */
async function lookUp(
  client: Queryable,
  organizationId: number,
  service: string | null,
  shas: readonly string[],
): Promise<Known> {
  // Nothing has an empty name. With NULL, a cluster would take no filter for true any more, nor that of the organization.
  const values = [organizationId, shas, service ? repositoryNameKeyOf(service) : '']
  const { rows } = await client.query<LookUp>({ ...findCommits, values })
  const { named, known } = rows[0] ?? { named: [], known: [] }
  if (!service || named.length === 0) return { candidates: null, rows: known }
  const candidates = repositoriesOfService(service, named)
  const ids = new Set(candidates.map(({ id }) => id))
  return { candidates, rows: known.filter(({ repositoryId }) => ids.has(repositoryId)) }
}
