import { compareNames, type Listed, listFirst } from '@/lib/core/listed'
import { isNextStep, runAtOnce, type Steps } from '@/lib/core/steps'
import type { Bucket } from '@/lib/time/period'
import { valueAt, valuesOf } from './column'
import { deploymentDays, type MetricContext } from './context'
import { type Distribution, distributionsOf } from './distribution'
import { placesAmong } from './groups'
import { allIncidents, closedIn, type Incident, incidentNeeds, incidentsByService } from './incidents'
import { type Leveled, type LeveledMetric, levelOf } from './levels'
import { medianOf } from './median'
import {
  attemptsOf,
  failureShareOf,
  noOutcomes,
  type Outcomes,
  outcomesBy,
  outcomesByGroup,
  outcomesByGroupIn,
  successAndFailed,
} from './outcomes'
import { rank } from './ranking'
import type { Deliveries, Deployments, MetricSamples, Needs } from './samples'
import type { LeadTimeStart } from './settings'
import { leadSeconds, leadTimeLevel } from './time-deliveries'

/** The five numbers of one service in a period; null where there is not enough data. */
export type ServiceHealth = {
  service: string | null
  team: string | null
  /** That ended in the period, whatever became of them. */
  deployments: number
  /** Successes a day. */
  perDay: number | null
  leadTimeP50Seconds: number | null
  /** Pull requests that reached production. */
  deliveries: number
  changeFailureRate: number | null
  recoveryP50Seconds: number | null
  reworkRate: number | null
  openIncidents: number
  /** Latest end of a deployment in the period. Milliseconds since 1970. */
  lastDeployedAt: number | null
  /** Successes and failures for each part of the period. */
  perPart: { success: number; failed: number }[]
  levels: Record<LeveledMetric, Leveled>
}

type Deployed = {
  outcomes: Outcomes
  perPart: Outcomes[]
  lastAt: number
}

type Delivered = {
  deliveries: number
  /** How long pull requests took to production; null for none that can be timed. */
  leadTime: Distribution | null
}

/** What `serviceHealth` reads. */
export const serviceNeeds: Needs = {
  ...incidentNeeds,
  current: { ...incidentNeeds.current, deliveries: 'firstCommitAt' },
}

/**
 * The services that were deployed in the period or the one before, or have an open incident: those with the most
 * deployments first, at most `maxListedServices`.
 */
export function* serviceHealthInSteps(samples: MetricSamples, context: MetricContext): Steps<Listed<ServiceHealth>> {
  const { period, settings } = context
  const { deployments, deliveries } = samples.current
  const incidentsOf = yield* incidentsByService(yield* allIncidents(samples, settings.rolledBackFails))
  const attempts = yield* attemptsByService(samples, incidentsOf)
  const services = listFirst([...attempts], ([a, ofA], [b, ofB]) => ofB - ofA || compareNames(a, b))
  yield
  const listed = services.listed.map(([service]) => service)
  const deployed = yield* deployedBy(listed, deployments, period.parts)
  const delivered = yield* deliveredBy(listed, deliveries, settings.leadTimeFrom)
  const { days } = deploymentDays(context)
  const health: ServiceHealth[] = []
  for (const [index, service] of listed.entries()) {
    yield
    const team = service === null ? null : (samples.teams.get(service) ?? null)
    const known = {
      deployed: deployed[index] ?? null,
      delivered: delivered[index] ?? { deliveries: 0, leadTime: null },
      incidents: incidentsOf.get(service) ?? [],
    }
    health.push({ service, team, ...healthOf(known, days, context) })
  }
  return { listed: health, leftOut: services.leftOut }
}

/** The same in one go, for few samples. */
export function serviceHealth(samples: MetricSamples, context: MetricContext): Listed<ServiceHealth> {
  return runAtOnce(serviceHealthInSteps(samples, context))
}

