import { db } from '@/lib/db/db'
import type { MetricAlert } from '@/lib/generated/prisma/client'
import { alertSubject, isCrossed, scopeText, textOf, titleOf } from '../alerts/list'
import { type Content, foreignText } from '../content'
import { organizationData } from './deployment-row'
import type { Occurrence, Place } from './occurrence'
import { pageUrl } from './page-url'

/** Metric alerts that were crossed, or found back, after `since`. */
export async function findAlerts(place: Place, since: Date): Promise<Occurrence[]> {
  const alerts = await db().prisma.metricAlert.findMany({
    where: {
      organizationId: place.organizationId,
      OR: [{ crossedAt: { gt: since }, returnedAt: null }, { returnedAt: { gt: since } }],
    },
  })
  return alerts.flatMap((alert): Occurrence[] => {
    const at = alert.returnedAt ?? alert.crossedAt
    if (at === null) return []
    const content = describe(place, alert, at)
    return [
      {
        topic: 'metric',
        type: isCrossed(alert) ? 'metric.crossed' : 'metric.returned',
        key: `alert:${alert.id}:${at.getTime()}`,
        at,
        service: alert.service,
        team: alert.team,
        describe: async () => content,
      },
    ]
  })
}

function describe(place: Place, alert: MetricAlert, at: Date): Content {
  const { metric, service, team, above, threshold, value } = alert
  const crossed = isCrossed(alert)
  const narrowed = Object.entries({ service, team }).filter((entry): entry is [string, string] => entry[1] !== null)
  const url = pageUrl(place, `/insights/${metric}?${new URLSearchParams([['range', '30d'], ...narrowed])}`)
  const direction = above ? 'above' : 'below'
  const scope = foreignText(`${titleOf(metric)}${scopeText(alert)}`)
  return {
    at,
    data: {
      organization: organizationData(place),
      alert: { metric, service, team, direction, threshold, value, days: 28, url },
    },
    message: {
      title: crossed
        ? `${scope} is ${direction} ${textOf(metric, threshold)}`
        : `${scope} is no longer ${direction} ${textOf(metric, threshold)}`,
      summary: null,
      facts: [
        ...(value === null ? [] : [{ label: 'Last 28 days', value: textOf(metric, value) }]),
        { label: 'Set to tell', value: foreignText(alertSubject(alert)) },
      ],
      list: null,
      link: { text: 'Open the metric', url },
    },
  }
}
