import { defaultBenchmarkYear } from './levels'

/** How somebody reads the metrics. */
export type MetricChoices = {
  /** Where lead time starts: at the merge, or at the first commit. */
  leadTimeFrom: 'merge' | 'first-commit'
  /** Whether a deployment that was rolled back counts as failed. */
  rolledBackFails: boolean
  /** Year of the table of levels. */
  benchmarkYear: number
}

/** How metrics are read by those who chose nothing. */
export const defaultChoices: MetricChoices = {
  leadTimeFrom: 'merge',
  rolledBackFails: true,
  benchmarkYear: defaultBenchmarkYear,
}
