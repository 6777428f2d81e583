import { describe, expect, it, test } from 'vitest'
import { maxListedServices } from '@/lib/core/listed'
import type { ServiceFrequency } from '@/lib/insights/metrics/deployment-frequency'
import { notLeveled } from '@/lib/insights/metrics/levels'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { defaultSettings } from '@/lib/testing/metric-samples'
import type { KnownService } from './load-known'
import type { Services } from './read-services'
import { parseServiceSort, sortServices, toServiceRows } from './rows'

const filters: MetricFilters = {
  firstDay: '2026-03-01',
  lastDay: '2026-03-30',
  preset: null,
  service: null,
  environment: null,
  repository: null,
  team: null,
  leadTime: null,
}

const known = (key: string, more: Partial<KnownService> = {}): KnownService => ({
  key,
  name: key.toUpperCase(),
  spellings: [key],
  team: null,
  repository: null,
  last: { id: 1, at: new Date('2026-01-01T00:00:00Z'), status: 'success', environment: 'Production' },
  ...more,
})

/** Services that are known, all of them deployed to production where the filters mean. */
const all = (...services: KnownService[]): Services =>
  only(
    services.flatMap(({ key, last }) => (last ? key : [])),
    services,
  )

/** Services that are known, some of them deployed to production where the filters mean. */
const only = (keys: string[], services: KnownService[]): Services => ({
  known: services,
  lasts: new Map(keys.map((key) => [key, { at: new Date('2026-01-01T00:00:00Z'), status: 'failure' }])),
  services: keys.length,
})

const health = (service: string | null, more: Partial<ServiceHealth> = {}): ServiceHealth => ({
  service,
  team: null,
  deployments: 3,
  perDay: 0.1,
  leadTimeP50Seconds: null,
  deliveries: 0,
  changeFailureRate: 0,
  recoveryP50Seconds: null,
  reworkRate: 0,
  openIncidents: 0,
  lastDeployedAt: Date.parse('2026-03-02T00:00:00Z'),
  perPart: [],
  levels: {
    deploymentFrequency: notLeveled,
    leadTime: notLeveled,
    changeFailureRate: notLeveled,
    recoveryTime: notLeveled,
  },
  ...more,
})

const week = { success: 2, failure: 1, rolledBack: 1, cancelled: 1 }
const frequency: ServiceFrequency = { service: 'api', outcomes: week, perPart: [week], value: 0.2 }

function report(services: ServiceHealth[] | null, given: Partial<MetricFilters> = {}, open: unknown[] = []) {
  return {
    filters: { ...filters, ...given },
    services,
    settings: { ...defaultSettings, rolledBackFails: false },
    recoveryTime: services && { open },
    deploymentFrequency: { byService: [frequency] },
  } as unknown as MetricsReport
}

/** The rows that are listed. */
const rowsOf = (...of: Parameters<typeof toServiceRows>) => toServiceRows(...of).listed

const keys = (rows: { key: string | null }[]) => rows.map(({ key }) => key)

