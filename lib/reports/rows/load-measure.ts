import type { MetricContext } from '@/lib/metrics/context'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { MetricChoices } from '@/lib/metrics/settings'
import type { Organization } from '@/lib/organizations/find'
import type { ReportSamples } from '@/lib/reports/compute-metrics'
import type { MetricFilters } from '@/lib/reports/filters'
import { readSamples } from '@/lib/reports/read-report'
import type { MetricName } from '@/lib/reports/report'
import { type Measure, sources } from './measures'

export type LoadedMeasure = { measure: Measure; samples: ReportSamples; context: MetricContext }

/** A number with its rows, and what both were made of; `more` names what else is to be loaded with it. */
export async function loadMeasure(
  organization: Organization,
  slug: MetricSlug,
  filters: MetricFilters,
  choices: MetricChoices,
  now: Date,
  more: readonly MetricName[] = [],
): Promise<LoadedMeasure> {
  const { names, measure } = sources[slug]
  const { samples, context } = await readSamples(organization, filters, choices, now, [...names, ...more])
  return { measure: measure(samples, context), samples, context }
}
