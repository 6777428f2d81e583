import { setTimeout } from 'node:timers/promises'
import { settledWithin } from '@/lib/core/settled-within'
import { db } from '@/lib/db/db'
import { linkPending } from '@/lib/deployments/linking/relink'
import { wakeLinkWorker } from '@/lib/deployments/linking/wake'
import { markProduction } from '@/lib/deployments/production-names/mark-production'

/** Longer than the webhook's time for the database, from reading the names to storing the event. */
const onTheWayMs = 4_000

/**
 * Makes every stored deployment count as the organization's production names say, and links those again for which that
 * changed, in order of completion. Returns how many changed. What it misses is an event that read the names before they
 * were set and is stored after the end: `applyToLateEvents` finds that one.
 */
export async function applyProductionNames(organizationId: number): Promise<number> {
  const marked = await markProduction(organizationId)
  wakeLinkWorker()
  await linkPending(organizationId)
  return marked
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

const forget = 'DELETE FROM pending_production_names WHERE organization_id = $1 AND id = ANY ($2::bigint[])'

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineNamesTakenUp?: Set<number> }

/** So long each call waits for what it began. */
const patienceMs = 10_000

/**
 * Finishes what came of names that were set, in whatever process, and of the events that were on their way meanwhile:
 * makes deployments count, and leaves it to the worker to link them. An organization that takes longer goes on while
 * others are taken up by later calls. Throws the first failure when all else is done.
 */
export async function takeUpProductionNames(waitMs = patienceMs): Promise<void> {
  holder.leadlineNamesTakenUp ??= new Set()
  const { rows } = await db().people.query<{ organizationId: number; ids: string[] }>(
    `SELECT organization_id AS "organizationId", array_agg(id) AS ids FROM pending_production_names
     WHERE set_at < now() - $1 * interval '1 millisecond' AND organization_id <> ALL ($2) GROUP BY organization_id`,
    [onTheWayMs, [...holder.leadlineNamesTakenUp]],
  )
  await settledWithin(Promise.allSettled(rows.map(takeUp)).then(throwFirst), waitMs)
}

async function takeUp({ organizationId, ids }: { organizationId: number; ids: string[] }): Promise<void> {
  holder.leadlineNamesTakenUp?.add(organizationId)
  try {
    await markProduction(organizationId)
    wakeLinkWorker()
    await db().people.query(forget, [organizationId, ids])
  } finally {
    holder.leadlineNamesTakenUp?.delete(organizationId)
  }
}

function throwFirst(done: readonly PromiseSettledResult<void>[]): void {
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
