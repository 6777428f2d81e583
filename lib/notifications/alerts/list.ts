import { db } from '@/lib/db/db'
import type { MetricAlert } from '@/lib/generated/prisma/client'
import { metrics } from '@/lib/insights/metrics/registry'
import { valueText } from '@/lib/insights/metrics/value-text'

export type ListedAlert = {
  id: number
  /** `Change failure rate of api above 15%`. */
  subject: string
  /** What it came to when it was looked at last, in words; null before that, and for too few rows. */
  value: string | null
  checkedAt: Date | null
  /** Since when it is crossed; null while it is not. */
  crossedSince: Date | null
}

/** The metric alerts of an organization in the order they were set. */
export async function listAlerts(organizationId: number): Promise<ListedAlert[]> {
  const alerts = await db().prisma.metricAlert.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  return alerts.map((alert) => ({
    id: alert.id,
    subject: alertSubject(alert),
    value: alert.value === null ? null : textOf(alert.metric, alert.value),
    checkedAt: alert.checkedAt,
    crossedSince: isCrossed(alert) ? alert.crossedAt : null,
  }))
}

/** Whether the last thing that was found is that it is crossed. */
export function isCrossed({ crossedAt, returnedAt }: Pick<MetricAlert, 'crossedAt' | 'returnedAt'>): boolean {
  return crossedAt !== null && returnedAt === null
}

type Described = Pick<MetricAlert, 'metric' | 'service' | 'team' | 'above' | 'threshold'>

/** An alert in words: `Change failure rate of api above 15%`. */
export function alertSubject(alert: Described): string {
  const { metric, above, threshold } = alert
  return `${titleOf(metric)}${scopeText(alert)} ${above ? 'above' : 'below'} ${textOf(metric, threshold)}`
}

/** ` of api`, ` of team Payments`; nothing for the organization. */
export function scopeText({ service, team }: Pick<MetricAlert, 'service' | 'team'>): string {
  if (service !== null) return ` of ${service}`
  return team === null ? '' : ` of team ${team}`
}

/** What a metric is called; its slug where this version does not know it. */
export function titleOf(slug: string): string {
  return metrics.find((metric) => metric.slug === slug)?.title ?? slug
}

/** A value of a metric in words. */
export function textOf(slug: string, value: number): string {
  return valueText(value, metrics.find((metric) => metric.slug === slug)?.unit ?? 'count')
}
