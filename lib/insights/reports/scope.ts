import type { Read } from '@/lib/db/reading'
import { isSameTeam } from '@/lib/insights/services/team-name'
import type { MetricFilters, SubjectName } from './filters'
import { findRepositoryId, loadSources } from './load-sources'
import { ended, loadStreams, type Stream } from './load-streams'
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

type Chosen = Pick<Scope, 'streams' | 'repositoryId'>

export type Selection = Pick<MetricFilters, SubjectName>

/**
 * Finds what filters select, and `all` streams that there are; what is unknown selects nothing. A pull request has no
 * service before it is deployed: with services or an environment chosen, those of the repositories count that the
 * services are deployed from.
 */
export async function resolveScope(
  read: Read,
  organizationId: number,
  selection: Selection,
): Promise<Scope & { all: Stream[] }> {
  const all = await loadStreams(read, organizationId, ended)
  const chosen = await chooseStreams(read, organizationId, selection, all)
  return {
    all,
    ...chosen,
    repositoryIds: await repositoriesOf(read, organizationId, selection, chosen),
    dataFrom: all.reduce<number | null>((least, { firstAt }) => Math.min(least ?? firstAt, firstAt), null),
  }
}

/** Those of some streams that filters select, and the repository that they do. */
export async function chooseStreams(
  read: Read,
  organizationId: number,
  { service, environment, repository, team }: Selection,
  streams: readonly Stream[],
): Promise<Chosen> {
  const teams = team === null ? null : await loadTeams(read, organizationId)
  const chosen = streams
    .filter(
      (stream) =>
        (service === null || stream.service === service) &&
        (environment === null || stream.environment === environment) &&
        (team === null || isSameTeam(teams?.get(stream.service ?? ''), team)),
    )
    .map((stream) => ({ service: stream.service, environment: stream.environment }))
  if (repository === null) return { streams: chosen, repositoryId: null }
  const repositoryId = await findRepositoryId(read, organizationId, repository)
  if (repositoryId === null) return { streams: [], repositoryId }
  const sources = await loadSources(read, organizationId, repositoryId, servicesOf(chosen))
  const deployed = new Set(sources.map((source) => source.service))
  return { streams: chosen.filter((stream) => deployed.has(stream.service)), repositoryId }
}

async function repositoriesOf(
  read: Read,
  organizationId: number,
  { service, environment, repository, team }: Selection,
  { streams, repositoryId }: Chosen,
): Promise<Scope['repositoryIds']> {
  const choosesServices = service !== null || environment !== null || team !== null
  if (repository !== null)
    return repositoryId === null || (choosesServices && streams.length === 0) ? [] : [repositoryId]
  if (!choosesServices) return null
  const sources = await loadSources(read, organizationId, null, servicesOf(streams))
  return [...new Set(sources.map((source) => source.repositoryId))]
}

function servicesOf(streams: Scope['streams']): (string | null)[] {
  return [...new Set(streams.map(({ service }) => service))]
}