/** How many deployments of the period each service has: 0 for one of the period before, or with an open incident. */
function* attemptsByService(
  { current, previous }: MetricSamples,
  incidentsOf: ReadonlyMap<string | null, readonly Incident[]>,
): Steps<Map<string | null, number>> {
  const attempts = new Map<string | null, number>()
  let place = 0
  for (const [service, outcomes] of yield* outcomesBy(current.deployments, ({ service }) => service)) {
    if (isNextStep(place++)) yield
    attempts.set(service, attemptsOf(outcomes))
  }
  for (const [service] of yield* outcomesBy(previous.deployments, ({ service }) => service)) {
    if (isNextStep(place++)) yield
    if (!attempts.has(service)) attempts.set(service, 0)
  }
  for (const [service, incidents] of incidentsOf) {
    if (isNextStep(place++)) yield
    if (!attempts.has(service) && incidents.some(({ closedAt }) => closedAt === null)) attempts.set(service, 0)
  }
  return attempts
}

function healthOf(
  {
    deployed,
    delivered: { deliveries, leadTime },
    incidents,
  }: { deployed: Deployed | null; delivered: Delivered; incidents: readonly Incident[] },
  days: number | null,
  { period, settings }: MetricContext,
) {
  const outcomes = deployed?.outcomes ?? noOutcomes
  const { success } = outcomes
  const closed = closedIn(period, incidents)
  const perDay = days === null ? null : success / days
  const leadTimeP50Seconds = leadTime?.p50 ?? null
  const failures = failureShareOf(outcomes, settings.rolledBackFails)
  const recoveryP50Seconds = medianOf(valuesOf(closed, ({ seconds }) => seconds))
  const perPart = deployed?.perPart ?? period.parts.map(() => noOutcomes)
  return {
    deployments: attemptsOf(outcomes),
    perDay,
    leadTimeP50Seconds,
    deliveries,
    changeFailureRate: failures.rate,
    recoveryP50Seconds,
    reworkRate: success === 0 ? null : closed.length / success,
    openIncidents: incidents.filter(({ closedAt }) => closedAt === null).length,
    lastDeployedAt: deployed?.lastAt ?? null,
    perPart: perPart.map((week) => successAndFailed(week, settings.rolledBackFails)),
    levels: {
      deploymentFrequency: levelOf('deploymentFrequency', perDay, success),
      leadTime: leadTimeLevel(settings.leadTimeFrom, leadTimeP50Seconds, leadTime?.count ?? 0),
      changeFailureRate: levelOf('changeFailureRate', failures.rate, failures.of),
      recoveryTime: levelOf('recoveryTime', recoveryP50Seconds, closed.length),
    },
  }
}

/** What each of some services did, as a whole and part by part; null for one that was not deployed. */
function* deployedBy(
  services: readonly (string | null)[],
  deployments: Deployments,
  parts: readonly Bucket[],
): Steps<(Deployed | null)[]> {
  const { completedAt, status } = deployments
  const indexes = yield* placesAmong(services, deployments)
  yield
  const lastAt = new Float64Array(services.length).fill(Number.NEGATIVE_INFINITY)
  for (let sample = 0; sample < completedAt.length; sample += 1) {
    const service = indexes[sample] ?? -1
    if (service >= 0) lastAt[service] = Math.max(valueAt(lastAt, service), valueAt(completedAt, sample))
  }
  const outcomes = outcomesByGroup(status, indexes, services.length)
  yield
  const perPart = outcomesByGroupIn(parts, deployments, indexes, services.length)
  yield
  return outcomes.map((ofService, index) =>
    attemptsOf(ofService) === 0
      ? null
      : { outcomes: ofService, perPart: perPart[index] ?? [], lastAt: valueAt(lastAt, index) },
  )
}

/** How many pull requests of each of some services reached production, and how long they took. */
function* deliveredBy(
  services: readonly (string | null)[],
  deliveries: Deliveries,
  from: LeadTimeStart,
): Steps<Delivered[]> {
  const indexes = yield* placesAmong(services, deliveries)
  yield
  const counts = new Uint32Array(services.length)
  for (const index of indexes) if (index >= 0) counts[index] = (counts[index] ?? 0) + 1
  const distributions = distributionsOf(yield* rank(leadSeconds(deliveries, from)), indexes, services.length)
  return services.map((_, index) => ({
    deliveries: counts[index] ?? 0,
    leadTime: distributions[index] ?? null,
  }))
}
