import { formatDuration, plural } from '@/lib/format'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Figure } from '@/lib/metrics/figure'
import type { LeadTime } from '@/lib/metrics/lead-time'
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

const starts = { merge: 'from the merge', 'first-commit': 'from the first commit' }

/** Which of the two lead times a number is: "from the merge"; null for another number. */
export function startWords(figure: Figure | LeadTime): string | null {
  return 'from' in figure ? starts[figure.from] : null
}

/**
 * A lead time by the other definition: "From the first commit: 1 d 18 h, high", and of how many pull requests where
 * they are not as many. Null for another number, and where no pull request went live.
 */
export function besideWords(figure: Figure | LeadTime): string | null {
  if (!('from' in figure)) return null
  const { from, seconds, level, sampleSize } = figure.beside
  if (seconds === null) return figure.value === null ? null : 'From the first commit: not known of any'
  const start = from === 'merge' ? 'From the merge' : 'From the first commit'
  const of = sampleSize === figure.made.sampleSize ? '' : `, of ${plural(sampleSize, 'pull request')}`
  return `${start}: ${formatDuration(seconds)}, ${level}${of}`
}

/** What a number has yet to count, as a sentence; null where that is nothing. */
export function waitingWords(slug: MetricSlug): string | null {
  if (slug !== 'lead-time') return null
  return 'Merged pull requests that are not live yet are not in it. They count once they are live.'
}
