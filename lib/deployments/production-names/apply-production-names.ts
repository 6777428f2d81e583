import { setTimeout } from 'node:timers/promises'
import { findSender, type Sender } from '@/lib/accounts/sender'
import { type Semaphore, semaphore } from '@/lib/core/semaphore'
import { createShareNext, type ShareNext } from '@/lib/core/share-next'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { linkDeployment } from '@/lib/deployments/linking/link-deployment'
import { markUnfound } from '@/lib/deployments/linking/mark-unfound'
import { wakeLinkWorker } from '@/lib/deployments/linking/wake'
import { isProduction } from '@/lib/deployments/status'
import { type StoredDeployment, storedColumns } from '@/lib/deployments/stored-deployment'

/** An environment whose deployments are still marked as the names before would have it. */
type Outdated = { environment: string; production: boolean }

/** Rows that one statement locks, and deployments linked before a look at the names: an event waits a moment at most. */
const batchSize = 1_000

/** Longer than the webhook's time for the database, from reading the names to storing the event. */
const onTheWayMs = 4_000

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
 * Marks every stored deployment as the organization's production names say and links those again for which that
 * changed, in order of completion, each in a transaction of its own as the webhook does. Returns how many were marked.
 * It ends when nothing is left, so that other names that were set meanwhile are not missed. What it misses is an event
 * that read the names before they were set and is stored after the end: `applyToLateEvents` finds that one. Calls at
 * the same time share a run, and organizations take turns after each deployment.
 */
export function applyProductionNames(organizationId: number): Promise<number> {
  return shared().share(organizationId, () => applyAll(organizationId).finally(wakeLinkWorker))
}

async function applyAll(organizationId: number): Promise<number> {
  let marked = 0
  for (;;) {
    const sender = await findSender(organizationId)
    const outdated = await shared().turns(() => findOutdated(sender))
    if (outdated.length === 0) return marked
    marked += await markAll(sender, outdated)
  }
}

/**
 * Waits until the events that were on their way when names were set are stored or refused, and applies the names to
 * them. An event commits within 2 seconds; one that the database holds up for longer than four can still keep its
 * old mark until names are set again. Returns how many were marked.
 */
export async function applyToLateEvents(organizationId: number): Promise<number> {
  await setTimeout(onTheWayMs)
  return applyProductionNames(organizationId)
}

async function findOutdated({ organizationId, productionNames }: Sender): Promise<Outdated[]> {
  const { rows } = await db().people.query<Outdated>(
    'SELECT DISTINCT environment, production FROM deployments WHERE organization_id = $1',
    [organizationId],
  )
  return rows.filter(({ environment, production }) => isProduction(environment, productionNames) !== production)
}

const outdatedOnes = `
  organization_id = $1 AND (environment, production) IN (SELECT * FROM unnest($2::text[], $3::boolean[]))`

function valuesOf(organizationId: number, outdated: readonly Outdated[]): unknown[] {
  return [organizationId, outdated.map(({ environment }) => environment), outdated.map(({ production }) => production)]
}

/** Marks what is outdated by now, and stops where the names are others meanwhile. */
async function markAll(sender: Sender, outdated: readonly Outdated[]): Promise<number> {
  const { organizationId, productionNames } = sender
  const values = valuesOf(organizationId, outdated)
  const { withoutLinks, withLinks } = await shared().turns(() => listOutdated(values))
  let marked = 0
  for (const ids of batchesOf(withoutLinks)) marked += await shared().turns(() => markWithoutLinks([...values, ids]))
  for (const ids of batchesOf(withLinks)) {
    const now = await findSender(organizationId)
    if (JSON.stringify(now.productionNames) !== JSON.stringify(productionNames)) break
    for (const id of ids) marked += await shared().turns(() => markAndLink(now, [...values, id]))
  }
  return marked
}

/** All at once: to look for the next ones time and again would read the history each time. */
async function listOutdated(values: unknown[]): Promise<{ withoutLinks: number[]; withLinks: number[] }> {
  const { rows } = await db().people.query<{ withoutLinks: number[]; withLinks: number[] }>(
    `SELECT
       coalesce(array_agg(id::float8 ORDER BY id) FILTER (WHERE NOT linked), '{}') AS "withoutLinks",
       coalesce(array_agg(id::float8 ORDER BY completed_at, id) FILTER (WHERE linked), '{}') AS "withLinks"
     FROM (
       SELECT id, completed_at, status IN ('success', 'rolled_back') AS linked FROM deployments WHERE ${outdatedOnes}
     ) d`,
    values,
  )
  const [listed] = rows
  if (!listed) throw new Error('an aggregate returned no row')
  return listed
}

function* batchesOf(ids: readonly number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += batchSize) yield ids.slice(start, start + batchSize)
}

async function markWithoutLinks(values: unknown[]): Promise<number> {
  const { rowCount } = await db().people.query(
    `WITH batch AS (
       SELECT id FROM deployments
       WHERE ${outdatedOnes} AND id = ANY ($4::bigint[]) AND status NOT IN ('success', 'rolled_back')
       ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE deployments d SET production = NOT production FROM batch WHERE d.id = batch.id`,
    values,
  )
  return rowCount ?? 0
}

async function markAndLink(sender: Sender, values: unknown[]): Promise<number> {
  return inTransaction(db().people, never, async (client) => {
    const { rows } = await client.query<StoredDeployment>({
      name: 'mark-outdated',
      text: `UPDATE deployments SET production = NOT production WHERE ${outdatedOnes} AND id = $4
        RETURNING ${storedColumns}, false AS created`,
      values,
    })
    const [marked] = rows
    if (!marked) return 0
    await linkDeployment(client, sender, marked)
    await markUnfound(client, marked.id)
    return 1
  })
}
