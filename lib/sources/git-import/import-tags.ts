import { db } from '@/lib/db/db'
import type { Clone } from './open-clone'
import { readGitLines } from './run-git'
import type { RepositoryKey } from './store-commits'

/**
 * Stores which commits the annotated tags of a clone stand for, and notes them for linking: deployments may name them. A
 * plain tag is the commit itself.
 */
export async function importTags({ organizationId, repositoryId }: RepositoryKey, { directory }: Clone): Promise<void> {
  const format = '--format=%(objectname) %(*objecttype) %(*objectname)'
  const tags = (await readGitLines(directory, ['for-each-ref', format, 'refs/tags']))
    .map((line) => line.split(' '))
    .filter(([, type]) => type === 'commit')
  await db().prisma.$executeRaw`
    WITH stored AS (
      INSERT INTO annotated_tags (organization_id, repository_id, sha, commit_sha)
      SELECT ${organizationId}, ${repositoryId}, tag.*
      FROM unnest(${tags.map(([sha]) => sha)}::text[], ${tags.map(([, , commitSha]) => commitSha)}::text[]) AS tag
      ON CONFLICT DO NOTHING RETURNING sha
    )
    INSERT INTO link_changes AS noted (repository_id, sha, merges) SELECT ${repositoryId}::int, sha, false FROM stored
    ORDER BY sha ON CONFLICT (repository_id, sha, merges) DO UPDATE SET merges = noted.merges`
}
