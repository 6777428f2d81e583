import type { Read } from '@/lib/deployments/reading'
import { loadKnownServices } from '@/lib/services/load-known'
import { isSameTeam } from '@/lib/services/team-name'
import { type SubjectName, subjectNames } from './filters'
import type { Stream } from './load-streams'
import type { Scope, Selection } from './scope'

/**
 * The filters that name what the organization does not have, in their order. A service is known when a deployment names
 * it, wherever it went; an environment when a deployment to production ended in it; a team when a service belongs to it.
 * `all` are its streams, `teams` those of its services. Reads nothing but where a service was never in production.
 */
export async function findUnknown(
  read: Read,
  organizationId: number,
  { service, environment, repository, team }: Selection,
  { all, repositoryId }: Pick<Scope, 'repositoryId'> & { all: readonly Stream[] },
  teams: ReadonlyMap<string, string>,
): Promise<SubjectName[]> {
  const hasService = async () =>
    all.some((stream) => stream.service === service) ||
    (await loadKnownServices(read, organizationId)).some(({ key }) => key === service)
  const isKnown: Record<SubjectName, boolean> = {
    service: service === null || (await hasService()),
    environment: environment === null || all.some((stream) => stream.environment === environment),
    repository: repository === null || repositoryId !== null,
    team: team === null || [...teams.values()].some((known) => isSameTeam(known, team)),
  }
  return subjectNames.filter((name) => !isKnown[name])
}
