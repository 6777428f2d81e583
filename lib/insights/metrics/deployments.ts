import { isNextStep, type Steps } from '@/lib/core/steps'
import { valueAt } from './column'
import { type DeploymentSample, type Deployments, endStatuses, type ServiceEnvironment } from './samples'

/** One of deployments in columns. */
export function deploymentAt(deployments: Deployments, index: number): DeploymentSample {
  const { service = null, environment = '' } =
    deployments.serviceEnvironments[deployments.serviceEnvironment[index] ?? -1] ?? {}
  return {
    id: valueAt(deployments.id, index),
    service,
    environment,
    status: statusAt(deployments, index),
    completedAt: valueAt(deployments.completedAt, index),
  }
}

/** How one of deployments in columns ended. */
export function statusAt({ status }: Pick<Deployments, 'status'>, index: number): DeploymentSample['status'] {
  return endStatuses[valueAt(status, index)] ?? 'cancelled'
}

/** All deployments one after the other, each service environment once. */
export function* joined(all: readonly Deployments[]): Steps<Deployments> {
  const length = all.reduce((sum, deployments) => sum + deployments.length, 0)
  const serviceEnvironments: ServiceEnvironment[] = []
  const placeOf = placesIn(serviceEnvironments)
  const serviceEnvironment = new Int32Array(length)
  const [id, completedAt, status] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  let end = 0
  for (const deployments of all) {
    const places = new Int32Array(deployments.serviceEnvironments.length)
    for (const [index, names] of deployments.serviceEnvironments.entries()) {
      if (isNextStep(index)) yield
      places[index] = placeOf(names)
    }
    for (let index = 0; index < deployments.length; index += 1) {
      serviceEnvironment[end + index] = places[deployments.serviceEnvironment[index] ?? -1] ?? -1
    }
    id.set(deployments.id, end)
    completedAt.set(deployments.completedAt, end)
    status.set(deployments.status, end)
    end += deployments.length
    yield
  }
  return { length, serviceEnvironment, serviceEnvironments, id, completedAt, status }
}

/** Finds the place of a service environment among others, which it joins when it is new. */
function placesIn(serviceEnvironments: ServiceEnvironment[]): (names: ServiceEnvironment) => number {
  const places = new Map<string, number>()
  return ({ service, environment }) => {
    // No name has a NUL.
    const key = service === null ? environment : `${environment}\0${service}`
    const place = places.get(key) ?? serviceEnvironments.push({ service, environment }) - 1
    places.set(key, place)
    return place
  }
}
