import type { Organization } from '@/lib/accounts/organizations/find'
import { compareNames, type Listed, maxListedServices } from '@/lib/core/listed'
import { createPauses } from '@/lib/core/pauses'
import { runInSteps } from '@/lib/core/run-in-steps'
import { isNextStep, type Steps } from '@/lib/core/steps'
import { groupServiceEnvironments } from '@/lib/insights/metrics/groups'
import { outcomesBy } from '@/lib/insights/metrics/outcomes'
import { deploymentNeeds, type MetricSamples, type Needs, type PeriodSamples } from '@/lib/insights/metrics/samples'
import { type ServiceHealth, serviceHealthInSteps, serviceNeeds } from '@/lib/insights/metrics/service-health'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { lockedParts } from '@/lib/insights/reports/read-head'
import { readSamples } from '@/lib/insights/reports/read-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { dayOf } from '@/lib/time/days'

/** What was brought to production: deployments that succeeded, and pull requests. */
export type Shipped = { deployments: number; pullRequests: number }

/** A team with the numbers of all of its services. */
export type TeamRow = {
  /** Null for what belongs to no team. */
  name: string | null
  /** Those that have the team; of none, those that were deployed in the two periods. */
  services: number
  shipped: Shipped
  shippedBefore: Shipped
  /**
   * As services have it, with the name of the team in the place of a service; null for a quiet team. Of a plan without
   * `services` only deployments count.
   */
  health: ServiceHealth | null
}

export type TeamsReport = Pick<
  MetricsReport,
  'filters' | 'unknown' | 'settings' | 'period' | 'previousPeriod' | 'dataFrom' | 'locked'
> & {
  /** The most deployments first, at most `maxListedServices`; what has no team comes last. */
  teams: Listed<TeamRow>
}

const shippedNeeds: Needs = {
  current: { deployments: true, deliveries: 'deliveredAt' },
  previous: { deployments: true, deliveries: 'deliveredAt' },
}

/** All teams of an organization in a period, from one read of it. */
export async function readTeams(organization: Organization, filters: MetricFilters, now: Date): Promise<TeamsReport> {
  const locked = lockedParts(organization, now)
  const needs = locked.includes('services') ? [deploymentNeeds, shippedNeeds] : [serviceNeeds, shippedNeeds]
  const { samples, context, unknown } = await readSamples(organization, filters, now, needs)
  const { period, previousPeriod, settings, dataFrom } = context
  const pause = createPauses()
  const byTeam = await runInSteps(samplesByTeam(samples), pause)
  const health = await runInSteps(serviceHealthInSteps(byTeam, context), pause)
  const [shipped, before] = [
    await runInSteps(shippedBy(byTeam.current), pause),
    await runInSteps(shippedBy(byTeam.previous), pause),
  ]
  const services = await runInSteps(servicesOf(samples), pause)
  const healthy = new Map(health.listed.map((each) => [each.service, each]))
  const quiet = [...services.keys()].filter((name) => name !== null && !healthy.has(name)).sort(compareNames)
  const names = [...[...healthy.keys(), ...quiet].filter((name) => name !== null), ...(healthy.has(null) ? [null] : [])]
  const listed = names.slice(0, maxListedServices)
  const named = [...services.keys()].filter((name) => name !== null).length
  return {
    filters,
    unknown,
    settings,
    period,
    previousPeriod,
    dataFrom: dataFrom === null ? null : dayOf(new Date(dataFrom), organization.timeZone),
    locked,
    teams: {
      listed: listed.map((name) => ({
        name,
        services: services.get(name) ?? 0,
        shipped: shipped.get(name) ?? nothing,
        shippedBefore: before.get(name) ?? nothing,
        health: healthy.get(name) ?? null,
      })),
      leftOut: named - listed.filter((name) => name !== null).length,
    },
  }
}

const nothing: Shipped = { deployments: 0, pullRequests: 0 }

/**
 * The same samples with the team of each service in its place. Environments keep the service in their names, so that an
 * incident of one ends with the next success of that one, not of another of the team.
 */
function* samplesByTeam({ current, previous, leadIn, between, teams }: MetricSamples): Steps<MetricSamples> {
  const renamed = function* <Of extends MetricSamples['leadIn'] | PeriodSamples['deliveries']>(of: Of): Steps<Of> {
    const serviceEnvironments: Of['serviceEnvironments'][number][] = []
    for (const [index, { service, environment }] of of.serviceEnvironments.entries()) {
      if (isNextStep(index)) yield
      const team = teams.get(service ?? '') ?? null
      serviceEnvironments.push({ service: team, environment: JSON.stringify([service, environment]) })
    }
    yield
    return { ...of, serviceEnvironments }
  }
  const period = function* (samples: PeriodSamples): Steps<PeriodSamples> {
    return {
      ...samples,
      deployments: yield* renamed(samples.deployments),
      elsewhere: yield* renamed(samples.elsewhere),
      deliveries: yield* renamed(samples.deliveries),
    }
  }
  return {
    current: yield* period(current),
    previous: yield* period(previous),
    leadIn: yield* renamed(leadIn),
    between: between && (yield* renamed(between)),
    teams: new Map(),
  }
}

function* shippedBy({ deployments, deliveries }: PeriodSamples): Steps<Map<string | null, Shipped>> {
  const found = new Map<string | null, Shipped>()
  for (const [team, { success }] of yield* outcomesBy(deployments, ({ service }) => service))
    found.set(team, { deployments: success, pullRequests: 0 })
  const { names, indexes } = yield* groupServiceEnvironments(deliveries, ({ service }) => service)
  yield
  const counts = new Uint32Array(names.length)
  for (const index of indexes) counts[index] = (counts[index] ?? 0) + 1
  for (const [index, name] of names.entries())
    found.set(name, { deployments: found.get(name)?.deployments ?? 0, pullRequests: counts[index] ?? 0 })
  return found
}

/** How many services each team has; of no team, those that were deployed. */
function* servicesOf({ current, previous, teams }: MetricSamples): Steps<Map<string | null, number>> {
  const found = new Map<string | null, number>()
  for (const team of teams.values()) found.set(team, (found.get(team) ?? 0) + 1)
  yield
  const without = new Set<string>()
  for (const { deployments } of [current, previous]) {
    for (const [index, { service }] of deployments.serviceEnvironments.entries()) {
      if (isNextStep(index)) yield
      if (service !== null && !teams.has(service)) without.add(service)
    }
  }
  return found.set(null, without.size)
}
