import type { CurrentUser } from '@/lib/auth/current-user'
import { defaultChoices } from '@/lib/metrics/settings'
import type { MetricsReport } from './report'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * What of a report is not as everybody else reads it, as a sentence about who chose it: "As Ada chose, lead time starts at
 * the first commit."; null where nothing is.
 */
export function chosenWords(
  { choices, locked }: Pick<MetricsReport, 'choices' | 'locked'>,
  { name }: Pick<CurrentUser, 'name'>,
): string | null {
  const { leadTimeFrom, rolledBackFails, benchmarkYear } = choices
  const differences = [
    !locked.includes('leadTime') &&
      leadTimeFrom !== defaultChoices.leadTimeFrom &&
      `lead time starts at ${leadTimeFrom === 'merge' ? 'the merge' : 'the first commit'}`,
    rolledBackFails !== defaultChoices.rolledBackFails &&
      `rolled-back deployments ${rolledBackFails ? 'count' : 'do not count'} as failed`,
    benchmarkYear !== defaultChoices.benchmarkYear && `levels are those of ${benchmarkYear}`,
  ].filter((words) => words !== false)
  if (differences.length === 0) return null
  return `As ${name ? `${name} chose` : 'chosen here'}, ${list.format(differences)}.`
}
