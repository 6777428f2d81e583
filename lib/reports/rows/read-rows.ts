import { dayOf } from '@/lib/deployments/days'
import type { Coverage } from '@/lib/metrics/coverage'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Period } from '@/lib/metrics/period'
import type { Organization } from '@/lib/organizations/find'
import { mayUse } from '@/lib/plans/entitlements'
import { recipes } from '@/lib/reports/compute-metrics'
import type { MetricFilters, SubjectName } from '@/lib/reports/filters'
import { readSamples } from '@/lib/reports/read-report'
import { books } from './books'
import type { ColumnName, Row } from './columns'
import { completeRows } from './complete-rows'
import { type Measure, measures } from './measures'
import { allRows, knownSelections, type RowsFilter, type RowsSelection } from './selection'

/** A number, and a page of the rows it was made of. */
export type RowsPage = Measure & {
  /** The filters that name what the organization does not have. */
  unknown: SubjectName[]
  period: Period
  previousPeriod: Period
  /** First day that the organization has a production deployment of; null for none at all. */
  dataFrom: string | null
  /** Null where the plan does not include it. */
  coverage: Coverage | null
  shown: readonly ColumnName[]
  rows: Row[]
  selection: RowsSelection
  /** Of all pages of the selection. */
  selected: number
  /** Whatever is selected. */
  total: number
  /** How many rows each filter of the metric selects. */
  filters: { only: RowsFilter; count: number }[]
  /** Counted from 1, and how many there are, one at least. */
  page: number
  pages: number
}

const pageSize = 50

/**
 * How a number was made, with a page of the rows that are selected; beyond the last page that one. Whoever shows it asks
 * whether the plan includes it.
 */
export async function readRows(
  organization: Organization,
  slug: MetricSlug,
  filters: MetricFilters,
  now: Date,
  wantedPage: number,
  selection: RowsSelection = allRows,
): Promise<RowsPage> {
  const showsCoverage = mayUse(organization, 'metrics', now)
  const { name, measure } = measures[slug]
  const { needs, bookOf } = books[slug]
  const all = [recipes[name].needs, needs, ...(showsCoverage ? [recipes.coverage.needs] : [])]
  const { samples, context, unknown } = await readSamples(organization, filters, now, all)
  const book = bookOf(samples, context)
  const { period, previousPeriod, dataFrom } = context
  const selected = book.select(selection)
  const pages = Math.max(Math.ceil(selected.total / pageSize), 1)
  const page = Math.min(wantedPage, pages)
  const rows = selected.slice((page - 1) * pageSize, page * pageSize)
  return {
    ...measure(samples, context),
    unknown,
    period,
    previousPeriod,
    dataFrom: dataFrom === null ? null : dayOf(new Date(dataFrom), period.timeZone),
    coverage: showsCoverage ? recipes.coverage.compute(samples, context) : null,
    shown: book.shown,
    rows: await completeRows(organization.id, slug, rows),
    selection,
    selected: selected.total,
    total: book.total,
    filters: knownSelections[slug].only.map((only) => ({ only, count: book.count(only) })),
    page,
    pages,
  }
}
