import { expect } from 'vitest'
import type { Provenance } from '@/lib/insights/metrics/metric-value'
import type { MetricSlug } from '@/lib/insights/metrics/registry'
import type { MetricsReport } from '@/lib/insights/reports/report'
import type { Bucket } from '@/lib/time/period'
import type { CsvRow } from './parse-csv'
import { counted, numbers, percentile, where } from './recompute'

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function spreadOf(rows: CsvRow[], name: string) {
  const values = numbers(rows, name)
  if (values.length === 0) return null
  const round = (value: number) => expect.closeTo(value, 3)
  return {
    count: values.length,
    min: Math.min(...values),
    p50: round(percentile(values, 0.5)),
    p75: round(percentile(values, 0.75)),
    p95: round(percentile(values, 0.95)),
    mean: round(mean(values)),
    max: Math.max(...values),
  }
}

function outcomesOf(rows: CsvRow[]) {
  const count = (status: string) => where(rows, 'status', status).length
  return {
    success: count('success'),
    failure: count('failure'),
    rolledBack: count('rolled_back'),
    cancelled: count('cancelled'),
  }
}

/** A value that may differ in the seventh digit; null for none. */
export const near = (value: number | null | undefined) =>
  value === null || value === undefined ? null : expect.closeTo(value, 6)
const sum = (reasons: Provenance['excluded']) => reasons.reduce((total, { count }) => total + count, 0)

/** How many rows are left out, and how many times something has to be said of the others. */
function expectProvenance({ sampleSize, excluded }: Provenance, rows: CsvRow[]): void {
  expect(sampleSize).toBe(counted(rows).length)
  expect(sum(excluded)).toBe(rows.length - counted(rows).length)
  for (const row of rows) expect(row.counted === 'yes' || row.why !== '').toBe(true)
}

function expectFrequency({ deploymentFrequency: shown, period }: MetricsReport, rows: CsvRow[]): void {
  expectProvenance(shown.provenance, rows)
  expect(shown.outcomes).toEqual(outcomesOf(rows))
  expect(shown.perDay).toEqual(period.days.map(({ firstDay }) => outcomesOf(where(rows, 'day', firstDay))))
  const weeksOf = (some: CsvRow[]) =>
    period.parts.map((week) => outcomesOf(some.filter(({ day = '' }) => day >= week.firstDay && day <= week.lastDay)))
  expect(shown.perPart).toEqual(weeksOf(rows))
  for (const { service, outcomes, perPart } of shown.byService) {
    const own = where(rows, 'service', service ?? '')
    expect(outcomes).toEqual(outcomesOf(own))
    expect(perPart).toEqual(weeksOf(own))
  }
}

function expectFailureRate({ changeFailureRate: shown }: MetricsReport, rows: CsvRow[]): void {
  const failed = where(counted(rows), 'failed', 'yes')
  if (shown) expectProvenance(shown.provenance, rows)
  expect([shown?.overall.failed, shown?.overall.of]).toEqual([failed.length, counted(rows).length])
}

function expectLeadTime({ leadTime: shown, settings }: MetricsReport, rows: CsvRow[]): void {
  expect(shown?.distribution).toEqual(spreadOf(counted(rows), 'leadTimeSeconds'))
  if (shown) expectProvenance(shown.provenance, rows)
  for (const row of counted(rows)) {
    const from = Date.parse((settings.leadTimeFrom === 'merge' ? row.mergedAt : row.firstCommitAt) ?? '')
    const ends = [
      row.deliveredAt,
      settings.leadTimeFrom === 'merge' ? '' : row.mergedAt,
      settings.leadTimeFrom === 'merge' ? '' : row.openedAt,
    ]
    const end = Math.max(from, ...ends.flatMap((text) => (text ? Date.parse(text) : [])))
    expect(Number(row.leadTimeSeconds)).toBe((end - from) / 1000)
  }
  const staged = rows.filter(({ firstCommitAt }) => firstCommitAt !== '')
  const meanOf = (name: string) => near(mean(staged.map((row) => Number(row[name] || 0))))
  const stages = {
    count: staged.length,
    coding: meanOf('codingSeconds'),
    review: meanOf('reviewSeconds'),
    codingAndReview: meanOf('codingAndReviewSeconds'),
    deploy: meanOf('deploySeconds'),
  }
  expect(shown?.stages).toEqual(staged.length === 0 ? null : expect.objectContaining(stages))
}

function expectRecovery({ recoveryTime: shown }: MetricsReport, rows: CsvRow[]): void {
  expect(shown?.distribution).toEqual(spreadOf(counted(rows), 'recoverySeconds'))
  expect(shown?.closed.length).toBe(counted(rows).length)
  expect(shown?.open.length).toBe(where(rows, 'closedAt', '').length)
  if (shown) expectProvenance(shown.provenance, rows)
  for (const { recoverySeconds, openedAt = '', closedAt = '' } of counted(rows)) {
    expect(Number(recoverySeconds)).toBe((Date.parse(closedAt) - Date.parse(openedAt)) / 1000)
  }
}

function expectRework({ reworkRate: shown }: MetricsReport, rows: CsvRow[]): void {
  const rework = where(rows, 'closedIncident', 'yes')
  expect([shown?.rework, shown?.of]).toEqual([rework.length, counted(rows).length])
}

function expectCoverage({ coverage: shown }: MetricsReport, rows: CsvRow[]): void {
  const linked = rows.filter(({ linkedPullRequests }) => Number(linkedPullRequests) > 0)
  expect([shown?.linked, shown?.of]).toEqual([linked.length, counted(rows).length])
}

function expectCycleTime({ cycleTime: shown }: MetricsReport, rows: CsvRow[]): void {
  expect(shown?.distribution).toEqual(spreadOf(counted(rows), 'cycleTimeSeconds'))
  if (shown) expectProvenance(shown.provenance, rows)
  for (const { class: size, distribution } of shown?.bySize ?? []) {
    expect(distribution).toEqual(spreadOf(where(counted(rows), 'size', size.name), 'cycleTimeSeconds'))
  }
}

function expectSize({ pullRequestSize: shown }: MetricsReport, rows: CsvRow[]): void {
  expect(shown?.distribution).toEqual(spreadOf(counted(rows), 'changedLines'))
  if (shown) expectProvenance(shown.provenance, rows)
}

function expectThroughput({ throughput: shown, period }: MetricsReport, rows: CsvRow[]): void {
  const flowOf = (some: CsvRow[]) => ({
    merged: where(some, 'event', 'merged').length,
    opened: where(some, 'event', 'opened').length,
    deployed: where(some, 'event', 'deployed').length,
  })
  expect(shown).toMatchObject(flowOf(rows))
  expect(shown?.provenance.sampleSize).toBe(counted(rows).length)
  const isIn = ({ firstDay, lastDay }: Bucket, { day = '' }: CsvRow) => day >= firstDay && day <= lastDay
  expect(shown?.perPart).toEqual(period.parts.map((week) => flowOf(rows.filter((row) => isIn(week, row)))))
}

/** What all other numbers of a report have to be, by the CSV of each metric alone. */
export const expectations: Record<MetricSlug, (report: MetricsReport, rows: CsvRow[]) => void> = {
  'deployment-frequency': expectFrequency,
  'lead-time': expectLeadTime,
  'change-failure-rate': expectFailureRate,
  'recovery-time': expectRecovery,
  'rework-rate': expectRework,
  coverage: expectCoverage,
  'cycle-time': expectCycleTime,
  'pull-request-size': expectSize,
  throughput: expectThroughput,
}
