import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { AppError } from '@/lib/core/errors'
import { runInSteps } from '@/lib/core/run-in-steps'
import { toCsvPieces } from '@/lib/http/csv'
import { findMetric } from '@/lib/insights/metrics/registry'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { readSamples } from '@/lib/insights/reports/read-report'
import { completeRows } from './complete-rows'

const batchSize = 1_000

/**
 * All rows behind a number as CSV, in pieces, the latest first. Throws `not_found` for an
 * unknown metric and `forbidden` for one that the plan does not include.
 */
export async function exportRows(
  organization: Organization,
  slug: string,
  filters: MetricFilters,
  now: Date,
): Promise<AsyncGenerator<string>> {
  const metric = findMetric(slug)
  if (!mayUse(organization, metric.feature, now)) {
    throw new AppError(
      'forbidden',
      `${metric.title} is part of Business and Enterprise. An operator can change the plan of ${organization.name}.`,
    )
  }
  const { samples, context } = await readSamples(organization, filters, now, [metric.rows.needs])
  const { columns, total, slice } = await runInSteps(metric.rows.ofInSteps(samples, context))
  return (async function* () {
    yield `${columns.join(',')}\n`
    for (let from = 0; from < total; from += batchSize) {
      const rows = slice(from, from + batchSize)
      yield* toCsvPieces(columns, await completeRows(organization.id, metric, columns, rows), yesOrNo)
    }
  })()
}

/** What the file of these rows is called. */
export function exportName({ slug }: Organization, metric: string, { firstDay, lastDay }: MetricFilters): string {
  return `${slug}-${findMetric(metric).slug}-${firstDay}-to-${lastDay}.csv`
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
