import type { MetricSlug } from '@/lib/metrics/definition'
import type { MetricChoices } from '@/lib/metrics/settings'
import type { MetricFilters } from '@/lib/reports/filters'

/** What a report is narrowed to, as a sentence: "Only service api in environment production."; null for everything. */
export function narrowedWords({ service, environment, repository, team }: MetricFilters): string | null {
  const parts = [
    service && `service ${service}`,
    environment && `environment ${environment}`,
    repository && `repository ${repository}`,
    team && `team ${team}`,
  ].filter(Boolean)
  return parts.length > 0 ? `Only ${parts.join(', ')}.` : null
}

/** What the choices of the reader mean for a metric, as a sentence; null where they change nothing. */
export function choiceWords(slug: MetricSlug, { leadTimeFrom, rolledBackFails }: MetricChoices): string | null {
  if (slug === 'lead-time') {
    return leadTimeFrom === 'merge' ? 'Lead time starts at the merge.' : 'Lead time starts at the first commit.'
  }
  if (slug !== 'change-failure-rate' && slug !== 'recovery-time' && slug !== 'rework-rate') return null
  return rolledBackFails
    ? 'A deployment that was rolled back counts as failed.'
    : 'A deployment that was rolled back does not count as failed, and neither opens nor closes an incident.'
}
