import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { db } from '@/lib/db/db'
import { generateBadgeToken } from './badge-token'

/**
 * Turns the badges of an organization on, with a new token in their addresses, or off, so that those addresses lead
 * nowhere. Throws `not_found`, and `forbidden` for who does not manage it.
 */
export async function setBadges(actor: Actor, on: boolean): Promise<void> {
  await db().prisma.$transaction(async (tx) => {
    const where = { id: actor.organizationId }
    await holdAsManager(tx, actor)
    const { name, badgeToken } = await tx.organization.findUniqueOrThrow({ where })
    if (on === (badgeToken !== null)) return
    await tx.organization.update({ where, data: { badgeToken: on ? generateBadgeToken() : null } })
    const line = { action: 'organization.badges-set', subject: name, details: { from: !on, to: on } }
    await recordAudit(tx, actor, { ...line, endsAccess: !on })
  })
}
