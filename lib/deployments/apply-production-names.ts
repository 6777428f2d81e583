import { setTimeout } from 'node:timers/promises'
import { db } from '@/lib/db'
import { findSender, type Sender } from '@/lib/deployments/find-sender'
import { isProduction } from '@/lib/deployments/status'
import { type StoredDeployment, storedColumns } from '@/lib/deployments/store-event'
import { linkDeployment } from '@/lib/linking/link-deployment'
import { inTransaction } from '@/lib/transaction'

/** An environment whose deployments are still marked as the names before would have it. */
type Outdated = { environment: string; production: boolean }

/** Rows that one statement locks, or one look lists: few enough that an event waits a moment at most. */
const batchSize = 1_000

/** Longer than the webhook's time for the database, from reading the names to storing the event. */
const onTheWayMs = 4_000

/**
 * Marks every stored deployment as the organization's production names say and links those again for which that
 * changed, in order of completion, each in a transaction of its own as the webhook does. Returns how many were marked.
 * It ends when nothing is left, so that other names that were set meanwhile are not missed. What it misses is an event
 * that read the names before they were set and is stored after the end: `applyToLateEvents` finds that one.
 */
export async function applyProductionNames(organizationId: number): Promise<number> {
  let marked = 0
  for (;;) {
    const sender = await findSender(organizationId)
    const outdated = await findOutdated(sender)
    if (outdated.length === 0) return marked
    marked += await markWithoutLinks(organizationId, outdated)
    for (const deployment of await findWithLinks(organizationId, outdated)) {
      marked += await markAndLink(sender, deployment)
    }
  }
}

/**
 * Waits until the events that were on their way when names were set are stored or refused, and applies the names to
 * them. An event commits within 2.7 seconds; one that the database holds up for longer than four can still keep its
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
  organization_id = $1
  AND (environment, production) IN (SELECT * FROM unnest($2::text[], $3::boolean[]))
  AND status`

function valuesOf(organizationId: number, outdated: readonly Outdated[]): unknown[] {
  return [organizationId, outdated.map(({ environment }) => environment), outdated.map(({ production }) => production)]
}

async function markWithoutLinks(organizationId: number, outdated: readonly Outdated[]): Promise<number> {
  let marked = 0
  let lastId: string | null = '0'
  while (lastId !== null) {
    const batch = await markBatch([...valuesOf(organizationId, outdated), lastId, batchSize])
    marked += batch.marked
    lastId = batch.lastId
  }
  return marked
}

async function markBatch(values: unknown[]): Promise<{ marked: number; lastId: string | null }> {
  const { rows } = await db().people.query<{ marked: number; lastId: string | null }>(
    `WITH batch AS (
       SELECT id FROM deployments WHERE ${outdatedOnes} NOT IN ('success', 'rolled_back') AND id > $4
       ORDER BY id LIMIT $5 FOR NO KEY UPDATE
     ), marked AS (
       UPDATE deployments d SET production = NOT production FROM batch WHERE d.id = batch.id RETURNING d.id
     )
     SELECT count(*)::int AS marked, max(id) AS "lastId" FROM marked`,
    values,
  )
  const [batch] = rows
  if (!batch) throw new Error('an aggregate returned no row')
  return batch
}

async function findWithLinks(organizationId: number, outdated: readonly Outdated[]) {
  const { rows } = await db().people.query<Outdated & { id: string }>(
    `SELECT id, environment, production FROM deployments
     WHERE ${outdatedOnes} IN ('success', 'rolled_back') ORDER BY completed_at, id LIMIT $4`,
    [...valuesOf(organizationId, outdated), batchSize],
  )
  return rows
}

async function markAndLink(sender: Sender, { id, environment, production }: Outdated & { id: string }) {
  return inTransaction(db().people, new AbortController().signal, async (client) => {
    const { rows } = await client.query<StoredDeployment>({
      name: 'mark-deployment',
      text: `UPDATE deployments SET production = NOT production
        WHERE organization_id = $1 AND id = $2 AND environment = $3 AND production = $4
        RETURNING ${storedColumns}, false AS created`,
      values: [sender.organizationId, id, environment, production],
    })
    const [marked] = rows
    if (!marked) return 0
    await linkDeployment(client, sender, marked)
    return 1
  })
}
