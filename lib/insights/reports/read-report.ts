import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { createPauses } from '@/lib/core/pauses'
import { runInSteps } from '@/lib/core/run-in-steps'
import { reporting } from '@/lib/db/reporting'
import { findGoals } from '@/lib/insights/goals'
import type { MetricContext } from '@/lib/insights/metrics/context'
import { levelsReport } from '@/lib/insights/metrics/levels'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { metrics } from '@/lib/insights/metrics/registry'
import type { MetricSamples, Needs } from '@/lib/insights/metrics/samples'
import { serviceHealthInSteps, serviceNeeds } from '@/lib/insights/metrics/service-health'
import { settingsOf } from '@/lib/insights/metrics/settings'
import { dayOf } from '@/lib/time/days'
import { periodOf } from '@/lib/time/period'
import { comparedPeriod } from './chosen-days'
import type { MetricFilters, SubjectName } from './filters'
import { findUnknownNames } from './find-unknown-names'
import { noDeployments } from './load-deployments'
import { loadLeadIn } from './load-lead-in'
import { loadSamples } from './load-samples'
import { loadTeams } from './load-teams'
import { lockedParts } from './read-head'
import type { MetricsReport, ReportResults } from './report'
import { resolveScope } from './scope'

type Subject = Pick<
  Organization,
  'id' | 'slug' | 'plan' | 'trialEndsAt' | 'timeZone' | 'leadTimeFrom' | 'rolledBackFails'
>

/** All metrics that the plan of the organization includes as of `now`. */
export async function readReport(organization: Subject, filters: MetricFilters, now: Date): Promise<MetricsReport> {
  const included = metrics.filter(({ feature }) => mayUse(organization, feature, now))
  const hasServices = mayUse(organization, 'metrics', now)
  const { samples, context, unknown } = await readSamples(organization, filters, now, [
    ...included.map(({ needs }) => needs),
    ...(hasServices ? [serviceNeeds] : []),
  ])
  const { period, previousPeriod, settings, dataFrom } = context
  const pause = createPauses()
  const results: [string, MetricValue | null][] = []
  for (const metric of metrics) {
    await pause()
    const steps = included.includes(metric) && metric.computeInSteps(samples, context)
    results.push([metric.name, steps ? await runInSteps(steps, pause) : null])
  }
  const computed = Object.fromEntries(results) as ReportResults
  await pause()
  const services = hasServices ? await runInSteps(serviceHealthInSteps(samples, context), pause) : null
  return {
    organization: organization.slug,
    filters,
    unknown,
    settings,
    levelsReport,
    period,
    previousPeriod,
    dataFrom: dataFrom === null ? null : dayOf(new Date(dataFrom), organization.timeZone),
    goals: await findGoals(organization.id, filters, settings),
    ...computed,
    services: services?.listed ?? null,
    servicesLeftOut: services?.leftOut ?? computed.deploymentFrequency.servicesLeftOut,
    locked: lockedParts(organization, now),
  }
}

/**
 * What metrics and rows are made of, whatever the plan, and which filters name nothing known. The two periods are read
 * at once, each from one snapshot; what nothing needs is empty.
 */
export async function readSamples(
  organization: Subject,
  filters: MetricFilters,
  now: Date,
  needs: readonly Needs[],
): Promise<{ samples: MetricSamples; context: MetricContext; unknown: SubjectName[] }> {
  const { id, timeZone } = organization
  const settings = settingsOf(organization, filters.leadTime)
  const period = periodOf(filters.firstDay, filters.lastDay, timeZone, now)
  const before = comparedPeriod(filters, period)
  const isApart = before.to < period.from || before.to > period.from
  const needsLeadIn = needs.some(({ leadIn }) => leadIn)
  const [current, previous] = await Promise.all([
    reporting(id, async (read, { copy }) => {
      const scope = await resolveScope(read, id, filters)
      const samples = await loadSamples(
        { read, copy },
        id,
        period,
        scope,
        needs.map(({ current }) => current),
      )
      const teams = await loadTeams(read, id)
      const unknown = await findUnknownNames(read, id, filters, scope, teams)
      const between = needsLeadIn && isApart ? await loadLeadIn(copy, id, period.from, scope) : null
      return { samples, between, dataFrom: scope.dataFrom, teams, unknown }
    }),
    reporting(id, async (read, { copy }) => {
      const scope = await resolveScope(read, id, filters)
      const samples = await loadSamples(
        { read, copy },
        id,
        before,
        scope,
        needs.map(({ previous = {} }) => previous),
      )
      return { samples, leadIn: needsLeadIn ? await loadLeadIn(copy, id, before.from, scope) : noDeployments }
    }),
  ])
  return {
    samples: {
      current: current.samples,
      previous: previous.samples,
      leadIn: previous.leadIn,
      between: current.between,
      teams: current.teams,
    },
    context: { period, previousPeriod: before, settings, dataFrom: current.dataFrom },
    unknown: current.unknown,
  }
}
