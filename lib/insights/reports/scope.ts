import { isSameTeam } from '@/lib/core/team-name'
import type { Read } from '@/lib/db/reading'
import type { MetricFilters, SubjectName } from './filters'
import {
  type DeployedServiceEnvironment,
  type DeploymentKind,
  ended,
  loadFirstAt,
  loadServiceEnvironments,
  maxNamed,
  tooManyServices,
} from './load-service-environments'
import { findRepositoryId, loadSources } from './load-sources'
import { loadTeams } from './load-teams'

/** What the filters of a report select. */
export type Scope = {
  /** Null for all where they are too many to name: anyone with a key can name another one. */
  serviceEnvironments: readonly Pick<DeployedServiceEnvironment, 'service' | 'environment'>[] | null
  /** Whose deployments and deliveries count, with those of no repository, as failed ones; null for all. */
  repositoryId: number | null
  /** Whose merged and opened pull requests count; null for all. */
  repositoryIds: readonly number[] | null
  /** When the first production deployment of the organization ended, in milliseconds; null for none at all. */
  dataFrom: number | null
}

type Chosen = Pick<Scope, 'serviceEnvironments' | 'repositoryId'>
type Listed = Chosen & { serviceEnvironments: NonNullable<Chosen['serviceEnvironments']> }

export type Selection = Pick<MetricFilters, SubjectName>

/**
 * Finds what filters select; what is unknown selects nothing. A pull request has no service before it is deployed: with
 * services or an environment chosen, those of the repositories count that the services are deployed from. Throws
 * `unavailable` as `findChosen` does.
 */
export async function resolveScope(read: Read, organizationId: number, selection: Selection): Promise<Scope> {
  const chosen = await findChosen(read, organizationId, selection, ended)
  return {
    ...chosen,
    repositoryIds: await repositoriesOf(read, organizationId, selection, chosen),
    dataFrom: await loadFirstAt(read, organizationId),
  }
}

/**
 * The service environments with deployments of a kind that filters select, and the repository that they do. Throws
 * `unavailable` where those of the service, the environment and the team are too many to name.
 */
export async function findChosen(
  read: Read,
  organizationId: number,
  selection: Selection,
  kind: DeploymentKind,
): Promise<Chosen> {
  const { service, environment, repository, team } = selection
  const services = team === null ? null : await servicesOfTeam(read, organizationId, team)
  const narrowing = { service, environment, services, limit: maxNamed + 1 }
  const found = await loadServiceEnvironments(read, organizationId, kind, narrowing)
  if (found.length > maxNamed) {
    if (service === null && environment === null && repository === null && team === null)
      return { serviceEnvironments: null, repositoryId: null }
    throw tooManyServices()
  }
  return chooseServiceEnvironments(read, organizationId, selection, found)
}

async function servicesOfTeam(read: Read, organizationId: number, team: string): Promise<string[]> {
  const teams = await loadTeams(read, organizationId)
  return [...teams].flatMap(([service, own]) => (isSameTeam(own, team) ? [service] : []))
}

/** Those of some service environments that filters select, and the repository that they do. */
async function chooseServiceEnvironments(
  read: Read,
  organizationId: number,
  { service, environment, repository, team }: Selection,
  serviceEnvironments: readonly DeployedServiceEnvironment[],
): Promise<Listed> {
  const teams = team === null ? null : await loadTeams(read, organizationId)
  const chosen = serviceEnvironments
    .filter(
      (candidate) =>
        (service === null || candidate.service === service) &&
        (environment === null || candidate.environment === environment) &&
        (team === null || isSameTeam(teams?.get(candidate.service ?? ''), team)),
    )
    .map((candidate) => ({ service: candidate.service, environment: candidate.environment }))
  if (repository === null) return { serviceEnvironments: chosen, repositoryId: null }
  const repositoryId = await findRepositoryId(read, organizationId, repository)
  if (repositoryId === null) return { serviceEnvironments: [], repositoryId }
  const sources = await loadSources(read, organizationId, repositoryId, servicesOf(chosen))
  const deployed = new Set(sources.map((source) => source.service))
  return {
    serviceEnvironments: chosen.filter((candidate) => deployed.has(candidate.service)),
    repositoryId,
  }
}

async function repositoriesOf(
  read: Read,
  organizationId: number,
  { service, environment, repository, team }: Selection,
  { serviceEnvironments, repositoryId }: Chosen,
): Promise<Scope['repositoryIds']> {
  const choosesServices = service !== null || environment !== null || team !== null
  if (repository !== null)
    return repositoryId === null || (choosesServices && serviceEnvironments?.length === 0) ? [] : [repositoryId]
  if (!choosesServices || serviceEnvironments === null) return null
  const sources = await loadSources(read, organizationId, null, servicesOf(serviceEnvironments))
  return [...new Set(sources.map((source) => source.repositoryId))]
}

function servicesOf(serviceEnvironments: Listed['serviceEnvironments']): (string | null)[] {
  return [...new Set(serviceEnvironments.map(({ service }) => service))]
}
