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
  source: { title: string; url: string } | null
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
