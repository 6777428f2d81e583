import type { LeveledMetric } from '@/lib/insights/metrics/levels'
import type { Unit } from '@/lib/insights/metrics/metric-value'
import type { MetricSlug } from '@/lib/insights/metrics/registry'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'

/** What those numbers are taken from. */
export type HealthNumbers = Pick<
  ServiceHealth,
  'perDay' | 'leadTimeP50Seconds' | 'changeFailureRate' | 'recoveryP50Seconds' | 'reworkRate' | 'deliveries'
>

/** A number that tables show of each service. */
export type ServiceNumber = {
  slug: MetricSlug
  title: string
  unit: Unit
  value(health: HealthNumbers): number | null
  /** Why a service has none; absent where that is the same for all of them. */
  whyMissing?(health: HealthNumbers | null): string
  leveled?: LeveledMetric
}

/** By the word that tables are sorted with in an address. */
export const serviceNumbers = {
  frequency: {
    slug: 'deployment-frequency',
    title: 'Frequency',
    unit: 'per day',
    value: ({ perDay }) => perDay,
  },
  'lead-time': {
    slug: 'lead-time',
    title: 'Lead time',
    unit: 'seconds',
    value: ({ leadTimeP50Seconds }) => leadTimeP50Seconds,
    whyMissing: (health) =>
      health === null || health.deliveries === 0
        ? 'No pull request reached production'
        : 'No first commit of its pull requests is known',
    leveled: 'leadTime',
  },
  'failure-rate': {
    slug: 'change-failure-rate',
    title: 'Change failure rate',
    unit: 'share',
    value: ({ changeFailureRate }) => changeFailureRate,
    whyMissing: () => 'No deployment succeeded or failed',
    leveled: 'changeFailureRate',
  },
  recovery: {
    slug: 'recovery-time',
    title: 'Recovery',
    unit: 'seconds',
    value: ({ recoveryP50Seconds }) => recoveryP50Seconds,
    whyMissing: () => 'No incident was closed',
    leveled: 'recoveryTime',
  },
  rework: {
    slug: 'rework-rate',
    title: 'Rework',
    unit: 'share',
    value: ({ reworkRate }) => reworkRate,
    whyMissing: () => 'No deployment succeeded',
  },
} as const satisfies Record<string, ServiceNumber>

export type ServiceNumberName = keyof typeof serviceNumbers

/** The numbers of each service on Insights, and what their table is sorted by; the first unless an address names another. */
export const numbersOfService = ['frequency', 'lead-time', 'failure-rate', 'recovery', 'rework'] as const
export type NumberName = (typeof numbersOfService)[number]
