import { db } from '@/lib/db/db'
import type { LoggedCommit } from './read-log'

export type RepositoryKey = { organizationId: number; repositoryId: number }

export type StorableCommit = Omit<LoggedCommit, 'message'> & { generation: number }

/** What is stored of a history: commits that no stored one has as parent, and parents that are not stored. */
export type StoredEdges = { heads: string[]; gaps: string[] }

/** Reads where the stored history of a repository ends on either side. */
export async function readStoredEdges({ organizationId, repositoryId }: RepositoryKey): Promise<StoredEdges> {
  const edges = await db().prisma.$queryRaw<{ head: string | null; gap: string | null }[]>`
    SELECT own.sha AS head, parent.sha AS gap
    FROM (SELECT sha FROM commits WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId}) AS own
    FULL JOIN (
      SELECT DISTINCT unnest(parents) AS sha FROM commits
      WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId}
    ) AS parent ON parent.sha = own.sha
    WHERE own.sha IS NULL OR parent.sha IS NULL`
  return {
    heads: edges.flatMap(({ head }) => head ?? []),
    gaps: edges.flatMap(({ gap }) => gap ?? []),
  }
}

/** The generations of those commits that are stored. */
export async function readGenerations(
  { organizationId, repositoryId }: RepositoryKey,
  shas: string[],
): Promise<Map<string, number>> {
  if (shas.length === 0) return new Map()
  const rows = await db().prisma.$queryRaw<{ sha: string; generation: bigint }[]>`
    SELECT sha, generation FROM commits
    WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId} AND sha = ANY (${shas}::text[])`
  return new Map(rows.map(({ sha, generation }) => [sha, Number(generation)]))
}

/**
 * Stores commits and returns how many were new or changed; notes them for linking. A stored generation only changes
 * when a deepened clone shows that a clock was wrong further back.
 */
export async function storeCommits(
  { organizationId, repositoryId }: RepositoryKey,
  commits: readonly StorableCommit[],
): Promise<number> {
  return db().prisma.$executeRaw`
    WITH stored AS (
      INSERT INTO commits
        (organization_id, repository_id, sha, parents, author_name, authored_at, committed_at, generation)
      SELECT ${organizationId}, ${repositoryId}, sha, string_to_array(parents, ' '), author_name,
        to_timestamp(authored), to_timestamp(committed), generation
      FROM unnest(
        ${commits.map(({ sha }) => sha)}::text[],
        ${commits.map(({ parents }) => parents.join(' '))}::text[],
        ${commits.map(({ authorName }) => authorName)}::text[],
        ${commits.map(({ authoredSeconds }) => authoredSeconds)}::float8[],
        ${commits.map(({ committedSeconds }) => committedSeconds)}::float8[],
        ${commits.map(({ generation }) => generation)}::bigint[]
      ) AS logged(sha, parents, author_name, authored, committed, generation)
      ON CONFLICT (organization_id, sha, repository_id) DO UPDATE SET generation = EXCLUDED.generation
      WHERE commits.generation < EXCLUDED.generation
      RETURNING sha
    )
    INSERT INTO link_changes AS noted (organization_id, repository_id, sha, merges)
    SELECT ${organizationId}::int, ${repositoryId}::int, sha, false FROM stored
    ORDER BY sha ON CONFLICT (organization_id, repository_id, sha, merges) DO UPDATE SET merges = noted.merges`
}
