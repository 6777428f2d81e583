import type { PoolClient } from 'pg'
import { db } from '@/lib/db/db'
import { inTransaction, inTransactionOf, never, withConnection } from '@/lib/db/transaction'
import { checkRepository, type RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { findContained } from './find-contained'
import { type First, storeFirsts } from './store-firsts'

/** What the first deployments of a repository contained, as of the marks that were there when it was looked at. */
export type LiveBefore = { marks: readonly string[]; contained: ReadonlyMap<First, readonly number[]> }

/**
 * Works out again what the first deployments of a repository contained. Returns how many rows were added. Throws
 * `not_found` when it is gone.
 */
export async function refreshRepository(repository: RepositoryKey): Promise<number> {
  return storeLiveBefore(repository, await findLiveBefore(repository))
}

/** Stores the first deployments of a repository and finds what they contained. Throws `not_found`. */
export async function findLiveBefore(repository: RepositoryKey): Promise<LiveBefore> {
  const { marks, firsts } = await inTransaction(db().people, never, async (client) => {
    await checkRepository(client, repository)
    const { rows } = await client.query<{ ids: string[] }>(
      `SELECT coalesce(array_agg(id), '{}') AS ids FROM stale_first_deployments
       WHERE organization_id = $1 AND repository_id = $2`,
      [repository.organizationId, repository.repositoryId],
    )
    return { marks: rows[0]?.ids ?? [], firsts: await storeFirsts(client, repository) }
  })
  return { marks, contained: await findContained(db().people, repository, firsts) }
}

/**
 * Stores what was found, a service at a time, and then takes the marks off. Where one of them is gone, another process has
 * stored what it found after that change, perhaps with later ones: then nothing is stored, and marks that are left stay.
 * So they do when it fails between two services. Returns how many rows were added. Throws `not_found`.
 */
export async function storeLiveBefore(repository: RepositoryKey, found: LiveBefore): Promise<number> {
  return inTransaction(db().people, never, async (holder) => {
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query('SELECT pg_advisory_xact_lock($1, $2)', [storingNamespace, repository.repositoryId])
    return withConnection(db().people, never, (client) => storeByService({ client, holder }, repository, found))
  })
}

/** Changes are made on one connection, a service at a time; the lock is that of the other one's transaction. */
type Connections = { client: PoolClient; holder: PoolClient }

async function storeByService(
  { client, holder }: Connections,
  repository: RepositoryKey,
  { marks, contained }: LiveBefore,
): Promise<number> {
  const { organizationId, repositoryId } = repository
  const write = (...statements: [string, unknown[]][]) =>
    inTransactionOf(client, never, async () => {
      // Fails when the lock is lost.
      await holder.query('SELECT')
      await checkRepository(client, repository)
      let added = 0
      for (const [text, values] of statements) {
        const { rowCount } = await client.query(text, values)
        if (text === addMissing) added += rowCount ?? 0
      }
      return added
    })
  const { rows } = await client.query<{ all: boolean }>(areAllThere, [organizationId, repositoryId, marks])
  if (!rows[0]?.all) return 0
  await write([removeGone, [organizationId, repositoryId, [...contained.keys()].map(({ serviceKey }) => serviceKey)]])
  let added = 0
  for (const [{ serviceKey }, pullRequestIds] of contained) {
    const statements: [string, unknown[]][] = []
    for (const { ids, after, upTo } of inPieces(pullRequestIds)) {
      const values = [organizationId, repositoryId, serviceKey, ids]
      statements.push([removeOthers, [...values, after, upTo]], [addMissing, values])
    }
    added += await write(...statements)
  }
  await write([removeMarks, [organizationId, repositoryId, marks]])
  return added
}

/** So many ids are sent at once: they are written into one text in one go. */
const pieceSize = 10_000

/** The ids in their order, some at a time, each piece with the range that it stands for: together they are all ids. */
function* inPieces(pullRequestIds: readonly number[]): Generator<{ ids: number[]; after: number; upTo: number }> {
  const sorted = Int32Array.from(pullRequestIds).sort()
  let after = 0
  for (let from = 0; from === 0 || from < sorted.length; from += pieceSize) {
    const ids = [...sorted.subarray(from, from + pieceSize)]
    const isLast = from + pieceSize >= sorted.length
    const upTo = isLast ? maxId : (ids.at(-1) ?? maxId)
    yield { ids, after, upTo }
    after = upTo
  }
}

const maxId = 2_147_483_647

/** Of the advisory locks under which this is stored. Not that of linking: this takes longer than events wait. */
const storingNamespace = 5_323_463

const ofMarks = 'stale_first_deployments WHERE organization_id = $1 AND repository_id = $2 AND id = ANY ($3::bigint[])'
const areAllThere = `SELECT count(*) = cardinality($3::bigint[]) AND count(*) > 0 AS all FROM ${ofMarks}`
const removeMarks = `DELETE FROM ${ofMarks}`

const removeOthers = `
  DELETE FROM live_before WHERE organization_id = $1 AND repository_id = $2 AND service_key = $3
    AND pull_request_id > $5 AND pull_request_id <= $6
    AND NOT EXISTS (SELECT FROM unnest($4::int[]) AS contained (id) WHERE contained.id = pull_request_id)`

const addMissing = `
  INSERT INTO live_before (organization_id, repository_id, service_key, pull_request_id)
  SELECT organization_id, repository_id, $3, id FROM pull_requests
  WHERE organization_id = $1 AND repository_id + 0 = $2 AND id = ANY ($4::int[])
  ON CONFLICT DO NOTHING`

const removeGone = `
  DELETE FROM live_before WHERE organization_id = $1 AND repository_id = $2
    AND NOT EXISTS (SELECT FROM unnest($3::text[]) AS looked_at (key) WHERE looked_at.key = service_key)`
