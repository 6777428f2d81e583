import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { checkRepository, type RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { findContained } from './find-contained'
import { type First, storeFirsts } from './store-firsts'

/** What the first deployments of a repository contained, as of the marks that were there when it was looked at. */
export type LiveBefore = { marks: readonly string[]; contained: ReadonlyMap<First, readonly number[]> }

/** Works out again what the first deployments of a repository contained. Throws `not_found` for one that is gone. */
export async function refreshRepository(repository: RepositoryKey): Promise<void> {
  await storeLiveBefore(repository, await findLiveBefore(repository))
}

/** Stores the first deployments of a repository and finds what they contained. Throws `not_found`. */
export async function findLiveBefore(repository: RepositoryKey): Promise<LiveBefore> {
  const { marks, firsts } = await inTransaction(db().people, never, async (client) => {
    await checkRepository(client, repository)
    const { rows } = await client.query<{ ids: string[] }>(
      `SELECT coalesce(array_agg(id), '{}') AS ids FROM stale_first_deployments WHERE repository_id = $1`,
      [repository.repositoryId],
    )
    return { marks: rows[0]?.ids ?? [], firsts: await storeFirsts(client, repository) }
  })
  return { marks, contained: await findContained(db().people, repository, firsts) }
}

/**
 * Stores what was found, and takes the marks off. Where one of them is gone, another process has stored what it found
 * after that change, perhaps with later ones: then nothing is stored, and marks that are left stay. Throws `not_found`.
 */
export async function storeLiveBefore(repository: RepositoryKey, { marks, contained }: LiveBefore): Promise<void> {
  const { repositoryId } = repository
  await inTransaction(db().people, never, async (client) => {
    await checkRepository(client, repository)
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [storingNamespace, repositoryId])
    const { rows } = await client.query<{ all: boolean }>(areAllThere, [marks])
    if (!rows[0]?.all) return
    for (const [{ serviceKey }, pullRequestIds] of contained) {
      await client.query(removeOthers, [repositoryId, serviceKey, pullRequestIds])
      await client.query(addMissing, [repositoryId, serviceKey, pullRequestIds])
    }
    await client.query(removeGone, [repositoryId])
    await client.query('DELETE FROM stale_first_deployments WHERE id = ANY ($1::bigint[])', [marks])
  })
}

/** Of the advisory locks under which this is stored. Not that of linking: this takes longer than events wait. */
const storingNamespace = 5_323_463

const areAllThere = `
  SELECT count(*) = cardinality($1::bigint[]) AND count(*) > 0 AS all
  FROM stale_first_deployments WHERE id = ANY ($1::bigint[])`

const removeOthers = `
  DELETE FROM live_before
  WHERE repository_id = $1 AND service_key = $2 AND pull_request_id NOT IN (SELECT unnest($3::int[]))`

const addMissing = `
  INSERT INTO live_before (repository_id, service_key, pull_request_id)
  SELECT $1, $2, id FROM pull_requests WHERE repository_id = $1 AND id = ANY ($3::int[])
  ON CONFLICT DO NOTHING`

const removeGone = `
  DELETE FROM live_before WHERE repository_id = $1
    AND service_key NOT IN (SELECT service_key FROM first_deployments WHERE repository_id = $1)`
