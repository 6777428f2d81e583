import { z } from 'zod'
import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { lineSchema } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import { httpUrl } from '@/lib/deployments/schema'
import { instantOfLocal, localTimeOf } from '@/lib/time/local-time'
import { isPlausibleInstant } from '@/lib/time/time'
import { incidentLimit } from './receive'
import { refusalToTie, tieIncident, unknownIncident, untieIncident } from './tie'

const orNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullable())

const time = 'Enter a date and a time'

/** What a person says of an incident: times as the clocks of the organization show them, such as "2026-03-31T09:05". */
export const outsideIncidentSchema = z.object({
  title: lineSchema('title', 200),
  openedAt: z.string(time).min(1, time),
  resolvedAt: orNull(z.string(time)).default(null),
  service: orNull(lineSchema('service', 200)).default(null),
  environment: orNull(lineSchema('environment', 200)).default(null),
  url: orNull(z.string().trim().pipe(httpUrl)).default(null),
  description: orNull(z.string().trim().max(2000, 'Use at most 2,000 characters')).default(null),
  deploymentId: orNull(lineSchema('deployment', 200)).default(null),
})

type Input = z.output<typeof outsideIncidentSchema>

type Place = { timeZone: string; now: Date }

/**
 * Records an incident, or replaces what one says where `id` is given, and ties it to the deployment that it names or to none.
 * Throws `invalid`, also for an unknown deployment, `not_found`, and `conflict` for a deployment that broke nothing.
 */
export async function saveOutsideIncident(
  actor: Actor,
  id: number | null,
  input: Input,
  place: Place,
): Promise<{ id: number }> {
  const { organizationId } = actor
  const target = await findTarget(organizationId, input.deploymentId)
  const saved = await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const before = id === null ? null : await tx.outsideIncident.findFirst({ where: { id, organizationId } })
    if (id !== null && !before) throw unknownIncident()
    const data = dataOf(input, before, place)
    const { title } = data
    if (before) {
      await tx.outsideIncident.update({ where: { organizationId_id: { organizationId, id: before.id } }, data })
      await recordAudit(tx, actor, { action: 'outside-incident.changed', subject: title, subjectId: before.id })
      return { id: before.id, tiedTo: before.deploymentId === null ? null : Number(before.deploymentId) }
    }
    await refuseBeyond(incidentLimit, () => tx.outsideIncident.count({ where: { organizationId } }))
    const created = await tx.outsideIncident.create({ data: { organizationId, ...data } })
    await recordAudit(tx, actor, { action: 'outside-incident.recorded', subject: title, subjectId: created.id })
    return { id: created.id, tiedTo: null }
  })
  if (saved.tiedTo !== target) {
    if (saved.tiedTo !== null) await untieIncident(actor, saved.id)
    if (target !== null) await tieIncident(actor, { incidentId: saved.id, deploymentId: target, byPerson: true })
  }
  return { id: saved.id }
}

/** Deletes an incident for ever; what counted as failed because of it is again what its pipeline reported. Throws `not_found`. */
export async function removeOutsideIncident(actor: Actor, id: number): Promise<void> {
  const { organizationId } = actor
  const where = { id, organizationId }
  const found = await db().prisma.outsideIncident.findFirst({ where })
  if (!found) throw unknownIncident()
  if (found.deploymentId !== null) await untieIncident(actor, id)
  await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const { count } = await tx.outsideIncident.deleteMany({ where: { ...where, deploymentId: null } })
    if (count === 0) throw new AppError('conflict', 'This incident was changed meanwhile. Try again.')
    await recordAudit(tx, actor, { action: 'outside-incident.removed', subject: found.title, subjectId: id })
  })
}

type Times = { openedAt: Date; resolvedAt: Date | null }

function dataOf({ deploymentId: _target, ...input }: Input, before: Times | null, place: Place) {
  const openedAt = readTime(input.openedAt, before?.openedAt, place)
  const resolvedAt = input.resolvedAt === null ? null : readTime(input.resolvedAt, before?.resolvedAt, place)
  if (resolvedAt && resolvedAt < openedAt) throw new AppError('invalid', 'It cannot be resolved before it opened.')
  const { service, environment } = input
  const keys = {
    serviceKey: service && serviceKeyOf(service),
    environmentKey: environment && serviceKeyOf(environment),
  }
  return { ...input, openedAt, resolvedAt, ...keys }
}

/** Seconds, which the form does not show, stay as they are where the minute does. */
function readTime(local: string, before: Date | null | undefined, { timeZone, now }: Place): Date {
  if (before && localTimeOf(before, timeZone) === local) return before
  const instant = instantOfLocal(local, timeZone)
  if (!instant) throw new AppError('invalid', time)
  if (!isPlausibleInstant(instant, now)) throw new AppError('invalid', 'Times lie between 2000 and tomorrow.')
  return instant
}

async function findTarget(organizationId: number, externalId: string | null): Promise<number | null> {
  if (externalId === null) return null
  const found = await db().prisma.deployment.findUnique({
    where: { organizationId_externalId: { organizationId, externalId } },
    select: { id: true, production: true, voidedAt: true, status: true },
  })
  if (!found) throw new AppError('invalid', `No deployment has the ID ${externalId}. Nothing was saved.`)
  const refusal = refusalToTie({ ...found, voided: found.voidedAt !== null })
  if (refusal) throw new AppError('conflict', `${refusal}. Nothing was saved.`)
  return Number(found.id)
}
