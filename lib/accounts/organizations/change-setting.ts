import type { Actor } from '@/lib/accounts/actor'
import { listChange } from '@/lib/accounts/audit/list-change'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Organization, Prisma } from '@/lib/generated/prisma/client'

type Setting = 'plan' | 'productionNames' | 'timeZone' | 'leadTimeFrom' | 'rolledBackFails' | 'signalThresholds'

const actions: Record<Setting, string> = {
  plan: 'organization.plan-set',
  productionNames: 'organization.production-names-set',
  timeZone: 'organization.time-zone-set',
  leadTimeFrom: 'organization.lead-time-start-set',
  rolledBackFails: 'organization.rolled-back-fails-set',
  signalThresholds: 'organization.signal-thresholds-set',
}

/**
 * Gives a setting of an organization another value and writes the audit log, unless it has that value already; `userId`
 * is null for the command line. What follows from the change, `then`, is in its transaction. Throws `not_found`.
 */
export async function changeSetting<S extends Setting>(
  actor: Actor,
  setting: S,
  value: Organization[S],
  then: (tx: Prisma.TransactionClient) => Promise<unknown> = async () => undefined,
): Promise<Organization> {
  return db().prisma.$transaction(async (tx) => {
    const { organizationId } = actor
    await holdAsManager(tx, actor)
    const before = await tx.organization.findUnique({ where: { id: organizationId } })
    if (!before) throw new AppError('not_found', 'No such organization')
    const from = before[setting]
    if (JSON.stringify(from) === JSON.stringify(value)) return before
    const subject = before.name
    await recordAudit(tx, actor, {
      action: actions[setting],
      subject,
      details: isTexts(from) && isTexts(value) ? listChange(from, value) : { from, to: value },
    })
    const changed = await tx.organization.update({ where: { id: organizationId }, data: { [setting]: value } })
    await then(tx)
    return changed
  })
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value)
}
