import type { UserActor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

export type Note = { id: number; text: string; author: string | null; authorId: number | null; createdAt: Date }

/** What people made of an incident. */
export type IncidentPeople = {
  /** The latest who said so of one of its failures; null for nobody. */
  responder: { userId: number; name: string; takenAt: Date } | null
  /** The latest, in the order in which they were written. */
  notes: Note[]
  /** How many were written before them. */
  earlierNotes: number
}

export const maxNoteLength = 2_000
/** On one deployment, and so many of an incident, which may have many, are read. */
const maxNotes = 200

const person = { select: { name: true, email: true } }

/** Who is on an incident, by the ids of its failures, and how many notes there are. */
export async function loadResponder(organizationId: number, failureIds: readonly number[]) {
  const where = { organizationId, deploymentId: { in: [...failureIds] } }
  const { incidentResponder, incidentNote } = db().prisma
  const [taken, noteCount] = await Promise.all([
    incidentResponder.findFirst({ where, include: { user: person }, orderBy: { takenAt: 'desc' } }),
    incidentNote.count({ where }),
  ])
  const responder = taken && { userId: taken.userId, name: nameOf(taken.user), takenAt: taken.takenAt }
  return { responder, noteCount }
}

/** Who is on an incident and what was written about it, by the ids of its failures. */
export async function loadPeople(organizationId: number, failureIds: readonly number[]): Promise<IncidentPeople> {
  const where = { organizationId, deploymentId: { in: [...failureIds] } }
  const [{ responder, noteCount }, latest] = await Promise.all([
    loadResponder(organizationId, failureIds),
    db().prisma.incidentNote.findMany({
      where,
      include: { author: person },
      orderBy: { id: 'desc' },
      take: maxNotes,
    }),
  ])
  return {
    responder,
    notes: latest.reverse().map(({ id, text, author, authorId, createdAt }) => ({
      id,
      text,
      author: author && nameOf(author),
      authorId,
      createdAt,
    })),
    earlierNotes: Math.max(noteCount - latest.length, 0),
  }
}

function nameOf({ name, email }: { name: string | null; email: string }): string {
  return name || email
}

/** Says that a person is on the incident of a failed deployment. Throws `not_found` for what is none. */
export async function takeIncident(actor: UserActor, deploymentId: number): Promise<void> {
  await changeIncident(actor, deploymentId, 'incident.taken', async (tx) => {
    const { organizationId, userId } = actor
    const incident = { organizationId, deploymentId }
    const taken = { userId, takenAt: new Date() }
    await tx.incidentResponder.upsert({
      where: { organizationId_deploymentId: incident },
      create: { ...incident, ...taken },
      update: taken,
    })
  })
}

/** Takes back that someone is on it, also that another is. Throws `not_found` for what is no failed deployment. */
export async function leaveIncident(actor: UserActor, deploymentId: number): Promise<void> {
  await changeIncident(actor, deploymentId, 'incident.left', async (tx) => {
    await tx.incidentResponder.deleteMany({ where: { deploymentId, organizationId: actor.organizationId } })
  })
}

/** Writes a note on the incident of a failed deployment. Throws `not_found`, and `conflict` where there are very many. */
export async function addNote(actor: UserActor, deploymentId: number, text: string): Promise<void> {
  await changeIncident(actor, deploymentId, 'incident.note-added', async (tx) => {
    const { organizationId, userId } = actor
    if ((await tx.incidentNote.count({ where: { organizationId, deploymentId } })) >= maxNotes)
      throw new AppError('conflict', `An incident holds ${maxNotes} notes. Remove one first.`)
    await tx.incidentNote.create({ data: { organizationId, deploymentId, authorId: userId, text } })
  })
}

/** Removes a note: its author may, and managers. Throws `not_found`, and `forbidden` for others. */
export async function removeNote(actor: UserActor, noteId: number): Promise<void> {
  const { organizationId, userId } = actor
  const note = await db().prisma.incidentNote.findFirst({ where: { id: noteId, organizationId } })
  if (!note) throw new AppError('not_found', 'No such note')
  await changeIncident(actor, Number(note.deploymentId), 'incident.note-removed', async (tx) => {
    if (note.authorId !== userId) await holdRole(tx, actor)
    await tx.incidentNote.deleteMany({ where: { id: noteId, organizationId } })
  })
}

type Change = (tx: Prisma.TransactionClient) => Promise<void>

/** Changes what belongs to a failed deployment, while it is one, and writes the audit log. */
async function changeIncident(actor: UserActor, deploymentId: number, action: string, change: Change): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdRole(tx, actor, 'member')
    const [found] = await tx.$queryRaw<{ service: string | null; externalId: string }[]>`
      SELECT service, external_id AS "externalId" FROM deployments
      WHERE id = ${deploymentId}::bigint AND organization_id = ${organizationId} AND production
        AND status IN ('failure', 'rolled_back') AND voided_at IS NULL
      FOR KEY SHARE`
    if (!found) throw new AppError('not_found', 'No such incident')
    await change(tx)
    const { service, externalId } = found
    const subject = service === null ? externalId : `${service} (${externalId})`
    await recordAudit(tx, actor, { action, subject, subjectId: deploymentId })
  })
}
