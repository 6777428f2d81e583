import { z } from 'zod'
import { oneOf, paramsOf } from '@/lib/core/query-filters'
import { withParams } from '@/lib/http/search-params'
import { findGoals } from '@/lib/insights/goals'
import type { Row } from '@/lib/insights/metrics/drilldown/columns'
import { allRows, parseSelection, type RowsSelection } from '@/lib/insights/metrics/drilldown/selection'
import { type Goal, goalOn, isMet, standingText } from '@/lib/insights/metrics/goal'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { type AnyMetric, metrics } from '@/lib/insights/metrics/registry'
import { settingsOf } from '@/lib/insights/metrics/settings'
import { changeText, valueText } from '@/lib/insights/metrics/value-text'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { readReport } from '@/lib/insights/reports/read-report'
import { readRows } from '@/lib/insights/reports/rows/read-rows'
import { coverageText, coverWords, sampleText } from '@/lib/insights/reports/wording'
import { type Caller, defineQuestion, type Question } from './define-question'
import { levelsShape, numberShape, reportShape, rowShape, splitShape } from './metric-shapes'
import {
  filtersOf,
  fixedQuery,
  nextOf,
  nextPage,
  pageNumber,
  pageOfList,
  pageUrl,
  refuseUnknown,
  reportFilters,
} from './parts'

/** All numbers of the Insights page. */
export const overview = defineQuestion({
  name: 'get_overview',
  title: 'Overview of delivery',
  sentence:
    'All metrics of software delivery in a period, next to as many days before: deployment frequency, lead time, change failure rate, recovery time, rework rate, coverage, cycle time, pull request size and throughput.',
  path: '/api/v1/metrics',
  input: z.strictObject(reportFilters),
  output: z.object({
    ...reportShape,
    levels: levelsShape,
    metrics: z.array(z.object(numberShape)),
    page: z.string().describe('The page of these numbers.'),
  }),
  ask: async (caller, input, now) => {
    const filters = filtersOf(caller, input, now)
    const found = await readReport(caller.organization, filters, now)
    refuseUnknown(filters, found.unknown)
    return {
      ...found,
      covers: coverWords(found, filters),
      coverage: found.coverage && coverageText(found.coverage),
      levels: found.levelsReport,
      metrics: metrics.flatMap((metric) => {
        const result = found[metric.name]
        return result ? [numberOf(caller, metric, result, found)] : []
      }),
      page: pageUrl(caller, `/insights${fixedQuery(filters)}`),
    }
  },
})

/** One question for each metric: its number, how it was made, and the rows behind it. */
export const metricQuestions: readonly Question[] = metrics.map((metric) => {
  const { slug, title, rows } = metric
  return defineQuestion({
    name: `get_${slug.replaceAll('-', '_')}`,
    title,
    sentence: `${title} of a period: the number, how it was made and compares, and the rows behind it, 50 at a time.`,
    path: `/api/v1/metrics/${slug}`,
    input: z.strictObject({
      ...reportFilters,
      ...(rows.only.length > 0 && { only: oneOf(rows.only).optional().describe('Only rows that this is true of.') }),
      ...(rows.sort.length > 0 && { sort: oneOf(rows.sort).optional().describe('These first, else the latest.') }),
      page: pageOfList,
    }),
    output: z.object({
      ...reportShape,
      ...numberShape,
      definition: z.string(),
      formula: z.string(),
      source: z.object({ title: z.string(), url: z.string() }).nullable(),
      setting: z.string().nullable().describe('How it is counted, where that can be set.'),
      calculation: z.string().nullable().describe('How the value comes about; null without one.'),
      contributions: z
        .object({ services: splitShape, teams: splitShape.nullable().describe('Null where no service has a team.') })
        .nullable()
        .describe('Whom the change since the period before came from; null where rows belong to no service.'),
      rows: z.array(rowShape),
      selected: z.int().describe('How many rows there are on all pages.'),
      next: nextPage,
    }),
    ask: (caller, input, now) => readMetric(caller, metric, input as Partial<Record<string, string>>, now),
  })
})

async function readMetric(
  caller: Caller,
  metric: AnyMetric,
  { page, ...input }: Partial<Record<string, string>>,
  now: Date,
) {
  const { organization } = caller
  const filters = filtersOf(caller, input, now)
  const settings = settingsOf(organization, filters.leadTime)
  const { selection } = parseSelection(paramsOf(input), metric.rows)
  const number = pageNumber(page)
  const found = await readRows(organization, metric, filters, now, number, selection)
  refuseUnknown(filters, found.unknown)
  return {
    ...found,
    ...numberOf(
      caller,
      metric,
      found.result,
      { filters, goals: await findGoals(organization.id, filters, settings) },
      selection,
    ),
    ...metric.define(settings),
    organization: organization.slug,
    covers: coverWords(found, filters),
    coverage: found.coverage && coverageText(found.coverage),
    setting: metric.setting?.(settings) ?? null,
    rows: found.rows.map(knownCells),
    next: nextOf(number, found.pages),
  }
}

function knownCells(row: Row) {
  return Object.fromEntries(Object.entries(row).flatMap(([name, cell]) => (cell === undefined ? [] : [[name, cell]])))
}

function numberOf(
  caller: Caller,
  metric: AnyMetric,
  result: MetricValue,
  { filters, goals }: { filters: MetricFilters; goals: readonly Goal[] },
  selection: RowsSelection = allRows,
) {
  const { value, previous, unit, change, provenance } = result
  const goal = goalOn(goals, metric.slug, filters.lastDay)
  return {
    ...result,
    slug: metric.slug,
    title: metric.title,
    text: value === null ? null : valueText(value, unit),
    variant: metric.variant?.(result) ?? null,
    also: metric.also?.(result) ?? null,
    ...provenance,
    sample: sampleText(metric, provenance.sampleSize),
    previousText: previous === null ? null : valueText(previous, unit),
    change:
      change && value !== null && previous !== null ? { ...change, text: changeText(previous, value, unit) } : null,
    goal: goal && {
      value: goal.value,
      team: goal.team,
      since: goal.firstDay,
      met: isMet({ value, better: metric.better }, goal),
      text: [valueText(goal.value, unit), standingText({ value, unit, better: metric.better }, goal)]
        .filter((words) => words !== null)
        .join(', '),
    },
    page: pageUrl(caller, `/insights/${metric.slug}${withParams(fixedQuery(filters), selection)}`),
  }
}
