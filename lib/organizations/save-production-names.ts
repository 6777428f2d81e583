import { applyToLateEvents } from '@/lib/deployments/apply-production-names'
import { log } from '@/lib/log'
import { setProductionNames } from '@/lib/organizations/set-production-names'
import { settledWithin } from '@/lib/settled-within'

/** How far deployments follow the names that were saved. */
export type Relinking = { state: 'linked'; count: number } | { state: 'going on' } | { state: 'interrupted' }

/**
 * Sets production names for somebody who waits: answers within `patienceMs` how far linking again came, and goes on in
 * the background, also with the events that were on their way. Once the names are set nothing is thrown any more.
 * Throws `invalid` and `not_found`.
 */
export async function saveProductionNames(
  organizationId: number,
  names: readonly string[],
  userId: number | null,
  patienceMs: number,
): Promise<Relinking> {
  const { linked } = await setProductionNames(organizationId, names, userId)
  const everything = linked.then(() => applyToLateEvents(organizationId))
  everything.catch((error) => log.error('deployments were not all linked again', { organizationId, error }))
  try {
    const count = await settledWithin(linked, patienceMs)
    return count === null ? { state: 'going on' } : { state: 'linked', count }
  } catch {
    return { state: 'interrupted' }
  }
}
