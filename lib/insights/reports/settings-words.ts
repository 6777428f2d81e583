import { leadTimeWords } from '@/lib/insights/metrics/settings'
import type { MetricsReport } from './report'

/** How the numbers of a report are counted where that can be set, and by whom, in one or more sentences. */
export function settingsWords({ settings, locked }: Pick<MetricsReport, 'settings' | 'locked'>): string {
  return [
    locked.includes('leadTime') ? null : leadTimeWords(settings),
    settings.rolledBackFails ? null : 'Rolled-back deployments do not count as failed, as the organization has set.',
  ]
    .filter(Boolean)
    .join(' ')
}
