import { sortInSteps } from '@/lib/core/sort-in-steps'
import { isNextStep, type Steps } from '@/lib/core/steps'
import type { Period } from '@/lib/time/period'
import { valueAt } from './column'
import { joined, statusAt } from './deployments'
import { samplesByGroup } from './groups'
import { isFailure } from './outcomes'
import type { Deployments, MetricSamples, Needs, ServiceEnvironment } from './samples'

/** From the first failure of a service in an environment to its next success. Instants are milliseconds since 1970. */
export type Incident = {
  service: string | null
  environment: string
  openedAt: number
  openedById: number
  /** Deployments that failed until it was over, the first one included. */
  failures: number
  /** Null while it is open. */
  closedAt: number | null
  closedById: number | null
  /** Null while it is open. */
  seconds: number | null
}

/** An incident that is over. */
export type ClosedIncident = Incident & { closedAt: number; closedById: number; seconds: number }

/** Where an incident began depends on what came before, and whether it is over on other repositories. */
export const incidentNeeds: Needs = {
  current: { deployments: true, elsewhere: true },
  previous: { deployments: true, elsewhere: true },
  leadIn: true,
}

/**
 * Incidents that are open, or that one of the deployments closed which count. Others of the same services open and close
 * incidents but count as nothing else: failures before the earlier period that no success has followed, and what came
 * from other repositories where one is chosen. Found once for the same samples: several metrics are made of them.
 */
export function* allIncidents(samples: MetricSamples, rolledBackFails: boolean): Steps<readonly Incident[]> {
  const found = known.get(samples) ?? new Map<boolean, readonly Incident[]>()
  known.set(samples, found)
  const incidents = found.get(rolledBackFails) ?? (yield* countedIncidents(samples, rolledBackFails))
  found.set(rolledBackFails, incidents)
  return incidents
}

const known = new WeakMap<MetricSamples, Map<boolean, readonly Incident[]>>()

function* countedIncidents(
  { current, previous, leadIn, between }: MetricSamples,
  rolledBackFails: boolean,
): Steps<readonly Incident[]> {
  const before = [leadIn, previous.elsewhere, previous.deployments]
  const now = [current.elsewhere, current.deployments]
  const uncounted = [leadIn, previous.elsewhere, current.elsewhere]
  const incidents = yield* between === null
    ? findIncidents([...before, ...now], rolledBackFails)
    : incidentsApart(before, [between, ...now], rolledBackFails)
  const uncountedIds = new Set<number | null>()
  for (const { id } of uncounted) {
    for (const each of id) uncountedIds.add(each)
    yield
  }
  return incidents.filter(({ closedById }) => !uncountedIds.has(closedById))
}

/** Of two periods with time between them: what the earlier one left open ended, or not, in that time. */
function* incidentsApart(before: Deployments[], now: Deployments[], rolledBackFails: boolean): Steps<Incident[]> {
  const earlier = yield* findIncidents(before, rolledBackFails)
  const later = yield* findIncidents(now, rolledBackFails)
  return [...earlier.filter(({ closedAt }) => closedAt !== null), ...later]
}

/** Incidents that ended in a period. */
export function closedIn(period: Period, incidents: readonly Incident[]): ClosedIncident[] {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  return incidents.filter(
    (incident): incident is ClosedIncident =>
      incident.closedAt !== null && incident.closedAt >= from && incident.closedAt < to,
  )
}

/** Those of each service that has any, in their order. */
export function* incidentsByService(incidents: readonly Incident[]): Steps<Map<string | null, Incident[]>> {
  const found = new Map<string | null, Incident[]>()
  for (const [index, incident] of incidents.entries()) {
    if (isNextStep(index)) yield
    const own = found.get(incident.service)
    if (own) own.push(incident)
    else found.set(incident.service, [incident])
  }
  return found
}

/** Service environments and their deployments together. */
const lookedEachStep = 1_000

/**
 * The incidents of all deployments given, in any order, the first to open first: each opens at a failure and closes at
 * the next success of the same service and environment. Deployments without a service are one service.
 */
export function* findIncidents(all: readonly Deployments[], rolledBackFails: boolean): Steps<Incident[]> {
  const deployments = yield* joined(all)
  const { serviceEnvironments } = deployments
  const samplesOf = samplesByGroup(deployments.serviceEnvironment, serviceEnvironments.length)
  yield
  const incidents: Incident[] = []
  let looked = 0
  for (const [index, names] of serviceEnvironments.entries()) {
    const before = looked
    looked += 1 + samplesOf(index).length
    if (Math.floor(looked / lookedEachStep) > Math.floor(before / lookedEachStep)) yield
    const ordered = yield* inOrder(deployments, samplesOf(index))
    yield* addIncidents(incidents, deployments, names, ordered, rolledBackFails)
  }
  return yield* firstFirst(incidents)
}

/** In the order in which they opened. */
function* firstFirst(incidents: readonly Incident[]): Steps<Incident[]> {
  const [openedAt, openedById] = [new Float64Array(incidents.length), new Float64Array(incidents.length)]
  const places = new Uint32Array(incidents.length)
  for (const [place, incident] of incidents.entries()) {
    if (isNextStep(place)) yield
    places[place] = place
    openedAt[place] = incident.openedAt
    openedById[place] = incident.openedById
  }
  const order = yield* sortInSteps(places, byInstants(openedAt, openedById))
  return Array.from(order, (index) => incidents[index] as Incident)
}

/** Adds those of one service environment, whose deployments are given by their indexes in the order of their ends. */
function* addIncidents(
  incidents: Incident[],
  deployments: Deployments,
  names: ServiceEnvironment,
  indexes: Uint32Array,
  rolledBackFails: boolean,
): Steps<void> {
  let open: Incident | null = null
  for (const [place, index] of indexes.entries()) {
    if (isNextStep(place)) yield
    const status = statusAt(deployments, index)
    if (isFailure(status, rolledBackFails)) {
      if (open) open.failures += 1
      else {
        open = openedBy(deployments, names, index)
        incidents.push(open)
      }
    } else if (open && status === 'success') {
      close(open, deployments, index)
      open = null
    }
  }
}

function openedBy(
  { id, completedAt }: Deployments,
  { service, environment }: ServiceEnvironment,
  index: number,
): Incident {
  return {
    service,
    environment,
    openedAt: valueAt(completedAt, index),
    openedById: valueAt(id, index),
    failures: 1,
    closedAt: null,
    closedById: null,
    seconds: null,
  }
}

function close(incident: Incident, { id, completedAt }: Deployments, index: number): void {
  incident.closedAt = valueAt(completedAt, index)
  incident.closedById = valueAt(id, index)
  incident.seconds = (incident.closedAt - incident.openedAt) / 1000
}

/** Sorts indexes by the end of their deployments. */
function* inOrder({ id, completedAt }: Deployments, indexes: Uint32Array): Steps<Uint32Array> {
  const compare = byInstants(completedAt, id)
  // They mostly are in order.
  for (let place = 1; place < indexes.length; place += 1) {
    if (isNextStep(place)) yield
    if (compare(indexes[place - 1] ?? 0, indexes[place] ?? 0) > 0) return yield* sortInSteps(indexes, compare)
  }
  return indexes
}

/** The order of samples by an instant, and those of one instant by their ids. */
function byInstants(instants: Float64Array, ids: Float64Array): (a: number, b: number) => number {
  return (a, b) => valueAt(instants, a) - valueAt(instants, b) || valueAt(ids, a) - valueAt(ids, b)
}
