import { z } from 'zod'
import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { serviceKeyOf } from '@/lib/core/service-key'
import { isSameTeam } from '@/lib/core/team-name'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import type { Annotation as StoredAnnotation } from '@/lib/generated/prisma/client'
import { calendarDay } from '@/lib/time/calendar-day'
import { type Annotation, annotationSubject } from './charts/annotation'
import { loadTeams } from './reports/load-teams'

const limit = { max: 200, things: 'annotations', remedy: 'Remove one first.' }

const printable = /^[^\p{Control}\p{Surrogate}]*$/u

/** `scope` is empty for the organization, else `service:api` or `team:Payments`; no last day is the first one. */
export const annotationSchema = z
  .object({
    kind: z.enum(['freeze', 'launch', 'incident'], 'Choose a kind'),
    title: z
      .string()
      .trim()
      .min(1, 'Enter a title')
      .max(80, 'At most 80 characters')
      .regex(printable, 'Only printable characters'),
    firstDay: calendarDay,
    lastDay: z.union([z.literal(''), calendarDay]).default(''),
    scope: z.string().max(200, 'Choose from the list').regex(printable, 'Choose from the list').default(''),
  })
  .refine(({ firstDay, lastDay }) => lastDay === '' || lastDay >= firstDay, {
    path: ['lastDay'],
    message: 'Must not be before the first day',
  })

type Input = z.input<typeof annotationSchema>

/** The annotations of an organization, the latest first. */
export async function listAnnotations(organizationId: number): Promise<Annotation[]> {
  const rows = await db().prisma.annotation.findMany({
    where: { organizationId },
    orderBy: [{ firstDay: 'desc' }, { id: 'desc' }],
  })
  return rows.map(toAnnotation)
}

type Shown = { firstDay: string; lastDay: string; service: string | null; team: string | null }

/** Those on some days, the first come first; of a service or team, what is about no other. */
export async function findAnnotations(
  organizationId: number,
  { firstDay, lastDay, service, team }: Shown,
): Promise<Annotation[]> {
  const rows = await db().prisma.annotation.findMany({
    where: { organizationId, firstDay: { lte: dateOf(lastDay) }, lastDay: { gte: dateOf(firstDay) } },
    orderBy: [{ firstDay: 'asc' }, { id: 'asc' }],
  })
  if (rows.length === 0 || (service === null && team === null)) return rows.map(toAnnotation)
  const teams = await reading((read) => loadTeams(read, organizationId))
  const isShown = (about: Annotation) =>
    (service === null || isAboutService(about, serviceKeyOf(service), teams)) &&
    (team === null || isAboutTeam(about, team, teams))
  return rows.map(toAnnotation).filter(isShown)
}

type Teams = ReadonlyMap<string, string>

/** Whether it is about the organization, the service or its team. */
function isAboutService(about: Annotation, key: string, teams: Teams): boolean {
  return about.team === null ? (about.service ?? key) === key : isSameTeam(teams.get(key), about.team)
}

/** Whether it is about the organization, the team or one of its services. */
function isAboutTeam(about: Annotation, team: string, teams: Teams): boolean {
  return about.service === null ? isSameTeam(about.team ?? team, team) : isSameTeam(teams.get(about.service), team)
}

/** Adds an annotation. Throws `invalid`, and `conflict` beyond 200 of an organization. */
export async function createAnnotation(actor: Actor, input: Input): Promise<{ id: number }> {
  const { organizationId } = actor
  const data = dataOf(input)
  return db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    await refuseBeyond(limit, () => tx.annotation.count({ where: { organizationId } }))
    const { id } = await tx.annotation.create({ data: { organizationId, ...data } })
    await recordAudit(tx, actor, { action: 'annotation.created', subject: annotationSubject(data), subjectId: id })
    return { id }
  })
}

/** Replaces what an annotation says. Throws `invalid` and `not_found`. */
export async function changeAnnotation(actor: Actor, id: number, input: Input): Promise<void> {
  const data = dataOf(input)
  await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const { count } = await tx.annotation.updateMany({ where: { id, organizationId: actor.organizationId }, data })
    if (count === 0) throw notFound()
    await recordAudit(tx, actor, { action: 'annotation.changed', subject: annotationSubject(data), subjectId: id })
  })
}

/** Forgets an annotation. Throws `not_found`. */
export async function removeAnnotation(actor: Actor, id: number): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const found = await tx.annotation.findFirst({ where: { id, organizationId } })
    if (!found) throw notFound()
    await tx.annotation.delete({ where: { organizationId_id: { organizationId, id } } })
    await recordAudit(tx, actor, { action: 'annotation.removed', subject: annotationSubject(found), subjectId: id })
  })
}

function notFound() {
  return new AppError('not_found', 'There is no such annotation any more.')
}

function dataOf(input: Input) {
  const { kind, title, firstDay, lastDay, scope } = parse(annotationSchema, input)
  return {
    kind,
    title,
    firstDay: dateOf(firstDay),
    lastDay: dateOf(lastDay || firstDay),
    service: scope.startsWith('service:') ? serviceKeyOf(scope.slice('service:'.length)) : null,
    team: scope.startsWith('team:') ? scope.slice('team:'.length) : null,
  }
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

function toAnnotation({ id, kind, title, firstDay, lastDay, service, team }: StoredAnnotation): Annotation {
  const dayOf = (date: Date) => date.toISOString().slice(0, 10)
  return { id, kind, title, firstDay: dayOf(firstDay), lastDay: dayOf(lastDay), service, team }
}
