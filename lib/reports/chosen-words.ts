import type { CurrentUser } from '@/lib/auth/current-user'
import { defaultChoices, type MetricChoices } from '@/lib/metrics/settings'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/**
 * What is not as everybody else reads the metrics, as a sentence about who chose it: "As Ada chose, lead time starts at
 * the first commit."; null where nothing is.
 */
export function chosenWords(
  choices: MetricChoices,
  { name, email }: Pick<CurrentUser, 'name' | 'email'>,
): string | null {
  const { leadTimeFrom, rolledBackFails, benchmarkYear } = choices
  const differences = [
    leadTimeFrom !== defaultChoices.leadTimeFrom &&
      `lead time starts at ${leadTimeFrom === 'merge' ? 'the merge' : 'the first commit'}`,
    rolledBackFails !== defaultChoices.rolledBackFails &&
      `rolled-back deployments ${rolledBackFails ? 'count' : 'do not count'} as failed`,
    benchmarkYear !== defaultChoices.benchmarkYear && `levels are those of ${benchmarkYear}`,
  ].filter((words) => words !== false)
  if (differences.length === 0) return null
  return `As ${name ?? email} chose, ${list.format(differences)}.`
}
