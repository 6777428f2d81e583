import { z } from 'zod'
import type { Listed } from '@/lib/core/listed'
import type { FiltersOf } from '@/lib/core/query-filters'
import { isSameTeam } from '@/lib/core/team-name'
import { db } from '@/lib/db/db'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Severity, SignalState } from '@/lib/generated/prisma/enums'
import { everything, type MetricFilters } from '@/lib/insights/reports/filters'
import type { Period } from '@/lib/time/period'
import type { Evidence, Rule } from './define-rule'
import { rules } from './registry'
import { stuckDeployment } from './rules/stuck-deployment'

/** A signal as people see it: resolved when its rule finds it no more, open again when its snooze is over. */
export type Signal = {
  id: number
  rule: Pick<Rule, 'slug' | 'title' | 'category' | 'sentence' | 'recommendation'>
  /** What it is about; null for the organization. */
  name: string | null
  severity: Severity
  evidence: Evidence[]
  path: string
  state: SignalState
  snoozedUntil: Date | null
  note: string | null
  firstSeenAt: Date
  lastSeenAt: Date
  endedAt: Date | null
}

export const signalStates = Object.values(SignalState)

export const signalFilters = {
  state: z.enum(SignalState, `must be one of ${signalStates.join(', ')}`),
}

export type SignalFilters = FiltersOf<typeof signalFilters>

export type SignalPage = NumberedPage<Signal> & {
  /** How many there are in each state. */
  counts: Record<SignalState, number>
  /** When they were looked for last; null before the first time. */
  lookedAt: Date | null
}

/** The service and the team that a report is narrowed to. */
export type SignalSelection = Pick<MetricFilters, 'service' | 'team'>

type Row = Omit<Signal, 'rule'> & { rule: string; serviceKey: string | null }

/**
 * A page of the signals of an organization in one state, open ones unless another is given; the worst first, then the
 * newest.
 */
export async function listSignals(
  organizationId: number,
  { state = 'open' }: SignalFilters,
  page: number,
  now: Date,
): Promise<SignalPage> {
  const { prisma } = db()
  const [counted, run] = await Promise.all([
    prisma.$queryRaw<{ state: SignalState; count: number }[]>`
      SELECT state, count(*)::int AS count FROM (${signalsOf(organizationId, now)}) AS signals GROUP BY state`,
    prisma.signalRun.findUnique({ where: { organizationId }, select: { finishedAt: true } }),
  ])
  const counts = { open: 0, acknowledged: 0, snoozed: 0, resolved: 0 }
  for (const { state: name, count } of counted) counts[name] = count
  const listed = await readNumberedPage(page, counts[state], async ({ skip, take }) => {
    const rows = await prisma.$queryRaw<Row[]>`
      SELECT * FROM (${signalsOf(organizationId, now)}) AS signals WHERE state = ${state}::signal_state
      ORDER BY severity DESC, "firstSeenAt" DESC, id DESC LIMIT ${take} OFFSET ${skip}`
    return rows.flatMap(toSignal)
  })
  return { ...listed, counts, lookedAt: run?.finishedAt ?? null }
}

/** Which of some deployments are stuck: their signal has not ended, whatever state people set. */
export async function findStuck(organizationId: number, deploymentIds: readonly number[]): Promise<Set<number>> {
  const signals = await db().prisma.signal.findMany({
    where: { organizationId, rule: stuckDeployment.slug, subject: { in: deploymentIds.map(String) }, endedAt: null },
    select: { subject: true },
  })
  return new Set(signals.map(({ subject }) => Number(subject)))
}

/** How many signals are open about what is selected, and how many of them are of high severity. */
export async function countOpenSignals(
  organizationId: number,
  now: Date,
  selection: SignalSelection = everything,
): Promise<OpenSignals> {
  const isSelected = await selectedBy(organizationId, selection)
  const [row] = await db().prisma.$queryRaw<OpenSignals[]>`
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE severity = 'high'))::int AS high
    FROM (${signalsOf(organizationId, now)}) AS signals WHERE state = 'open' AND ${isSelected}`
  return row ?? { open: 0, high: 0 }
}

