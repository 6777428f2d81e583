import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '@/lib/accounts/organizations/find'
import type { Course } from '@/lib/insights/metrics/define-metric'
import type { Row } from '@/lib/insights/metrics/drilldown/columns'
import { allRows, type RowsSelection, type RowsSort } from '@/lib/insights/metrics/drilldown/selection'
import { findMetric, type MetricSlug, metrics } from '@/lib/insights/metrics/registry'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { createTenant } from '@/lib/testing/factories'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { readRows } from './read-rows'

const now = new Date('2026-06-01T00:00:00Z')
const { filters } = parseMetricFilters(new URLSearchParams('from=2026-03-02&to=2026-03-31'), 'UTC', now)

const everySetting = [
  { leadTimeFrom: 'merge', rolledBackFails: true },
  { leadTimeFrom: 'first-commit', rolledBackFails: false },
]

/** What rows can be sorted by, the greatest first. */
const sorted: [MetricSlug, RowsSort, keyof Row][] = [
  ['lead-time', 'slowest', 'leadTimeSeconds'],
  ['recovery-time', 'slowest', 'recoverySeconds'],
  ['cycle-time', 'slowest', 'cycleTimeSeconds'],
  ['pull-request-size', 'largest', 'changedLines'],
]

describe.each(everySetting)('rows that are selected, from $leadTimeFrom', (set) => {
  let organization: Organization

  beforeAll(async () => {
    organization = { ...(await createTenant({ plan: 'business' })).organization, ...set }
    await storeRandomHistory(organization.id, 'rows', new Date('2026-02-20T00:00:00Z'), 40)
  })

  const pageOf = (slug: MetricSlug, selection: RowsSelection, page: number) =>
    readRows(organization, findMetric(slug), filters, now, page, selection)

  async function allOf(slug: MetricSlug, selection: RowsSelection): Promise<Row[]> {
    const { pages, selected, ...first } = await pageOf(slug, selection, 1)
    const rows = [...first.rows]
    for (let page = 2; page <= pages; page += 1) rows.push(...(await pageOf(slug, selection, page)).rows)
    expect(rows.length).toBe(selected)
    return rows
  }

  it.each(metrics)(
    'are those of $slug that say so of themselves, with their number',
    async ({ slug, rows: { only: selectable } }) => {
      const rows = await allOf(slug, allRows)
      const { filters: known, total } = await pageOf(slug, allRows, 1)
      expect(total).toBe(rows.length)
      expect(known.map(({ only }) => only)).toEqual(selectable)
      for (const { only, count } of known) {
        const expected = rows.filter((row) => row[only])
        expect(expected.length).toBeGreaterThan(0)
        expect(await allOf(slug, { only, sort: null })).toEqual(expected)
        expect(count).toBe(expected.length)
      }
      // What cannot be selected would change nothing.
      if (known.length === 0) expect(rows.every(({ counted }) => counted)).toBe(true)
    },
  )

  it('that failed are rolled back too where the organization has set that', async () => {
    const failed = await allOf('change-failure-rate', { only: 'failed', sort: null })
    const statuses = new Set(failed.map(({ status }) => status))
    expect(statuses).toEqual(new Set(set.rolledBackFails ? ['failure', 'rolled_back'] : ['failure']))
  })

  it.each(sorted)('of %s are %s first', async (slug, sort, name) => {
    const rows = await allOf(slug, { only: null, sort })
    const values = rows.map((row) => (row[name] as number | null) ?? -1)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(new Set(values).size).toBeGreaterThan(3)
    const latest = await allOf(slug, allRows)
    const keyed = (all: Row[]) => all.map((row) => JSON.stringify(row)).sort()
    expect(keyed(rows)).toEqual(keyed(latest))
  })

  it('have a last page beyond which there is none', async () => {
    const beyond = await pageOf('change-failure-rate', { only: 'counted', sort: null }, 99)
    expect(beyond.page).toBe(beyond.pages)
    expect(beyond.rows.length).toBeGreaterThan(0)
  })
})

it('says why a row does not count as a sentence about it', async () => {
  const { organization } = await createTenant({ plan: 'business' })
  await storeRandomHistory(organization.id, 'why', new Date('2026-02-20T00:00:00Z'), 40)
  const whyOf = async (slug: MetricSlug) => {
    const { rows } = await readRows(organization, findMetric(slug), filters, now, 1)
    return new Set(rows.flatMap(({ why }) => why ?? []))
  }
  expect(await whyOf('throughput')).toEqual(new Set(['It is not a merge']))
  expect(await whyOf('recovery-time')).toContain('It was open when the period ended')
  expect(await whyOf('deployment-frequency')).toContain('It was cancelled and never went live')
  expect(await whyOf('coverage')).toContain('It has no pull request')
})

describe('the trend beside that of the period before', () => {
  let organization: Organization

  beforeAll(async () => {
    organization = (await createTenant({ plan: 'business' })).organization
    await storeRandomHistory(organization.id, 'trend', new Date('2026-02-20T00:00:00Z'), 40)
  })

  const trendOf = async (slug: MetricSlug, query: string) => {
    const { filters } = parseMetricFilters(new URLSearchParams(query), 'UTC', now)
    const { trend } = await readRows(organization, findMetric(slug), filters, now, 1)
    const daysOf = (course: Course | null | undefined) =>
      course?.buckets.map(({ firstDay, lastDay }) => `${firstDay.slice(5)} to ${lastDay.slice(5)}`)
    return [daysOf(trend?.course), daysOf(trend?.previous)]
  }

  it('is cut in the same way, also of a shorter period', async () => {
    const weeks = ['03-16 to 03-22', '03-23 to 03-29', '03-30 to 03-31']
    expect(await trendOf('change-failure-rate', 'from=2026-03-16&to=2026-03-31')).toEqual([
      weeks,
      ['02-28 to 03-06', '03-07 to 03-13', '03-14 to 03-15'],
    ])
    const shorter = 'from=2026-03-16&to=2026-03-31&against-from=2026-02-24&against-to=2026-03-05'
    expect(await trendOf('change-failure-rate', shorter)).toEqual([weeks, ['02-24 to 03-02', '03-03 to 03-05']])
    const byDay = await trendOf('deployment-frequency', 'period=2026-W12')
    expect(byDay.map((days) => days?.length)).toEqual([7, 7])
  })
})
