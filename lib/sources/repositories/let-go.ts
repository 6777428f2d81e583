import type { InTurn } from '@/lib/core/fair-queue'
import { log } from '@/lib/core/log'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { keepsSql } from '@/lib/deployments/delivers'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { isMarked } from '@/lib/deployments/linking/mark-again'

/** Rows that are locked at once: an event of one of them waits a moment at most. */
const batchSize = 1_000

/** The earliest first: what is deployed meanwhile still finds what was live before it. */
const findAll = `
  SELECT coalesce(array_agg(id::float8 ORDER BY coalesce(completed_at, started_at), id), '{}') AS ids
  FROM deployments WHERE organization_id = $1 AND repository_id = $2`

// The marks are not due before the removal has ended, or linking would find the repository again. Where it is
// interrupted, they become due, and the deployments are linked to it again.
const letSomeGo = `
  WITH held AS MATERIALIZED (
    SELECT id, ${keepsSql} AS links FROM deployments d
    WHERE organization_id = $1 AND id = ANY ($3::bigint[]) AND repository_id + 0 = $2
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  ), gone AS (
    UPDATE deployments d SET repository_id = NULL FROM held WHERE d.organization_id = $1 AND d.id = held.id
  )
  INSERT INTO pending_links (deployment_id, organization_id, not_before)
  SELECT id, $1, now() + interval '1 hour' FROM held WHERE links AND NOT ${isMarked('held.id')} ORDER BY id`

/**
 * Takes the deployments of a repository away from it, a thousand at a time and each `inTurn`; they have to be linked
 * again then. Passes over those that are held, and misses those that linking brings back.
 */
export async function letGo({ organizationId, repositoryId }: RepositoryKey, inTurn: InTurn): Promise<void> {
  const find = () => db().people.query<{ ids: number[] }>(findAll, [organizationId, repositoryId])
  const { rows } = await inTurn(find, { mustRun: true })
  const ids = rows[0]?.ids ?? []
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = [organizationId, repositoryId, ids.slice(start, start + batchSize)]
    const work = () => inTransaction(db().people, never, (client) => client.query(letSomeGo, some))
    await inTurn(work, { mustRun: true })
  }
}

const dueSize = 10_000

// What linking postpones is due within a minute. What it takes off just now is not waited for.
const makeSomeDue = `
  UPDATE pending_links SET not_before = now() WHERE organization_id = $1 AND ctid = ANY (ARRAY (
    SELECT ctid FROM pending_links WHERE organization_id = $1 AND not_before > now() + interval '2 minutes'
    LIMIT ${dueSize} FOR NO KEY UPDATE SKIP LOCKED))`

/** Has what was let go of linked soon, also by other processes. Never throws: it is due later otherwise. */
export async function linkSoon(organizationId: number, inTurn: InTurn): Promise<void> {
  const makeDue = () => db().people.query(makeSomeDue, [organizationId])
  try {
    for (let count = dueSize; count === dueSize; ) count = (await inTurn(makeDue, { mustRun: true })).rowCount ?? 0
  } catch (error) {
    log.warn('deployments of a removed repository are linked later', { organizationId, error })
  }
}
