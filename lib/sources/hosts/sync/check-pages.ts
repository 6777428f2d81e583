import type { Host } from '@/lib/generated/prisma/enums'
import { hostNames } from '../host-names'
import { HostError } from '../model'
import type { Claim } from './claim'
import type { SyncPhase } from './sync-view'

/** Of one sync: several times what the largest public repositories have. */
const maxPages: Record<SyncPhase, number> = { 'pull requests': 50_000, commits: 200_000 }

/** Refuses one more page than any repository has reason to have. Throws `HostError`. */
export function checkPages({ cursor }: Claim, host: Host, what: SyncPhase): void {
  const max = maxPages[what]
  if (cursor.pages < max) return
  const text = `${hostNames[host]} sent ${max.toLocaleString('en')} pages of ${what} and has more. Leadline reads no further.`
  throw new HostError(text, 'access')
}
