import { log } from '@/lib/log'
import { settledWithin } from '@/lib/settled-within'

/** How far deployments follow names and paths that were saved. */
export type Relinking = { state: 'linked'; count: number } | { state: 'going on' } | { state: 'interrupted' }

/** What linking again comes to within `patienceMs`; it goes on in the background. Throws nothing. */
export async function linkedWithin(relinked: Promise<number>, patienceMs: number): Promise<Relinking> {
  try {
    const count = await settledWithin(relinked, patienceMs)
    return count === null ? { state: 'going on' } : { state: 'linked', count }
  } catch (error) {
    log.error('deployments were not all linked again', { error })
    return { state: 'interrupted' }
  }
}