describe('services of a period', () => {
  it('are those of the report, then the quiet ones', () => {
    const services = all(known('api'), known('old'), known('web'))
    const rows = rowsOf(report([health('web'), health('old', { deployments: 0 })]), services)
    expect(keys(rows)).toEqual(['web', 'old', 'api'])
    expect(rows.map(({ deployments, health: figures }) => [deployments, figures === null])).toEqual([
      [3, false],
      [0, true],
      [0, true],
    ])
    expect(rows[2]).toMatchObject({ name: 'API', lastAt: new Date('2026-01-01T00:00:00Z'), lastStatus: 'failure' })
  })

  it('are quiet only where they were deployed as the filters mean, whatever came last elsewhere', () => {
    const elsewhere = { at: new Date('2026-02-01T00:00:00Z'), status: 'success' as const, environment: 'prod-eu' }
    const services = only(['api'], [known('api', { last: { id: 2, ...elsewhere } }), known('web')])
    const rows = rowsOf(report([], { environment: 'prod-us' }), services)
    expect(rows).toMatchObject([{ key: 'api', lastAt: new Date('2026-01-01T00:00:00Z'), lastStatus: 'failure' }])
  })

  it.each([
    [{}, ['api', 'web']],
    [{ service: 'api' }, ['api']],
    [{ team: 'payments' }, ['web']],
    [{ repository: 'ACME/api' }, ['api']],
    [{ environment: 'production' }, []],
    [{ team: 'payments', environment: 'production' }, []],
  ])('that were never in production are those of the name, team or repository alone: %j', (given, expected) => {
    const never = [known('api', { repository: 'acme/api', last: null }), known('web', { team: 'Payments', last: null })]
    expect(keys(rowsOf(report([], given), all(...never)))).toEqual(expected)
  })

  it('say how many incidents are open, and since when the oldest', () => {
    const open = [
      { service: 'api', openedAt: 2_000 },
      { service: 'api', openedAt: 1_000 },
      { service: null, openedAt: 3_000 },
    ]
    const [api, none] = rowsOf(report([health('api'), health(null)], {}, open), all(known('api')))
    expect(api?.open).toEqual({ count: 2, since: new Date(1_000) })
    expect(none).toMatchObject({ key: null, name: null, open: { count: 1 } })
  })

  it('look at each open incident once, however many services there are', () => {
    let looks = 0
    const names = Array.from({ length: 200 }, (_, index) => `service-${index}`)
    const open = names.map((name) => ({
      get service() {
        looks += 1
        return name
      },
      openedAt: 1_000,
    }))
    const healths = names.map((name) => health(name))
    const rows = rowsOf(report(healths, {}, open), all())
    expect(rows.every((row) => row.open?.count === 1)).toBe(true)
    expect(looks).toBe(200)
  })

  it('have how often they were deployed where the plan includes no more', () => {
    const rows = rowsOf(report(null), all(known('api'), known('old')))
    const perPart = [{ success: 2, failed: 1 }]
    expect(rows).toMatchObject([
      { key: 'api', deployments: 5, perDay: 0.2, perPart, health: null, open: null },
      { key: 'old', deployments: 0, perDay: null, perPart: null },
    ])
  })

  it.each([
    [600, maxListedServices, 120],
    [490, maxListedServices, 10],
    [3, 23, 0],
  ])('of %i in the period and 20 quiet ones, %i are listed and %i left out', (active, listed, leftOut) => {
    const names = Array.from({ length: active }, (_, index) => `service-${index}`)
    const quiet = Array.from({ length: 20 }, (_, index) => known(`quiet-${index}`))
    const healths = names.slice(0, maxListedServices).map((name) => health(name))
    const rows = toServiceRows(report(healths), { ...all(...quiet), services: active + quiet.length })
    expect([rows.listed.length, rows.leftOut]).toEqual([listed, leftOut])
  })

  it('of a name that is not known are called by their key', () => {
    expect(rowsOf(report([health('new')]), all())).toMatchObject([
      { name: 'new', lastAt: new Date('2026-03-02T00:00:00Z') },
    ])
  })
})

describe('the order of services', () => {
  const rows = rowsOf(
    report([
      health('a', { deployments: 1, leadTimeP50Seconds: 5, lastDeployedAt: 1 }),
      health('b', { deployments: 9, changeFailureRate: 0.5, reworkRate: null, lastDeployedAt: 3 }),
      health('c', { deployments: 1, recoveryP50Seconds: 1, leadTimeP50Seconds: 9, reworkRate: 1, lastDeployedAt: 2 }),
      health(null, { deployments: 1, lastDeployedAt: 0 }),
    ]),
    all(),
  )

  it.each([
    ['deployments', ['b', 'a', 'c', null]],
    ['name', ['a', 'b', 'c', null]],
    ['lead-time', ['c', 'a', 'b', null]],
    ['failure-rate', ['b', 'a', 'c', null]],
    ['recovery', ['c', 'a', 'b', null]],
    ['last', ['b', 'c', 'a', null]],
    ['rework', ['c', 'a', null, 'b']],
  ] as const)('by %s', (by, expected) => {
    expect(keys(sortServices(rows.toReversed(), by))).toEqual(expected)
  })
})

test('an address may name an order', () => {
  const sorts = ['frequency', 'lead-time'] as const
  expect(parseServiceSort('lead-time', sorts)).toBe('lead-time')
  expect(parseServiceSort('constructor', sorts)).toBe('frequency')
  expect(parseServiceSort('recovery', sorts)).toBe('frequency')
  expect(parseServiceSort(null, sorts)).toBe('frequency')
})
