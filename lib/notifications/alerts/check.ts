import { groupBy } from '@/lib/core/listed'
import { db } from '@/lib/db/db'
import type { MetricAlert } from '@/lib/generated/prisma/client'
import { metrics } from '@/lib/insights/metrics/registry'
import { readReport } from '@/lib/insights/reports/read-report'
import { addDays, dayOf } from '@/lib/time/days'
import { crossing } from './crossing'
import { isCrossed } from './list'

const everyMs = 3_600_000
const days = 28

/** Of fewer rows no one is warned: one deployment would be half of them. As few as levels are taken of. */
const minSample = 10

/**
 * Looks at the metric alerts of an organization that are due, once an hour each, over the last 28 days with today, and
 * notes which are crossed and which are back. A metric of too few rows changes nothing.
 */
export async function checkAlerts(organizationId: number, now: Date): Promise<void> {
  const due = await db().prisma.metricAlert.findMany({
    where: { organizationId, OR: [{ checkedAt: null }, { checkedAt: { lt: new Date(now.getTime() - everyMs) } }] },
    orderBy: { id: 'asc' },
  })
  if (due.length === 0) return
  const organization = await db().prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const lastDay = dayOf(now, organization.timeZone)
  const period = { firstDay: addDays(lastDay, 1 - days), lastDay, preset: null }
  for (const alerts of groupBy(due, ({ service, team }) => JSON.stringify([service, team])).values()) {
    const [{ service, team }] = alerts as [MetricAlert]
    const filters = { ...period, service, team, environment: null, repository: null, leadTime: null }
    const report = await readReport(organization, filters, now)
    for (const alert of alerts) {
      const metric = metrics.find(({ slug }) => slug === alert.metric)
      const result = metric ? report[metric.name] : null
      const isEnough = (result?.provenance.sampleSize ?? 0) >= minSample
      await note(alert, isEnough ? (result?.value ?? null) : null, now)
    }
  }
}

async function note(alert: MetricAlert, value: number | null, now: Date): Promise<void> {
  const what = value === null ? null : crossing({ ...alert, isCrossed: isCrossed(alert) }, value)
  const found = { crossed: { crossedAt: now, returnedAt: null }, back: { returnedAt: now } }
  // One that was removed meanwhile stays so.
  await db().prisma.metricAlert.updateMany({
    where: { organizationId: alert.organizationId, id: alert.id },
    data: { value, checkedAt: now, ...(what && found[what]) },
  })
}
