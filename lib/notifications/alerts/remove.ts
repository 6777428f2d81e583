import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { alertSubject } from './list'

/** Forgets a metric alert. Throws `not_found`. */
export async function removeAlert(actor: Actor, id: number): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const alert = await tx.metricAlert.findFirst({ where: { id, organizationId } })
    if (!alert) throw new AppError('not_found', 'There is no such metric alert any more.')
    await tx.metricAlert.delete({ where: { organizationId_id: { organizationId, id } } })
    await recordAudit(tx, actor, { action: 'metric-alert.removed', subject: alertSubject(alert), subjectId: id })
  })
}
