import type { Read } from '@/lib/db/reading'
import { isSameTeam } from '@/lib/insights/services/team-name'
import type { MetricFilters, SubjectName } from './filters'
import { type DeployedServiceEnvironment, ended, loadServiceEnvironments } from './load-service-environments'
import { findRepositoryId, loadSources } from './load-sources'
import { loadTeams } from './load-teams'

/** What the filters of a report select. */
export type Scope = {
  serviceEnvironments: readonly Pick<DeployedServiceEnvironment, 'service' | 'environment'>[]
  /** Whose deployments and deliveries count, with those of no repository, as failed ones; null for all. */
  repositoryId: number | null
  /** Whose merged and opened pull requests count; null for all. */
  repositoryIds: readonly number[] | null
  /** When the first production deployment of the organization ended, in milliseconds; null for none at all. */
  dataFrom: number | null
}

type Chosen = Pick<Scope, 'serviceEnvironments' | 'repositoryId'>

export type Selection = Pick<MetricFilters, SubjectName>

/**
 * Finds what filters select, and `all` service environments; what is unknown selects nothing. A pull
 * request has no service before it is deployed: with services or an environment chosen, those of the repositories count
 * that the services are deployed from.
 */
export async function resolveScope(
  read: Read,
  organizationId: number,
  selection: Selection,
): Promise<Scope & { all: DeployedServiceEnvironment[] }> {
  const all = await loadServiceEnvironments(read, organizationId, ended)
  const chosen = await chooseServiceEnvironments(read, organizationId, selection, all)
  return {
    all,
    ...chosen,
    repositoryIds: await repositoriesOf(read, organizationId, selection, chosen),
    dataFrom: all.reduce<number | null>((least, { firstAt }) => Math.min(least ?? firstAt, firstAt), null),
  }
}

/** Those of some service environments that filters select, and the repository that they do. */
export async function chooseServiceEnvironments(
  read: Read,
  organizationId: number,
  { service, environment, repository, team }: Selection,
  serviceEnvironments: readonly DeployedServiceEnvironment[],
): Promise<Chosen> {
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
    return repositoryId === null || (choosesServices && serviceEnvironments.length === 0) ? [] : [repositoryId]
  if (!choosesServices) return null
  const sources = await loadSources(read, organizationId, null, servicesOf(serviceEnvironments))
  return [...new Set(sources.map((source) => source.repositoryId))]
}

function servicesOf(serviceEnvironments: Scope['serviceEnvironments']): (string | null)[] {
  return [...new Set(serviceEnvironments.map(({ service }) => service))]
}
