import { toCsv } from '@/lib/csv'
import { AppError } from '@/lib/errors'
import { titleOf } from '@/lib/metrics/definitions'
import type { Organization } from '@/lib/organizations/find'
import type { MetricFilters } from '@/lib/reports/filters'
import { readSamples } from '@/lib/reports/read-report'
import { books } from './books'
import { completeRows } from './complete-rows'
import { findMetric, includesMetric } from './find-metric'

const batchSize = 1_000

/**
 * All rows behind a number as CSV, in pieces, the latest first. Throws `not_found` for an
 * unknown metric and `forbidden` for one that the plan does not include.
 */
export async function exportRows(
  organization: Organization,
  metric: string,
  filters: MetricFilters,
  now: Date,
): Promise<AsyncGenerator<string>> {
  const slug = findMetric(metric)
  if (!includesMetric(organization, slug, now)) {
    throw new AppError(
      'forbidden',
      `${titleOf(slug)} is part of Business and Enterprise. An operator can change the plan of ${organization.name}.`,
    )
  }
  const { needs, bookOf } = books[slug]
  const { samples, context } = await readSamples(organization, filters, now, [needs])
  const book = bookOf(samples, context)
  return (async function* () {
    yield `${book.columns.join(',')}\n`
    for (let from = 0; from < book.total; from += batchSize) {
      yield toCsv(book.columns, await completeRows(organization.id, slug, book.slice(from, from + batchSize)), yesOrNo)
    }
  })()
}

/** What the file of these rows is called. */
export function exportName({ slug }: Organization, metric: string, { firstDay, lastDay }: MetricFilters): string {
  return `${slug}-${findMetric(metric)}-${firstDay}-to-${lastDay}.csv`
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
