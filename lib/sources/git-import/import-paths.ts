import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { knownPaths, maxFiles } from '@/lib/deployments/linking/known-paths'
import type { Clone } from './open-clone'
import { streamGit } from './run-git'
import { splitRecords } from './split-records'
import type { RepositoryKey } from './store-commits'

const batchSize = 1_000

type Lacking = { id: number; sha: string }

/**
 * Stores which files the pull requests changed that only the clone has, where they are not known yet. A clone
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
      INSERT INTO link_changes AS noted (organization_id, repository_id, sha, merges)
      SELECT DISTINCT ${organizationId}::int, ${repositoryId}::int, sha, true FROM known
      WHERE EXISTS (
        SELECT FROM service_paths WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId}) ORDER BY sha
      ON CONFLICT (organization_id, repository_id, sha, merges) DO UPDATE SET merges = noted.merges
    )
    UPDATE pull_requests p SET paths = known.paths, paths_known = true FROM known
    WHERE p.organization_id = ${organizationId} AND p.id = known.id`
}

const mark = '\u0001'
const lineBreak = 0x0a

/**
 * The files that commits changed, compared with their first parent: for a merge, what it brought. Of one that changed
 * more than can be known, one more than that. A commit that the clone lacks fails the whole call.
 */
async function readChangedPaths(directory: string, shas: readonly string[]): Promise<Map<string, string[]>> {
  const options = ['--no-walk=unsorted', '--stdin', '--first-parent', '-m', '--root', '--no-renames', '--name-only']
  const git = ['-c', 'core.quotePath=false', 'log', ...options, '--no-show-signature', `--format=${mark}%H`]
  const paths = new Map<string, string[]>()
  let current: string[] = []
  const readLine = (line: string) => {
    if (line.startsWith(mark)) {
      current = []
      paths.set(line.slice(mark.length), current)
    } else if (line !== '' && current.length <= maxFiles) {
      current.push(line)
    }
  }
  const output = streamGit(directory, git, shas.map((sha) => `${sha}\n`).join(''))
  for await (const lines of splitRecords(output, lineBreak)) for (const line of lines) readLine(line.toString('utf8'))
  return paths
}
