import { recordAudit } from '@/lib/audit/record'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { Organization } from '@/lib/generated/prisma/client'

type Setting = 'plan' | 'productionNames' | 'timeZone' | 'leadTimeFrom' | 'rolledBackFails'

const actions: Record<Setting, string> = {
  plan: 'organization.plan-set',
  productionNames: 'organization.production-names-set',
  timeZone: 'organization.time-zone-set',
  leadTimeFrom: 'organization.lead-time-start-set',
  rolledBackFails: 'organization.rolled-back-fails-set',
}

/**
 * Gives a setting of an organization another value and writes the audit log, unless it has that value already; `userId`
 * is null for the command line. Throws `not_found`.
 */
export async function changeSetting<S extends Setting>(
  organizationId: number,
  setting: S,
  value: Organization[S],
  userId: number | null,
): Promise<Organization> {
  return db().prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
    const before = await tx.organization.findUnique({ where: { id: organizationId } })
    if (!before) throw new AppError('not_found', 'No such organization')
    const from = before[setting]
    if (JSON.stringify(from) === JSON.stringify(value)) return before
    const subject = before.name
    await recordAudit(tx, {
      organizationId,
      userId,
      action: actions[setting],
      subject,
      details: { from, to: value },
    })
    return tx.organization.update({ where: { id: organizationId }, data: { [setting]: value } })
  })
}
