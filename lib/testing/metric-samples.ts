import type { MetricContext, Samples } from '@/lib/metrics/context'
import { periodOf, previousPeriod } from '@/lib/metrics/period'
import type { DeliverySample, DeploymentSample, MergeSample } from '@/lib/metrics/samples'
import { defaultChoices, type MetricChoices } from '@/lib/metrics/settings'

/** Milliseconds since 1970 of "2026-03-02 10:00", which is UTC. */
export function utc(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`)
}

export function deployment(
  id: number,
  status: DeploymentSample['status'],
  completedAt: string,
  other: Partial<DeploymentSample> = {},
): DeploymentSample {
  return {
    id,
    status,
    completedAt: utc(completedAt),
    service: 'api',
    environment: 'production',
    ...other,
  }
}

export function delivery(
  pullRequestId: number,
  mergedAt: string,
  deliveredAt: string,
  other: Partial<DeliverySample> = {},
): DeliverySample {
  return {
    pullRequestId,
    mergedAt: utc(mergedAt),
    deliveredAt: utc(deliveredAt),
    deploymentId: pullRequestId,
    service: 'api',
    environment: 'production',
    openedAt: null,
    firstCommitAt: null,
    ...other,
  }
}

export function merge(pullRequestId: number, mergedAt: string, other: Partial<MergeSample> = {}): MergeSample {
  return {
    pullRequestId,
    mergedAt: utc(mergedAt),
    openedAt: null,
    firstReviewAt: null,
    changedLines: null,
    ...other,
  }
}

/** Samples of a period without any in the one before. */
export function current<Sample>(...samples: Sample[]): Samples<Sample> {
  return { current: samples, previous: [] }
}

/**
 * 2 to 15 March 2026 in Berlin, two whole weeks that are over, for an organization with deployments since January. Any
 * of it can be another.
 */
export function metricContext(
  other: {
    firstDay?: string
    lastDay?: string
    timeZone?: string
    now?: string
    choices?: Partial<MetricChoices>
    dataFrom?: string | null
  } = {},
): MetricContext {
  const { firstDay = '2026-03-02', lastDay = '2026-03-15', timeZone = 'Europe/Berlin', dataFrom } = other
  const period = periodOf(firstDay, lastDay, timeZone, new Date(utc(other.now ?? '2026-04-01 12:00')))
  return {
    period,
    previousPeriod: previousPeriod(period),
    choices: { ...defaultChoices, ...other.choices },
    dataFrom: dataFrom === null ? null : utc(dataFrom ?? '2026-01-05 09:00'),
  }
}
