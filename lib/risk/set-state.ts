import type { UserActor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { SignalState } from '@/lib/generated/prisma/enums'
import { findRule } from './registry'

export type StateChange = {
  state: SignalState
  /** How long it is snoozed; only with that state. */
  days: number
  /** Why, for the others; blank for none. */
  note: string
}

/**
 * Says what people make of a signal. Throws `not_found` for one that the organization does not have, and `conflict` for
 * one that ended.
 */
export async function setSignalState(
  actor: UserActor,
  id: number,
  { state, days, note }: StateChange,
  now: Date,
): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdRole(tx, actor, 'member')
    await tx.$queryRaw`SELECT FROM signals WHERE id = ${id} AND organization_id = ${organizationId} FOR UPDATE`
    const signal = await tx.signal.findFirst({ where: { id, organizationId } })
    if (!signal) throw new AppError('not_found', 'No such signal')
    if (signal.endedAt !== null) throw new AppError('conflict', 'This signal has already ended')
    const snoozedUntil = state === 'snoozed' ? new Date(now.getTime() + days * 86_400_000) : null
    await tx.signal.update({
      where: { organizationId_id: { organizationId, id } },
      data: { state, snoozedUntil, note: note || null },
    })
    const title = findRule(signal.rule)?.title ?? signal.rule
    await recordAudit(tx, actor, {
      action: 'signal.state-set',
      subject: signal.name === null ? title : `${title}: ${signal.name}`,
      subjectId: id,
      details: { from: signal.state, to: state, until: snoozedUntil?.toISOString().slice(0, 10), reason: note || null },
    })
  })
}
