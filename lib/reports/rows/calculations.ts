import type { ChangeFailureRate } from '@/lib/metrics/change-failure-rate'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { DeploymentFrequency } from '@/lib/metrics/deployment-frequency'
import type { ReworkRate } from '@/lib/metrics/rework-rate'
import type { Throughput } from '@/lib/metrics/throughput'
import type { MetricsReport } from '@/lib/reports/report'
import { perDayWords, shareWords } from './calculation'

type Counted = Pick<
  MetricsReport,
  'settings' | 'deploymentFrequency' | 'changeFailureRate' | 'reworkRate' | 'throughput'
>

/** How a number of a report was calculated; null without one, and for medians, which all of their rows make. */
export function calculationOf(slug: MetricSlug, report: Counted): string | null {
  const { settings, deploymentFrequency, changeFailureRate, reworkRate, throughput } = report
  if (slug === 'deployment-frequency') return frequencyWords(deploymentFrequency)
  if (slug === 'change-failure-rate' && changeFailureRate) {
    return failureRateWords(changeFailureRate, deploymentFrequency.outcomes, settings.rolledBackFails)
  }
  if (slug === 'rework-rate' && reworkRate) return reworkWords(reworkRate)
  return slug === 'throughput' && throughput ? throughputWords(throughput) : null
}

export function frequencyWords({ days, outcomes }: Pick<DeploymentFrequency, 'days' | 'outcomes'>): string | null {
  return days === null ? null : perDayWords(outcomes.success, 'successful deployment', days)
}

/** `outcomes` are those of all deployments that the rate is of. */
export function failureRateWords(
  { value, overall }: Pick<ChangeFailureRate, 'value' | 'overall'>,
  { failure, rolledBack }: Pick<DeploymentFrequency['outcomes'], 'failure' | 'rolledBack'>,
  rolledBackFails: boolean,
): string | null {
  const failed: [number, string][] = [[failure, 'failed']]
  if (rolledBackFails) failed.push([rolledBack, 'rolled back'])
  return value === null ? null : shareWords(failed, overall.of, 'deployment')
}

export function reworkWords({ value, rework, of }: Pick<ReworkRate, 'value' | 'rework' | 'of'>): string | null {
  return value === null ? null : shareWords([[rework, 'closed an incident']], of, 'successful deployment')
}

export function throughputWords({ days, merged }: Pick<Throughput, 'days' | 'merged'>): string | null {
  return days === null ? null : perDayWords(merged, 'merged pull request', days)
}
