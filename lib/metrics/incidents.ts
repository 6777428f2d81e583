import { isFailure } from './change-failure-rate'
import { groupBy } from './groups'
import type { DeploymentSample } from './samples'

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

/**
 * The incidents of deployments in any order, the first to open first: each opens at a failure and closes at the next
 * success of the same service and environment. Deployments without a service are one service.
 */
export function findIncidents(deployments: readonly DeploymentSample[], rolledBackFails: boolean): Incident[] {
  const incidents: Incident[] = []
  for (const ofService of groupBy(deployments, ({ service }) => service).values()) {
    for (const stream of groupBy(ofService, ({ environment }) => environment).values()) {
      addIncidents(incidents, stream, rolledBackFails)
    }
  }
  return incidents.sort((a, b) => a.openedAt - b.openedAt || a.openedById - b.openedById)
}

function addIncidents(incidents: Incident[], stream: readonly DeploymentSample[], rolledBackFails: boolean): void {
  let open: Incident | null = null
  for (const deployment of inOrder(stream)) {
    if (isFailure(deployment.status, rolledBackFails)) {
      if (open) open.failures += 1
      else {
        open = openedBy(deployment)
        incidents.push(open)
      }
    } else if (open && deployment.status === 'success') {
      close(open, deployment)
      open = null
    }
  }
}

function openedBy({ service, environment, completedAt, id }: DeploymentSample): Incident {
  return {
    service,
    environment,
    openedAt: completedAt,
    openedById: id,
    failures: 1,
    closedAt: null,
    closedById: null,
    seconds: null,
  }
}

function close(incident: Incident, by: DeploymentSample): void {
  incident.closedAt = by.completedAt
  incident.closedById = by.id
  incident.seconds = (by.completedAt - incident.openedAt) / 1000
}

function inOrder(deployments: readonly DeploymentSample[]): readonly DeploymentSample[] {
  const sorted = deployments.every((deployment, index) => {
    const before = deployments[index - 1]
    return !before || byCompletion(before, deployment) <= 0
  })
  return sorted ? deployments : deployments.toSorted(byCompletion)
}

function byCompletion(a: DeploymentSample, b: DeploymentSample): number {
  return a.completedAt - b.completedAt || a.id - b.id
}
