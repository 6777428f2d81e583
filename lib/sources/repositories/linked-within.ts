import { log } from '@/lib/core/log'
import { settledWithin } from '@/lib/core/settled-within'
import type { Relinking } from '@/lib/deployments/production-names/save-production-names'

/** What linking again comes to within `timeoutMs`; it goes on in the background. Throws nothing. */
export async function linkedWithin(relinked: Promise<number>, timeoutMs: number): Promise<Relinking> {
  try {
    const count = await settledWithin(relinked, timeoutMs)
    return count === null ? { state: 'going on' } : { state: 'linked', count }
  } catch (error) {
    log.error('deployments were not all linked again', { error })
    return { state: 'interrupted' }
  }
}