/** Signals that are open, and how many of them are of high severity. */
export type OpenSignals = { open: number; high: number }

/** How many signals are open about each service that has one, by its key. */
export async function countSignalsByService(organizationId: number, now: Date): Promise<Map<string, OpenSignals>> {
  const rows = await db().prisma.$queryRaw<(OpenSignals & { key: string })[]>`
    SELECT "serviceKey" AS key, count(*)::int AS open, (count(*) FILTER (WHERE severity = 'high'))::int AS high
    FROM (${signalsOf(organizationId, now)}) AS signals
    WHERE state = 'open' AND "serviceKey" IS NOT NULL GROUP BY "serviceKey"`
  return new Map(rows.map(({ key, ...counted }) => [key, counted]))
}

const maxListed = 10

/**
 * The signals about what is selected that began in a period and, where `withOpen` says so, those that are open at
 * `now`: the worst first, ten at most.
 */
export async function listSignalsOfPeriod(
  organizationId: number,
  selection: SignalSelection,
  { from, to, now }: Pick<Period, 'from' | 'to' | 'now'>,
  withOpen: boolean,
): Promise<Listed<Signal>> {
  const isSelected = await selectedBy(organizationId, selection)
  const rows = await db().prisma.$queryRaw<(Row & { total: number })[]>`
    SELECT *, (count(*) OVER ())::int AS total FROM (${signalsOf(organizationId, now)}) AS signals
    WHERE ("firstSeenAt" >= ${from} AND "firstSeenAt" < ${to} OR ${withOpen} AND state = 'open') AND ${isSelected}
    ORDER BY severity DESC, "firstSeenAt" DESC, id DESC LIMIT ${maxListed}`
  return { listed: rows.flatMap(({ total: _, ...row }) => toSignal(row)), leftOut: (rows[0]?.total ?? 0) - rows.length }
}

/** What is open about a service, by its key: the worst first, ten at most. */
export async function listSignalsOfService(organizationId: number, serviceKey: string, now: Date): Promise<Signal[]> {
  const rows = await db().prisma.$queryRaw<Row[]>`
    SELECT * FROM (${signalsOf(organizationId, now)}) AS signals
    WHERE state = 'open' AND "serviceKey" = ${serviceKey}
    ORDER BY severity DESC, "firstSeenAt" DESC, id DESC LIMIT 10`
  return rows.flatMap(toSignal)
}

/** Whether a signal is about the service, or a service of the team: those of the organization are about neither. */
async function selectedBy(organizationId: number, { service, team }: SignalSelection): Promise<Prisma.Sql> {
  if (team === null) return service === null ? Prisma.sql`true` : Prisma.sql`"serviceKey" = ${service}`
  const teams = await db().prisma.serviceTeam.findMany({ where: { organizationId } })
  const keys = teams.flatMap((own) => (isSameTeam(own.team, team) ? [own.serviceKey] : []))
  return Prisma.sql`"serviceKey" = ANY (${keys.filter((key) => service === null || key === service)}::text[])`
}

function signalsOf(organizationId: number, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT id, rule, name, service_key AS "serviceKey", severity, evidence, path, note, first_seen_at AS "firstSeenAt",
      last_seen_at AS "lastSeenAt", ended_at AS "endedAt", snoozed_until AS "snoozedUntil",
      CASE WHEN ended_at IS NOT NULL THEN 'resolved'
        WHEN state = 'snoozed' AND snoozed_until <= ${now} THEN 'open' ELSE state END AS state
    FROM signals WHERE organization_id = ${organizationId} AND rule IN (${Prisma.join(rules.map(({ slug }) => slug))})`
}

function toSignal({ rule: slug, serviceKey: _, ...row }: Row): Signal[] {
  const rule = rules.find((known) => known.slug === slug)
  if (!rule) return []
  const { title, category, sentence, recommendation } = rule
  return [{ ...row, rule: { slug, title, category, sentence, recommendation } }]
}
