import type { MetricSlug } from '@/lib/insights/metrics/registry'
import type { CsvRow } from './parse-csv'

/** Rows that enter the number. */
export const counted = (rows: readonly CsvRow[]) => where(rows, 'counted', 'yes')
export const where = (rows: readonly CsvRow[], name: string, value: string) => rows.filter((row) => row[name] === value)
/** What a column holds, where it holds something. */
export const numbers = (rows: readonly CsvRow[], name: string) =>
  rows.filter((row) => row[name] !== '').map((row) => Number(row[name]))

/** As a spreadsheet does PERCENTILE.INC. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? 0
  return low + ((sorted[Math.ceil(at)] ?? 0) - low) * (at % 1)
}

const ratio = (part: readonly CsvRow[], whole: readonly CsvRow[]) =>
  whole.length === 0 ? null : part.length / whole.length
const median = (values: readonly number[]) => (values.length === 0 ? null : percentile(values, 0.5))

/** A file without rows does not say how many days there were: nothing in any number of days is nothing. */
const perDay = (rows: readonly CsvRow[]) => (rows[0] ? counted(rows).length / Number(rows[0].days) : 0)

/** The number that a reader with nothing but the CSV of a metric comes to; null for none. */
export function recompute(slug: MetricSlug, rows: readonly CsvRow[]): number | null {
  switch (slug) {
    case 'deployment-frequency':
      return perDay(rows)
    case 'throughput':
      return rows.length === 0 ? null : perDay(rows)
    case 'lead-time':
      return median(numbers(counted(rows), 'leadTimeSeconds'))
    case 'recovery-time':
      return median(numbers(counted(rows), 'recoverySeconds'))
    case 'cycle-time':
      return median(numbers(counted(rows), 'cycleTimeSeconds'))
    case 'pull-request-size':
      return median(numbers(counted(rows), 'changedLines'))
    case 'change-failure-rate':
      return ratio(where(counted(rows), 'failed', 'yes'), counted(rows))
    case 'rework-rate':
      return ratio(where(counted(rows), 'closedIncident', 'yes'), counted(rows))
    case 'coverage':
      return ratio(
        counted(rows).filter((row) => Number(row.linkedPullRequests) > 0),
        counted(rows),
      )
  }
}
