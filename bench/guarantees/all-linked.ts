import { setTimeout as delay } from 'node:timers/promises'
import { db } from '@/lib/db/db'

const checkEveryMs = 100
const maxChecks = 1_200

/** Waits until nothing of an organization is still to be linked. Throws when that takes two minutes. */
export async function allLinked(organizationId: number): Promise<void> {
  for (let checks = 0; checks < maxChecks; checks += 1) {
    if ((await db().prisma.pendingLink.count({ where: { organizationId } })) === 0) return
    await delay(checkEveryMs)
  }
  throw new Error('what was stored is still not linked after two minutes')
}
