/** What a number means, in words that can be shown beside it. */
export type Definition = {
  /** Its name in addresses: `lead-time`. */
  slug: MetricSlug
  title: string
  /** One or two sentences. */
  definition: string
  /** `successful production deployments ÷ days`. */
  formula: string
  /** Whether less is better; null for numbers that are neither good nor bad. */
  better: 'higher' | 'lower' | null
  source: Source | null
}

/** `before` is what has to be said before its title: that a number is not the one that the source defines. */
type Source = {
  before?: string
  title: string
  url: string
}

/** The numbers that have a page of their own, with the rows behind them. */
export type MetricSlug =
  | 'deployment-frequency'
  | 'lead-time'
  | 'change-failure-rate'
  | 'recovery-time'
  | 'rework-rate'
  | 'coverage'
  | 'cycle-time'
  | 'throughput'
