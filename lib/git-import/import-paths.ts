import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { knownPaths } from '@/lib/pull-requests/known-paths'
import type { Clone } from './open-clone'
import { readChangedPaths } from './read-changed-paths'
import type { RepositoryKey } from './store-commits'

const batchSize = 1_000

type Lacking = { id: number; sha: string }

/**
 * Stores which files the pull requests changed that only the clone tells of, where they are not known yet. A clone
 * without its trees leaves them unknown.
 */
export async function importPaths(
  repository: RepositoryKey,
  clone: Clone,
  onBatch: (done: number, total: number) => void,
): Promise<void> {
  const lacking = await findLacking(repository)
  for (let start = 0; start < lacking.length; start += batchSize) {
    const batch = lacking.slice(start, start + batchSize)
    const paths = await readChangedPaths(
      clone.directory,
      batch.map(({ sha }) => sha),
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'invalid') return null
      throw error
    })
    if (paths) await storePaths(repository, batch, paths)
    onBatch(Math.min(start + batchSize, lacking.length), lacking.length)
  }
}

async function findLacking({ organizationId, repositoryId }: RepositoryKey): Promise<Lacking[]> {
  return db().prisma.$queryRaw<Lacking[]>`
    SELECT id, merge_commit_sha AS sha FROM pull_requests
    WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId} AND NOT paths_known
      AND merge_commit_sha IS NOT NULL AND host_updated_at IS NULL ORDER BY id`
}

/** Only where services have paths of their own do deployments have to be linked again for it. */
async function storePaths(
  { organizationId, repositoryId }: RepositoryKey,
  batch: readonly Lacking[],
  paths: ReadonlyMap<string, string[]>,
): Promise<void> {
  const known = batch.flatMap(({ id, sha }) => {
    const changed = knownPaths(paths.get(sha) ?? null)
    return changed ? [{ id, sha, paths: changed }] : []
  })
  await db().prisma.$executeRaw`
    WITH known AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(known)}::json) AS k (id int, sha text, paths text[])
    ), noted AS (
      INSERT INTO link_changes AS noted (repository_id, sha, merges)
      SELECT DISTINCT ${repositoryId}::int, sha, true FROM known
      WHERE EXISTS (SELECT FROM service_paths WHERE repository_id = ${repositoryId}) ORDER BY sha
      ON CONFLICT (repository_id, sha, merges) DO UPDATE SET merges = noted.merges
    )
    UPDATE pull_requests p SET paths = known.paths, paths_known = true FROM known
    WHERE p.organization_id = ${organizationId} AND p.id = known.id`
}
