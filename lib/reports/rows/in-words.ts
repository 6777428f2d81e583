import { formatDuration, plural } from '@/lib/format'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Figure } from '@/lib/metrics/figure'
import type { LeadTime } from '@/lib/metrics/lead-time'
import type { MetricSettings } from '@/lib/metrics/settings'
import type { MetricFilters } from '@/lib/reports/filters'
import { leadTimeWords, startText } from '@/lib/reports/settings-words'

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

/** How a metric is counted where that can be set, as a sentence; null where nothing can. */
export function settingWords(slug: MetricSlug, settings: MetricSettings): string | null {
  if (slug === 'lead-time') return leadTimeWords(settings)
  if (slug !== 'change-failure-rate' && slug !== 'recovery-time' && slug !== 'rework-rate') return null
  return settings.rolledBackFails
    ? 'A deployment that was rolled back counts as failed.'
    : 'A deployment that was rolled back does not count as failed, and neither opens nor closes an incident, as the organization has set.'
}

/** Which of the two lead times a number is: "from the merge"; null for another number. */
export function startWords(figure: Figure | LeadTime): string | null {
  return 'from' in figure ? startText[figure.from] : null
}

/**
 * A lead time by the other definition: "From the first commit: 1 d 18 h, high", and of how many pull requests where
 * they are not as many. Null for another number, and where no pull request went live.
 */
export function besideWords(figure: Figure | LeadTime): string | null {
  if (!('from' in figure)) return null
  const { from, seconds, sampleSize } = figure.beside
  if (seconds === null) return figure.value === null ? null : 'From the first commit: not known of any'
  const start = from === 'merge' ? 'From the merge' : 'From the first commit'
  const of = sampleSize === figure.made.sampleSize ? null : `of ${plural(sampleSize, 'pull request')}`
  return [`${start}: ${formatDuration(seconds)}`, ...levelWords(figure.beside, of)].join(', ')
}

/** Lead time from the merge has no levels, which is said where it is the number itself. */
function levelWords({ from, level, noLevel }: LeadTime['beside'], of: string | null): string[] {
  if (from === 'first-commit' && noLevel !== null) return [noLevel.replace('No level', 'no level')]
  return [level, of].filter((words) => words !== null)
}

/** What a number has yet to count, as a sentence; null where that is nothing. */
export function waitingWords(slug: MetricSlug): string | null {
  if (slug !== 'lead-time') return null
  return 'Merged pull requests that are not live yet are not in it. They count once they are live.'
}
