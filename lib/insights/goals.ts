import { z } from 'zod'
import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { AppError } from '@/lib/core/errors'
import { compareNames } from '@/lib/core/listed'
import { parse } from '@/lib/core/parse'
import { isSameTeam } from '@/lib/core/team-name'
import { db } from '@/lib/db/db'
import type { Prisma, Goal as StoredGoal } from '@/lib/generated/prisma/client'
import { enteredUnits } from '@/lib/insights/metrics/entered-units'
import type { Goal } from '@/lib/insights/metrics/goal'
import { metrics } from '@/lib/insights/metrics/registry'
import type { MetricSettings } from '@/lib/insights/metrics/settings'
import { valueText } from '@/lib/insights/metrics/value-text'
import { addDays, dayOf } from '@/lib/time/days'
import type { MetricFilters } from './reports/filters'
import { findTeam } from './teams/find'

const limit = { max: 100, things: 'goals', remedy: 'Remove one first.' }

/** Metrics that can have a goal. */
export const goalMetrics = metrics.filter(({ better }) => better !== null)

/** `scope` is empty for the organization, else `team:Payments`; `value` is as people enter it, such as hours. */
export const goalSchema = z
  .object({
    metric: z.string().refine((slug) => goalMetrics.some((metric) => metric.slug === slug), {
      message: 'Choose a metric from the list',
      abort: true,
    }),
    scope: z
      .string()
      .max(200, 'Choose from the list')
      .regex(/^(team:[^\p{Control}\p{Surrogate}]+)?$/u, 'Choose from the list')
      .default(''),
    value: z
      .string()
      .trim()
      .regex(/^\d{1,7}(\.\d{1,4})?$/, { message: 'Enter a number', abort: true }),
  })
  .superRefine(({ metric: slug, value }, context) => {
    const metric = findGoalMetric(slug)
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['value'], message })
    if (metric.better === 'higher' && Number(value) === 0) refuse('Must be more than 0')
    if (metric.unit === 'share' && Number(value) > 100) refuse('Must be at most 100')
  })

type Input = z.input<typeof goalSchema>

/** The goals of an organization: those that hold by metric and team, and those that ended, the latest first. */
export async function listGoals(organizationId: number): Promise<{ holding: Goal[]; ended: Goal[] }> {
  const { prisma } = db()
  const holding = await prisma.goal.findMany({ where: { organizationId, lastDay: null } })
  const ended = await prisma.goal.findMany({
    where: { organizationId, lastDay: { not: null } },
    orderBy: [{ lastDay: 'desc' }, { id: 'desc' }],
    take: maxEnded,
  })
  const places = goalMetrics.map(({ slug }): string => slug)
  return {
    holding: holding
      .map(toGoal)
      .sort((a, b) => places.indexOf(a.metric) - places.indexOf(b.metric) || compareNames(a.team ?? '', b.team ?? '')),
    ended: ended.map(toGoal),
  }
}

const maxEnded = 20

/**
 * Goals that hold on some of the days of a report, of its team and of the organization. A rate a day adds up over teams and
 * services, so that a goal of it holds for nothing less; one of lead time holds for the definition that the organization
 * has set.
 */
export async function findGoals(
  organizationId: number,
  { firstDay, lastDay, service, environment, repository, team }: MetricFilters,
  { leadTimeFrom, leadTimeDefault }: MetricSettings,
): Promise<Goal[]> {
  const rows = await db().prisma.goal.findMany({
    where: {
      organizationId,
      firstDay: { lte: dateOf(lastDay) },
      OR: [{ lastDay: null }, { lastDay: { gte: dateOf(firstDay) } }],
    },
    orderBy: [{ firstDay: 'asc' }, { id: 'asc' }],
  })
  const isPart = service !== null || environment !== null || repository !== null
  return rows.map(toGoal).filter((goal) => {
    const metric = goalMetrics.find(({ slug }) => slug === goal.metric)
    if (!metric || (metric.variant && leadTimeFrom !== leadTimeDefault)) return false
    const isOwn = team === null ? goal.team === null : goal.team !== null && isSameTeam(goal.team, team)
    return metric.unit === 'per day' ? isOwn && !isPart : isOwn || goal.team === null
  })
}

/**
 * Sets what a metric of the organization or of a team should reach, from today on; the goal that it had ends. Throws
 * `invalid`, `not_found` for a team that has no service, and `conflict` beyond 100 of an organization.
 */
export async function setGoal(actor: Actor, input: Input, now = new Date()): Promise<{ id: number }> {
  const { organizationId } = actor
  const { metric: slug, scope, value: entered } = parse(goalSchema, input)
  const metric = findGoalMetric(slug)
  const team = scope === '' ? null : (await findTeam(organizationId, scope.slice('team:'.length))).name
  const value = Number(entered) * enteredUnits[metric.unit].size
  return db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const { timeZone } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } })
    const today = dayOf(now, timeZone)
    const data = { organizationId, metric: slug, team, value, firstDay: dateOf(today) }
    const before = await tx.goal.findFirst({ where: { organizationId, metric: slug, team, lastDay: null } })
    if (!before) await refuseBeyond(limit, () => tx.goal.count({ where: { organizationId, lastDay: null } }))
    else await endGoal(tx, before, today)
    const { id } = await tx.goal.create({ data })
    await recordAudit(tx, actor, { action: 'goal.set', subject: goalSubject(data), subjectId: id })
    return { id }
  })
}

/** Ends a goal: it held until yesterday, and never if it was set today. Throws `not_found`. */
export async function removeGoal(actor: Actor, id: number, now = new Date()): Promise<void> {
  const { organizationId } = actor
  await db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const goal = await tx.goal.findFirst({ where: { id, organizationId, lastDay: null } })
    if (!goal) throw new AppError('not_found', 'There is no such goal any more.')
    const { timeZone } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } })
    const today = dayOf(now, timeZone)
    await endGoal(tx, goal, today)
    await recordAudit(tx, actor, { action: 'goal.removed', subject: goalSubject(goal), subjectId: id })
  })
}

async function endGoal(tx: Prisma.TransactionClient, { organizationId, id, firstDay }: StoredGoal, today: string) {
  const where = { organizationId_id: { organizationId, id } }
  if (firstDay >= dateOf(today)) await tx.goal.delete({ where })
  else await tx.goal.update({ where, data: { lastDay: dateOf(addDays(today, -1)) } })
}

/** "Lead time for changes of team Payments: at most 1 d" */
export function goalSubject({ metric: slug, team, value }: Pick<Goal, 'metric' | 'team' | 'value'>): string {
  const { title, better, unit } = findGoalMetric(slug)
  const of = team === null ? '' : ` of team ${team}`
  return `${title}${of}: at ${better === 'lower' ? 'most' : 'least'} ${valueText(value, unit)}`
}

/** How many of a unit that people enter a goal is, to four digits: "24" of 24 h. */
export function enteredValue({ metric, value }: Pick<Goal, 'metric' | 'value'>): string {
  return String(Math.round((value / enteredUnits[findGoalMetric(metric).unit].size) * 1e4) / 1e4)
}

function findGoalMetric(slug: string) {
  const found = goalMetrics.find((metric) => metric.slug === slug)
  if (!found) throw new AppError('not_found', `No goal can be set for "${slug}".`)
  return found
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

function toGoal({ id, metric, team, value, firstDay, lastDay }: StoredGoal): Goal {
  const dayIn = (date: Date) => date.toISOString().slice(0, 10)
  return { id, metric, team, value, firstDay: dayIn(firstDay), lastDay: lastDay && dayIn(lastDay) }
}
