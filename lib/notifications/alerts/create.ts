import { z } from 'zod'
import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { parse } from '@/lib/core/parse'
import { serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import { enteredUnits } from '@/lib/insights/metrics/entered-units'
import { findMetric } from '@/lib/insights/metrics/registry'
import { alertSubject } from './list'

const limit = { max: 20, things: 'metric alerts', remedy: 'Remove one first.' }

const name = z
  .string()
  .max(200, 'Choose from the list')
  .regex(/^[^\p{Control}\p{Surrogate}]*$/u, 'Choose from the list')

/** `scope` is empty for the organization, else `service:api` or `team:Payments`; `value` is as people enter it. */
export const alertSchema = z.object({
  metric: z.string().min(1, 'Choose a metric').max(60),
  scope: name.default(''),
  direction: z.enum(['above', 'below'], 'Choose above or below'),
  value: z
    .string()
    .trim()
    .regex(/^\d{1,7}(\.\d{1,4})?$/, 'Enter a number'),
})

/**
 * Has destinations told when a metric of 28 days crosses a value, and when it is back. Throws `invalid`, `not_found` for
 * a metric that is unknown, and `conflict` beyond 20 of an organization.
 */
export async function createAlert(actor: Actor, input: z.input<typeof alertSchema>): Promise<{ id: number }> {
  const { organizationId } = actor
  const { metric, scope, direction, value } = parse(alertSchema, input)
  const { slug, unit } = findMetric(metric)
  const data = {
    organizationId,
    metric: slug,
    service: scope.startsWith('service:') ? serviceKeyOf(scope.slice('service:'.length)) : null,
    team: scope.startsWith('team:') ? scope.slice('team:'.length) : null,
    above: direction === 'above',
    threshold: Number(value) * enteredUnits[unit].size,
    createdById: actor.userId,
  }
  return db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    await refuseBeyond(limit, () => tx.metricAlert.count({ where: { organizationId } }))
    const { id } = await tx.metricAlert.create({ data })
    await recordAudit(tx, actor, { action: 'metric-alert.set', subject: alertSubject(data), subjectId: id })
    return { id }
  })
}
