import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '@/lib/accounts/organizations/find'
import { findMetric, type MetricSlug, metrics } from '@/lib/insights/metrics/registry'
import { type MetricFilters, parseMetricFilters } from '@/lib/insights/reports/filters'
import { readReport } from '@/lib/insights/reports/read-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { expectations, near } from '@/lib/testing/expect-recomputed'
import { createTenant } from '@/lib/testing/factories'
import { type CsvRow, parseCsv } from '@/lib/testing/parse-csv'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { recompute } from '@/lib/testing/recompute'
import { exportRows } from './export-rows'

/** Clocks change on 29 March in Berlin, on 8 March in New York. */
const places = [
  { timeZone: 'Europe/Berlin', firstDay: '2026-03-22', lastDay: '2026-04-04' },
  { timeZone: 'America/New_York', firstDay: '2026-03-02', lastDay: '2026-03-12' },
] as const

const everySetting = [
  { leadTimeFrom: 'merge', rolledBackFails: true },
  { leadTimeFrom: 'first-commit', rolledBackFails: true },
  { leadTimeFrom: 'merge', rolledBackFails: false },
  { leadTimeFrom: 'first-commit', rolledBackFails: false },
]

const later = new Date('2026-06-01T00:00:00Z')

async function rowsOf(
  organization: Organization,
  slug: MetricSlug,
  filters: MetricFilters,
  now: Date,
): Promise<CsvRow[]> {
  const pieces = await exportRows(organization, slug, filters, now)
  let text = ''
  for await (const piece of pieces) text += piece
  return parseCsv(text)
}

const slugs = metrics.map(({ slug }) => slug)

describe.each(places)('every number can be made again from its CSV, $timeZone', ({ timeZone, firstDay, lastDay }) => {
  let organization: Organization
  let elsewhere: Organization

  beforeAll(async () => {
    organization = { ...(await createTenant({ plan: 'business' })).organization, timeZone }
    elsewhere = (await createTenant({ plan: 'business' })).organization
    const from = new Date(`${firstDay}T00:00:00Z`)
    const begin = new Date(from.getTime() - 20 * 86_400_000)
    await storeRandomHistory(organization.id, timeZone, begin, 36)
    await storeRandomHistory(elsewhere.id, `${timeZone} elsewhere`, begin, 10)
  })

  const filtersOf = (query: string, now = later) =>
    parseMetricFilters(new URLSearchParams(query), timeZone, now).filters
  const days = `from=${firstDay}&to=${lastDay}`

  async function expectAll(filters: MetricFilters, now: Date, set: Partial<Organization> = {}): Promise<MetricsReport> {
    const subject = { ...organization, ...set }
    const report = await readReport(subject, filters, now)
    for (const slug of slugs) {
      const rows = await rowsOf(subject, slug, filters, now)
      expect(report[findMetric(slug).name]?.value, slug).toEqual(near(recompute(slug, rows)))
      expectations[slug](report, rows)
    }
    return report
  }

  it.each(everySetting)('from $leadTimeFrom, rolled back fails: $rolledBackFails', async (set) => {
    const report = await expectAll(filtersOf(days), later, set)
    for (const slug of slugs) expect(await rowsOf(organization, slug, filtersOf(days), later)).not.toEqual([])
    expect(report.leadTime?.provenance.adjusted).not.toEqual([])
    expect(report.recoveryTime?.closed.length).toBeGreaterThan(3)
    expect(report.changeFailureRate?.provenance.excluded).not.toEqual([])
  })

  it.each(['service=api', 'environment=prod-eu', 'repository=acme/web', 'service=nothing'])('of %s', async (filter) => {
    await expectAll(filtersOf(`${days}&${filter}`), later)
  })

  it('of the period before, which the change is measured against', async () => {
    const report = await readReport(organization, filtersOf(days), later)
    const before = filtersOf(`from=${report.previousPeriod.firstDay}&to=${report.previousPeriod.lastDay}`)
    const earlier = await expectAll(before, later)
    for (const part of [
      'deploymentFrequency',
      'leadTime',
      'changeFailureRate',
      'recoveryTime',
      'reworkRate',
    ] as const) {
      expect(report[part]?.previous).toEqual(near(earlier[part]?.value))
    }
  })

  it('of a period that is not over', async () => {
    const now = new Date(`${lastDay}T17:21:09Z`)
    await expectAll(filtersOf(days, now), now)
  })

  it('holds text that a spreadsheet would run as text', async () => {
    const titles = (await rowsOf(organization, 'lead-time', filtersOf(days), later)).map(({ title = '' }) => title)
    expect(titles.filter((title) => title.startsWith('='))).toEqual([])
    expect(titles.filter((title) => title.startsWith("'=SUM(A1;"))).not.toEqual([])
  })

  it('lists nothing of another organization', async () => {
    for (const slug of slugs) {
      const ours = await rowsOf(organization, slug, filtersOf('from=2026-01-01&to=2026-05-31'), later)
      const theirs = await rowsOf(elsewhere, slug, filtersOf('from=2026-01-01&to=2026-05-31'), later)
      const idsOf = (rows: CsvRow[]) =>
        rows.flatMap(({ id, openedById, pullRequestId }) =>
          [id, openedById, pullRequestId ? `#${pullRequestId}` : ''].filter(Boolean),
        )
      const shared = new Set(idsOf(ours))
      expect(idsOf(theirs).filter((id) => shared.has(id))).toEqual([])
      expect(theirs.length).toBeGreaterThan(0)
    }
  })
})

describe('what the plan does not include', () => {
  it('is refused, and what it includes is not', async () => {
    const { organization } = await createTenant({ plan: 'free' })
    const { filters } = parseMetricFilters(new URLSearchParams(), 'UTC', later)
    for (const slug of slugs.filter((each) => each !== 'deployment-frequency')) {
      await expect(rowsOf(organization, slug, filters, later)).rejects.toThrow(/part of Business/)
    }
    expect(await rowsOf(organization, 'deployment-frequency', filters, later)).toEqual([])
    await expect(exportRows(organization, 'velocity', filters, later)).rejects.toThrow(/No metric/)
  })
})
