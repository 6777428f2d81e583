import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import type { Organization } from '@/lib/generated/prisma/client'
import type { MetricContext } from '@/lib/insights/metrics/context'
import { levelsReport } from '@/lib/insights/metrics/levels'
import { type MetricResults, metrics } from '@/lib/insights/metrics/registry'
import { serviceHealth, serviceNeeds } from '@/lib/insights/metrics/service-health'
import { settingsOf } from '@/lib/insights/metrics/settings'
import { deploymentsOf } from '@/lib/testing/deployments-of'
import { createTenant, randomSha } from '@/lib/testing/factories'
import { plainLeadIn, plainSamples, readRows } from '@/lib/testing/metrics'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { calendarPeriodOf } from '@/lib/time/calendar-period'
import { dayOf } from '@/lib/time/days'
import { periodOf } from '@/lib/time/period'
import { comparedPeriod } from './chosen-days'
import type { MetricFilters } from './filters'
import { readReport, readSamples } from './read-report'

const days = { firstDay: '2026-03-11', lastDay: '2026-03-17', preset: null }
const filters: MetricFilters = {
  ...days,
  service: null,
  environment: null,
  repository: null,
  team: null,
  leadTime: null,
}
const thisWeek = { calendar: calendarPeriodOf('week', '2026-03-17') }
const now = new Date('2026-03-17T15:00:00Z')
/** Before the random ones: nothing else of the history is as old, but for deployments that do not count. */
const dataFrom = Date.parse('2026-02-25T09:00:00Z')
/** Counted in another way than that of an organization that has set nothing. */
const other = { leadTimeFrom: 'first-commit', rolledBackFails: false }

let organization: Organization
let rows: Awaited<ReturnType<typeof readRows>>

beforeAll(async () => {
  organization = (await createTenant({ plan: 'business' })).organization
  const { id: organizationId } = organization
  await storeRandomHistory(organizationId, 'reports', new Date('2026-02-26T00:00:00Z'), 21)
  await storeFirst('cancelled', new Date(dataFrom))
  await storeFirst('in_progress', new Date('2026-02-24T09:00:00Z'))
  await db().prisma.serviceTeam.create({ data: { organizationId, serviceKey: 'api', team: 'core' } })
  rows = await readRows(organizationId)
})

function storeFirst(status: 'cancelled' | 'in_progress', at: Date) {
  return db().prisma.deployment.create({
    data: {
      organizationId: organization.id,
      externalId: `first-${status}`,
      commitSha: randomSha(),
      environment: 'production',
      production: true,
      status,
      startedAt: at,
      completedAt: at,
      instant: at,
      progress: 2,
    },
  })
}

/** The metrics over rows that nothing but joins has touched. */
function plainReport(timeZone: string, selected: MetricFilters, set: Partial<Organization> = {}) {
  const period = periodOf(selected.firstDay, selected.lastDay, timeZone, now)
  const before = comparedPeriod(selected, period)
  const current = plainSamples(rows, period.from, period.to, selected)
  const previous = plainSamples(rows, before.from, before.to, selected)
  const settings = settingsOf({ ...organization, ...set }, selected.leadTime)
  const context: MetricContext = { period, previousPeriod: before, settings, dataFrom }
  const leadIn = deploymentsOf(plainLeadIn(rows, before.from, selected))
  const isApart = before.to.getTime() !== period.from.getTime()
  const between = isApart ? deploymentsOf(plainLeadIn(rows, period.from, selected)) : null
  const samples = { current, previous, leadIn, between, teams: new Map([['api', 'core']]) }
  return {
    period,
    previousPeriod: before,
    dataFrom: dayOf(new Date(dataFrom), timeZone),
    ...(Object.fromEntries(metrics.map(({ name, compute }) => [name, compute(samples, context)])) as MetricResults),
    services: serviceHealth(samples, context).listed,
    servicesLeftOut: 0,
  }
}

describe.each(['UTC', 'America/New_York', 'Pacific/Apia'])('a report in %s', (timeZone) => {
  it.each([
    ['everything', {}, {}, []],
    ['a service from the first commit', { service: 'api', leadTime: 'first-commit' as const }, {}, []],
    ['an environment', { environment: 'production' }, other, []],
    ['a repository', { repository: 'acme/web', leadTime: 'merge' as const }, other, []],
    ['a team', { team: 'core' }, {}, []],
    ['days against others', { against: { firstDay: '2026-02-26', lastDay: '2026-03-04' } }, {}, []],
    ['a week so far', { ...thisWeek, firstDay: '2026-03-16' }, other, []],
    ['nothing', { service: 'nothing' }, {}, ['service']],
  ])('of %s is that of the rows', async (_title, fields, set, unknown) => {
    const selected: MetricFilters = { ...filters, ...fields }
    const report = await readReport({ ...organization, ...set, timeZone }, selected, now)
    expect(report).toEqual({
      ...plainReport(timeZone, selected, set),
      organization: organization.slug,
      filters: selected,
      unknown,
      settings: settingsOf({ ...organization, ...set }, selected.leadTime),
      levelsReport,
      goals: [],
      locked: [],
    })
  })
})

it.each([
  ['the merge', {}],
  ['the first commit', other],
])('holds each metric as it is read alone, from %s', async (_title, set) => {
  const subject = { ...organization, ...set }
  const { services, servicesLeftOut: leftOut, ...others } = await readReport(subject, filters, now)
  const report = { ...others, services: { listed: services, leftOut } }
  const all = [...metrics, { name: 'services' as const, needs: serviceNeeds, compute: serviceHealth }]
  for (const { name, needs, compute } of all) {
    const { samples, context } = await readSamples(subject, filters, now, [needs])
    expect(compute(samples, context)).toEqual(report[name])
  }
})

it('counts in one day what is another day elsewhere', async () => {
  const attempts = async (timeZone: string) =>
    (await readReport({ ...organization, timeZone }, filters, now)).deploymentFrequency.attempts
  expect(await attempts('UTC')).not.toBe(await attempts('Pacific/Apia'))
})

const free = { plan: 'free', trialEndsAt: null } as const

it('has frequency alone where the plan includes no more, and names what is locked', async () => {
  const report = await readReport({ ...organization, ...free }, filters, now)
  expect(report.deploymentFrequency).toEqual(plainReport('UTC', filters).deploymentFrequency)
  const names = metrics.map(({ name }) => name).filter((name) => name !== 'deploymentFrequency')
  expect(names.map((name) => report[name])).toEqual(names.map(() => null))
  expect(report.services).toBeNull()
  expect(report.locked).toEqual([...names, 'services'])
})

it('has everything up to the instant at which the trial ends', async () => {
  const trial = { ...organization, plan: 'free' as const, trialEndsAt: now }
  expect((await readReport(trial, filters, new Date(now.getTime() - 1))).locked).toEqual([])
  expect((await readReport(trial, filters, now)).locked).toHaveLength(metrics.length)
})

it('another organization sees nothing', async () => {
  const other = (await createTenant({ plan: 'business' })).organization
  const report = await readReport(other, { ...filters, repository: 'acme/api' }, now)
  expect(report).toMatchObject({
    dataFrom: null,
    unknown: ['repository'],
    deploymentFrequency: { value: null, attempts: 0 },
    leadTime: { value: null, distribution: null },
    changeFailureRate: { value: null },
    recoveryTime: { value: null, closed: [], open: [] },
    reworkRate: { value: null },
    coverage: { value: null, of: 0 },
    cycleTime: { value: null },
    throughput: { merged: 0, opened: 0, deployed: 0 },
    services: [],
  })
})
