import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { reporting } from '@/lib/db/reporting'
import { metrics } from '@/lib/insights/metrics/registry'
import { settingsOf } from '@/lib/insights/metrics/settings'
import { dayOf } from '@/lib/time/days'
import { periodOf } from '@/lib/time/period'
import { comparedPeriod } from './chosen-days'
import type { MetricFilters } from './filters'
import { findUnknownNames } from './find-unknown-names'
import { loadTeams } from './load-teams'
import type { MetricsReport, ReportPart } from './report'
import { resolveScope } from './scope'

/** What a report says before its numbers are there. */
export type ReportHead = Pick<
  MetricsReport,
  'unknown' | 'settings' | 'locked' | 'period' | 'previousPeriod' | 'dataFrom'
>

type Planned = Pick<Organization, 'plan' | 'trialEndsAt'>
type Subject = Planned & Pick<Organization, 'id' | 'timeZone' | 'leadTimeFrom' | 'rolledBackFails'>

/** The part of a report that costs the same whatever it is about. */
export async function readReportHead(organization: Subject, filters: MetricFilters, now: Date): Promise<ReportHead> {
  const { id, timeZone } = organization
  const period = periodOf(filters.firstDay, filters.lastDay, timeZone, now)
  const { unknown, dataFrom } = await reporting(id, async (read) => {
    const scope = await resolveScope(read, id, filters)
    const unknown = await findUnknownNames(read, id, filters, scope, await loadTeams(read, id))
    return { unknown, dataFrom: scope.dataFrom }
  })
  return {
    unknown,
    settings: settingsOf(organization, filters.leadTime),
    locked: lockedParts(organization, now),
    period,
    previousPeriod: comparedPeriod(filters, period),
    dataFrom: dataFrom === null ? null : dayOf(new Date(dataFrom), timeZone),
  }
}

/** The parts of a report that the plan does not include. */
export function lockedParts(organization: Planned, now: Date): ReportPart[] {
  const locked = metrics
    .filter(({ feature }) => !mayUse(organization, feature, now))
    .map(({ name }) => name as ReportPart)
  return mayUse(organization, 'metrics', now) ? locked : [...locked, 'services']
}
