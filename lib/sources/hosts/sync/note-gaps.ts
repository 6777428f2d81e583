import { db } from '@/lib/db/db'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'

/** Next to what a sync stores in its cursor itself, so that one that is running does not overwrite it. */
const note = `
  UPDATE repository_syncs SET cursor = coalesce(cursor, '{}') || '{"gaps": true}'
  WHERE organization_id = $1 AND repository_id = $2`

/** Lets the next sync of a repository look for commits that a shallow clone did not have. */
export async function noteGaps({ organizationId, repositoryId }: RepositoryKey): Promise<void> {
  await db().people.query(note, [organizationId, repositoryId])
}
