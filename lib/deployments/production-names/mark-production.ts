import { findSender, type Sender } from '@/lib/accounts/sender'
import { type Semaphore, semaphore } from '@/lib/core/semaphore'
import { serviceKeyOf } from '@/lib/core/service-key'
import { createShareNext, type ShareNext } from '@/lib/core/share-next'
import { cleanAddedToLists } from '@/lib/db/clean-pending-lists'
import { db } from '@/lib/db/db'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { endedStatuses, keptStatuses } from '@/lib/deployments/delivers'
import { stillLinking } from '@/lib/deployments/linking/rules'

/** Rows that are locked at once: an event of one of them waits a moment at most. */
const batchSize = 1_000

/** Connections for pages that this takes in a process. */
const atOnce = 2

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as {
  leadlineProductionNames?: { share: ShareNext<number, number>; turns: Semaphore }
}

function shared() {
  holder.leadlineProductionNames ??= { share: createShareNext(), turns: semaphore(atOnce) }
  return holder.leadlineProductionNames
}

/**
 * Makes every stored deployment count as the organization's production names say, and marks those whose links have to
 * follow. Returns how many changed. It ends when nothing is left, so that other names that were set meanwhile are not
 * missed. Calls at the same time share a run, and organizations take turns after each batch.
 */
export function markProduction(organizationId: number): Promise<number> {
  return shared().share(organizationId, () => markAll(organizationId))
}

async function markAll(organizationId: number): Promise<number> {
  let marked = 0
  for (;;) {
    const outdated = await shared().turns(() => findOutdated(organizationId))
    if (outdated.length === 0) return marked
    let free = 0
    for (let start = 0; start < outdated.length; start += batchSize) {
      free += await markThose(organizationId, outdated.slice(start, start + batchSize), 'SKIP LOCKED')
      await cleanAddedToLists()
    }
    marked += free
    // All that are left are held, by who links them: they are waited for, none while another is held.
    const held = free > 0 ? [] : outdated.slice(0, batchSize)
    for (const id of held) marked += await markThose(organizationId, [id], '')
  }
}

/** Compared by their keys, however many spellings of an environment there are. */
const isOutdated = 'organization_id = $1 AND production <> (environment_key = ANY ($2::text[]))'

function outdatedValues({ organizationId, productionNames }: Sender): unknown[] {
  return [organizationId, productionNames.map(serviceKeyOf)]
}

/** All at once: to look for the next ones time and again would read the history each time. */
async function findOutdated(organizationId: number): Promise<number[]> {
  const sender = await findSender(organizationId)
  const { rows } = await db().people.query<{ ids: number[] }>(
    `SELECT coalesce(array_agg(id::float8 ORDER BY id), '{}') AS ids FROM deployments WHERE ${isOutdated}`,
    outdatedValues(sender),
  )
  return rows[0]?.ids ?? []
}

const keepsLinks = `status IN (${keptStatuses}) AND voided_at IS NULL`
const decidesLinks = `status IN (${endedStatuses}) AND voided_at IS NULL`

// As `storeInOrder` does. No process takes a mark off while the deployment is held.
const mark = `
  WITH marked AS (
    UPDATE deployments SET production = NOT production,
      unlinked_reason = CASE
        WHEN NOT (${decidesLinks}) THEN unlinked_reason
        WHEN $3::boolean OR repository_id IS NOT NULL THEN '${stillLinking}'
        WHEN NOT production AND ${keepsLinks} THEN 'no repository imported' END
    WHERE organization_id = $1 AND id = ANY ($2::bigint[])
    RETURNING id, organization_id, ${decidesLinks} AND unlinked_reason = '${stillLinking}' AS links
  )
  INSERT INTO pending_links (deployment_id, organization_id, restated)
  SELECT id, organization_id, true FROM marked
  WHERE links AND NOT EXISTS (
    SELECT FROM pending_links WHERE organization_id = $1 AND deployment_id = marked.id AND restated)
  ORDER BY id`

async function markThose(organizationId: number, ids: readonly number[], skip: 'SKIP LOCKED' | ''): Promise<number> {
  const markHeld = async (client: Queryable) => {
    const sender = await findSender(organizationId, { client })
    const { rows } = await client.query<{ id: number }>(
      `SELECT id::float8 FROM deployments WHERE ${isOutdated} AND id = ANY ($3::bigint[])
       ORDER BY id FOR NO KEY UPDATE ${skip}`,
      [...outdatedValues(sender), ids],
    )
    const held = rows.map(({ id }) => id)
    if (held.length > 0) await client.query(mark, [organizationId, held, sender.hasRepositories])
    return held.length
  }
  return shared().turns(() => inTransaction(db().people, never, markHeld))
}
