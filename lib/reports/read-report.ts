import { dayOf } from '@/lib/deployments/days'
import { reading } from '@/lib/deployments/reading'
import type { MetricContext } from '@/lib/metrics/context'
import { levelsReport } from '@/lib/metrics/levels'
import { periodOf, previousPeriod } from '@/lib/metrics/period'
import { settingsOf } from '@/lib/metrics/settings'
import type { Organization } from '@/lib/organizations/find'
import { mayUse } from '@/lib/plans/entitlements'
import { type Needs, type ReportSamples, recipes } from './compute-metrics'
import type { MetricFilters, SubjectName } from './filters'
import { findUnknownNames } from './find-unknown-names'
import { noDeployments } from './load-deployments'
import { loadLeadIn } from './load-lead-in'
import { loadSamples } from './load-samples'
import { loadTeams } from './load-teams'
import type { MetricResults, MetricsReport, ReportPart } from './report'
import { resolveScope } from './scope'

type Subject = Pick<
  Organization,
  'id' | 'slug' | 'plan' | 'trialEndsAt' | 'timeZone' | 'leadTimeFrom' | 'rolledBackFails'
>

const parts: readonly ReportPart[] = [
  'leadTime',
  'changeFailureRate',
  'recoveryTime',
  'reworkRate',
  'coverage',
  'cycleTime',
  'throughput',
  'services',
]

/** All metrics that the plan of the organization includes as of `now`. */
export async function readReport(organization: Subject, filters: MetricFilters, now: Date): Promise<MetricsReport> {
  const included = mayUse(organization, 'metrics', now) ? parts : []
  const { samples, context, unknown } = await readSamples(organization, filters, now, [
    recipes.deploymentFrequency.needs,
    ...included.map((part) => recipes[part].needs),
  ])
  const { period, previousPeriod, settings, dataFrom } = context
  const compute = <Part extends ReportPart>(part: Part): MetricResults[Part] | null =>
    included.includes(part) ? recipes[part].compute(samples, context) : null
  return {
    organization: organization.slug,
    filters,
    unknown,
    settings,
    levelsReport,
    period,
    previousPeriod,
    dataFrom: dataFrom === null ? null : dayOf(new Date(dataFrom), organization.timeZone),
    deploymentFrequency: recipes.deploymentFrequency.compute(samples, context),
    leadTime: compute('leadTime'),
    changeFailureRate: compute('changeFailureRate'),
    recoveryTime: compute('recoveryTime'),
    reworkRate: compute('reworkRate'),
    coverage: compute('coverage'),
    cycleTime: compute('cycleTime'),
    throughput: compute('throughput'),
    services: compute('services'),
    locked: parts.filter((part) => !included.includes(part)),
  }
}

/**
 * What metrics and rows are made of, whatever the plan, and which filters name nothing known. The two periods are read at
 * once, each from one snapshot; what nothing needs is empty.
 */
export async function readSamples(
  organization: Subject,
  filters: MetricFilters,
  now: Date,
  needs: readonly Needs[],
): Promise<{ samples: ReportSamples; context: MetricContext; unknown: SubjectName[] }> {
  const { id, timeZone } = organization
  const settings = settingsOf(organization, filters.leadTime)
  const period = periodOf(filters.firstDay, filters.lastDay, timeZone, now)
  const before = previousPeriod(period)
  const needsLeadIn = needs.some((each) => each.needsLeadIn)
  const [current, previous] = await Promise.all([
    reading(async (read, { copy }) => {
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
      return { samples, dataFrom: scope.dataFrom, teams, unknown }
    }),
    reading(async (read, { copy }) => {
      const scope = await resolveScope(read, id, filters)
      const samples = await loadSamples(
        { read, copy },
        id,
        before,
        scope,
        needs.map(({ previous }) => previous),
      )
      return { samples, leadIn: needsLeadIn ? await loadLeadIn(read, id, before.from, scope) : noDeployments }
    }),
  ])
  return {
    samples: { current: current.samples, previous: previous.samples, leadIn: previous.leadIn, teams: current.teams },
    context: { period, previousPeriod: before, settings, dataFrom: current.dataFrom },
    unknown: current.unknown,
  }
}
