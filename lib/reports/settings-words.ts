import type { LeadTimeStart, MetricSettings } from '@/lib/metrics/settings'
import type { MetricsReport } from './report'

/** Where a lead time starts, after it: "from the merge". */
export const startText: Record<LeadTimeStart, string> = {
  merge: 'from the merge',
  'first-commit': 'from the first commit',
}

/** How the numbers of a report are counted where that can be set, and by whom, in one or more sentences. */
export function settingsWords({ settings, locked }: Pick<MetricsReport, 'settings' | 'locked'>): string {
  return [
    locked.includes('leadTime') ? null : leadTimeWords(settings),
    settings.rolledBackFails ? null : 'Rolled-back deployments do not count as failed, as the organization has set.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Which lead time is shown, and where that comes from: "Lead time is from the merge, the organization’s default." */
export function leadTimeWords({ leadTimeFrom, leadTimeDefault }: MetricSettings): string {
  const why =
    leadTimeFrom === leadTimeDefault
      ? 'the organization’s default'
      : `as this link says; the organization’s default is ${startText[leadTimeDefault]}`
  return `Lead time is ${startText[leadTimeFrom]}, ${why}.`
}
