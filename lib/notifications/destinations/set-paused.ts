import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { db } from '@/lib/db/db'
import { findDestination } from './find'

/**
 * Stops sending to a destination, or goes on: with what happens from then on, and what was waiting for less than a day.
 * Nothing is noted while it is paused. Throws `not_found`.
 */
export async function setPaused(actor: Actor, id: number, paused: boolean): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const { name, pausedAt } = await findDestination(tx, organizationId, id)
    if ((pausedAt !== null) === paused) return
    const now = new Date()
    const going = { pausedAt: null, pausedBecause: null, failingSince: null, givenUp: 0, since: now }
    await tx.notificationDestination.update({
      where: { organizationId_id: { organizationId, id } },
      data: paused ? { pausedAt: now, pausedBecause: null } : going,
    })
    const action = paused ? 'destination.paused' : 'destination.resumed'
    await recordAudit(tx, actor, { action, subject: name, subjectId: id, endsAccess: paused })
  })
}
