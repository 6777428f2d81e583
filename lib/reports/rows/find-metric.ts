import { AppError } from '@/lib/errors'
import type { MetricSlug } from '@/lib/metrics/definition'
import { metricSlugs } from '@/lib/metrics/definitions'
import type { Organization } from '@/lib/organizations/find'
import { mayUse } from '@/lib/plans/entitlements'

/** The metric with this slug. Throws `not_found`. */
export function findMetric(slug: string): MetricSlug {
  const found = metricSlugs.find((known) => known === slug)
  if (!found) throw new AppError('not_found', `No metric "${slug}". Choose ${metricSlugs.join(', ')}.`)
  return found
}

/** Whether the plan of an organization includes a metric as of `now`. */
export function includesMetric(organization: Organization, slug: MetricSlug, now: Date): boolean {
  return mayUse(organization, slug === 'deployment-frequency' ? 'deployment-frequency' : 'metrics', now)
}
