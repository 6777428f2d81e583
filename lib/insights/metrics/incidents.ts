import type { Period } from '@/lib/time/period'
import { valueAt } from './column'
import { joined, statusAt } from './deployments'
import { samplesByGroup } from './groups'
import { isFailure } from './outcomes'
import type { Deployments, MetricSamples, Needs } from './samples'

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
export function allIncidents(samples: MetricSamples, rolledBackFails: boolean): readonly Incident[] {
  const found = known.get(samples) ?? new Map<boolean, readonly Incident[]>()
  known.set(samples, found)
  const incidents = found.get(rolledBackFails) ?? countedIncidents(samples, rolledBackFails)
  found.set(rolledBackFails, incidents)
  return incidents
}

const known = new WeakMap<MetricSamples, Map<boolean, readonly Incident[]>>()

function countedIncidents({ current, previous, leadIn }: MetricSamples, rolledBackFails: boolean): Incident[] {
  const uncounted = [leadIn, previous.elsewhere, current.elsewhere]
  const uncountedIds = new Set<number | null>(uncounted.flatMap(({ id }) => [...id]))
  const incidents = findIncidents([...uncounted, previous.deployments, current.deployments], rolledBackFails)
  return incidents.filter(({ closedById }) => !uncountedIds.has(closedById))
}

/** Incidents that ended in a period. */
export function closedIn(period: Period, incidents: readonly Incident[]): ClosedIncident[] {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  return incidents.filter(
    (incident): incident is ClosedIncident =>
      incident.closedAt !== null && incident.closedAt >= from && incident.closedAt < to,
  )
}

/**
 * The incidents of all deployments given, in any order, the first to open first: each opens at a failure and closes at
 * the next success of the same service and environment. Deployments without a service are one service.
 */
export function findIncidents(all: readonly Deployments[], rolledBackFails: boolean): Incident[] {
  const deployments = joined(all)
  const samplesByServiceEnvironment = samplesByGroup(
    deployments.serviceEnvironment,
    deployments.serviceEnvironments.length,
  )
  return deployments.serviceEnvironments
    .flatMap(({ service, environment }, index) =>
      incidentsOf(
        deployments,
        inOrder(deployments, samplesByServiceEnvironment[index] ?? noSample),
        rolledBackFails,
      ).map((incident) => ({
        service,
        environment,
        ...incident,
      })),
    )
    .sort((a, b) => a.openedAt - b.openedAt || a.openedById - b.openedById)
}

const noSample = new Uint32Array(0)

type UnplacedIncident = Omit<Incident, 'service' | 'environment'>

/** The incidents of one service environment, whose deployments are given by their indexes in the order of their ends. */
function incidentsOf(deployments: Deployments, indexes: Uint32Array, rolledBackFails: boolean): UnplacedIncident[] {
  const incidents: UnplacedIncident[] = []
  let open: UnplacedIncident | null = null
  for (const index of indexes) {
    const status = statusAt(deployments, index)
    if (isFailure(status, rolledBackFails)) {
      if (open) open.failures += 1
      else {
        open = openedBy(deployments, index)
        incidents.push(open)
      }
    } else if (open && status === 'success') {
      close(open, deployments, index)
      open = null
    }
  }
  return incidents
}

function openedBy({ id, completedAt }: Deployments, index: number): UnplacedIncident {
  return {
    openedAt: valueAt(completedAt, index),
    openedById: valueAt(id, index),
    failures: 1,
    closedAt: null,
    closedById: null,
    seconds: null,
  }
}

function close(incident: UnplacedIncident, { id, completedAt }: Deployments, index: number): void {
  incident.closedAt = valueAt(completedAt, index)
  incident.closedById = valueAt(id, index)
  incident.seconds = (incident.closedAt - incident.openedAt) / 1000
}

/** Sorts indexes by the end of their deployments. */
function inOrder({ id, completedAt }: Deployments, indexes: Uint32Array): Uint32Array {
  const compare = (a: number, b: number) =>
    valueAt(completedAt, a) - valueAt(completedAt, b) || valueAt(id, a) - valueAt(id, b)
  // They mostly are in order.
  for (let place = 1; place < indexes.length; place += 1) {
    if (compare(indexes[place - 1] ?? 0, indexes[place] ?? 0) > 0) return indexes.sort(compare)
  }
  return indexes
}
