import { log } from '@/lib/log'
import type { Relinking } from '@/lib/organizations/save-production-names'
import { settledWithin } from '@/lib/settled-within'

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
