import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { type PageNumber, placePage } from '@/lib/core/page-number'
import { createPauses } from '@/lib/core/pauses'
import { runInSteps } from '@/lib/core/run-in-steps'
import { type Coverage, coverage } from '@/lib/insights/metrics/coverage'
import type { ColumnName, Row } from '@/lib/insights/metrics/drilldown/columns'
import { allRows, type RowsFilter, type RowsSelection } from '@/lib/insights/metrics/drilldown/selection'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import type { MetricFilters, SubjectName } from '@/lib/insights/reports/filters'
import { readSamples } from '@/lib/insights/reports/read-report'
import { readTrend, type Trend } from '@/lib/insights/reports/read-trend'
import { dayOf } from '@/lib/time/days'
import type { Period } from '@/lib/time/period'
import { completeRows } from './complete-rows'

/** A number, and a page of the rows it was made of. */
export type RowsPage = PageNumber & {
  result: MetricValue
  /** How it comes about; null for no number. */
  calculation: string | null
  /** The filters that name what the organization does not have. */
  unknown: SubjectName[]
  period: Period
  previousPeriod: Period
  /** First day that the organization has a production deployment of; null for none at all. */
  dataFrom: string | null
  /** Null where the plan does not include it. */
  coverage: Coverage | null
  trend: Trend | null
  shown: readonly ColumnName[]
  rows: Row[]
  selection: RowsSelection
  /** Of all pages of the selection. */
  selected: number
  /** Whatever is selected. */
  total: number
  /** How many rows each filter of the metric selects. */
  filters: { only: RowsFilter; count: number }[]
}

/**
 * How a number was made, with a page of the rows that are selected; beyond the last page that one. The caller asks
 * whether the plan includes it.
 */
export async function readRows(
  organization: Organization,
  metric: AnyMetric,
  filters: MetricFilters,
  now: Date,
  requestedPage: number,
  selection: RowsSelection = allRows,
): Promise<RowsPage> {
  const showsCoverage = mayUse(organization, 'metrics', now)
  const needs = [
    metric.needs,
    { current: {}, previous: metric.needs.current },
    metric.rows.needs,
    ...(showsCoverage ? [coverage.needs] : []),
  ]
  const { samples, context, unknown } = await readSamples(organization, filters, now, needs)
  const pause = createPauses()
  const result = await runInSteps(metric.computeInSteps(samples, context), pause)
  const trend = await readTrend(metric, result, samples, context, pause)
  const drilldown = await runInSteps(metric.rows.ofInSteps(samples, context), pause)
  const { period, previousPeriod, dataFrom } = context
  const selected = await runInSteps(drilldown.select(selection), pause)
  const counts: RowsPage['filters'] = []
  for (const only of metric.rows.only) counts.push({ only, count: await runInSteps(drilldown.count(only), pause) })
  const { page, pages, span } = placePage(requestedPage, selected.total)
  const rows = selected.slice(span.skip, span.skip + span.take)
  return {
    result,
    calculation: metric.calculation(result, context.settings, samples),
    unknown,
    period,
    previousPeriod,
    dataFrom: dataFrom === null ? null : dayOf(new Date(dataFrom), period.timeZone),
    coverage: showsCoverage ? coverage.compute(samples, context) : null,
    trend,
    shown: drilldown.shown,
    rows: await completeRows(organization.id, metric, drilldown.columns, rows),
    selection,
    selected: selected.total,
    total: drilldown.total,
    filters: counts,
    page,
    pages,
  }
}
