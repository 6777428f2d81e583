import type { Actor } from '@/lib/accounts/actor'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { log } from '@/lib/core/log'
import { settledWithin } from '@/lib/core/settled-within'
import { applyToLateEvents } from '@/lib/deployments/production-names/apply-production-names'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'

/** How far deployments follow the names that were saved. */
export type Relinking = { state: 'linked'; count: number } | { state: 'going on' } | { state: 'interrupted' }

/**
 * Sets production names `inTurn` for a person who waits: answers within `timeoutMs` how far linking again came, and goes
 * on in the background, also with the events that were on their way. Once the names are set nothing is thrown any more.
 * Throws `invalid` and `not_found`.
 */
export async function saveProductionNames(
  actor: Actor,
  names: readonly string[],
  timeoutMs: number,
  inTurn: InTurn = atOnce,
): Promise<Relinking> {
  const { organizationId } = actor
  const { linked } = await inTurn(() => setProductionNames(actor, names))
  const everything = linked.then(() => applyToLateEvents(organizationId))
  everything.catch((error) => log.error('deployments were not all linked again', { organizationId, error }))
  try {
    const count = await settledWithin(linked, timeoutMs)
    return count === null ? { state: 'going on' } : { state: 'linked', count }
  } catch {
    return { state: 'interrupted' }
  }
}
