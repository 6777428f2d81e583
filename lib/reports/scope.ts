import type { Read } from '@/lib/deployments/reading'
import type { MetricFilters } from './filters'
import { findRepositoryId, loadSources } from './load-sources'
import { loadStreams, type Stream } from './load-streams'
import { loadTeams } from './load-teams'

/** What the filters of a report select. */
export type Scope = {
  streams: readonly Pick<Stream, 'service' | 'environment'>[]
  /** Whose deployments and deliveries count, with those of no repository, as failed ones; null for all. */
  repositoryId: number | null
  /** Whose merged and opened pull requests count; null for all. */
  repositoryIds: readonly number[] | null
  /** When the first production deployment of the organization ended, in milliseconds; null for none at all. */
  dataFrom: number | null
}

export type Selection = Pick<MetricFilters, 'service' | 'environment' | 'repository' | 'team'>

/**
 * Finds what filters select; what is unknown selects nothing. A pull request has no service before it is deployed:
 * with services or an environment chosen, those of the repositories count that the services are deployed from.
 */
export async function resolveScope(read: Read, organizationId: number, selection: Selection): Promise<Scope> {
  const { service, environment, repository, team } = selection
  const streams = await loadStreams(read, organizationId)
  const teams = team === null ? null : await loadTeams(read, organizationId)
  const chosen = streams.filter(
    (stream) =>
      (service === null || stream.service === service) &&
      (environment === null || stream.environment === environment) &&
      (teams === null || (stream.service !== null && teams.get(stream.service) === team)),
  )
  const choosesServices = service !== null || environment !== null || team !== null
  const repositoryId = repository === null ? null : await findRepositoryId(read, organizationId, repository)
  const isUnknown = repository !== null && repositoryId === null
  const services = [...new Set(chosen.map((stream) => stream.service))]
  const sources =
    isUnknown || !(choosesServices || repositoryId !== null)
      ? []
      : await loadSources(read, organizationId, repositoryId, services)
  const deployed = new Set(sources.map((source) => source.service))
  const repositoryIds = [...new Set(sources.map((source) => source.repositoryId))]
  return {
    streams: repository === null ? chosen : chosen.filter((stream) => deployed.has(stream.service)),
    repositoryId,
    repositoryIds: choosesServices || isUnknown ? repositoryIds : repositoryId === null ? null : [repositoryId],
    dataFrom: streams.reduce<number | null>((least, { firstCompletedAt: at }) => Math.min(least ?? at, at), null),
  }
}
