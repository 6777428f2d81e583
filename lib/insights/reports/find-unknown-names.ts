import { serviceKeyOf } from '@/lib/core/service-key'
import { isSameTeam } from '@/lib/core/team-name'
import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { loadServicesOf } from '@/lib/insights/services/load-known'
import { type SubjectName, subjectNames } from './filters'
import { hasEnded } from './load-service-environments'
import type { Scope, Selection } from './scope'

/**
 * The filters that name what the organization does not have, in their order. A service is known when a deployment that
 * is not void names it, wherever it went; an environment when it is production or a deployment to production ended in
 * it; a team when a service belongs to it. `teams` are those of its services.
 */
export async function findUnknownNames(
  read: Read,
  organizationId: number,
  { service, environment, repository, team }: Selection,
  { repositoryId }: Pick<Scope, 'repositoryId'>,
  teams: ReadonlyMap<string, string>,
): Promise<SubjectName[]> {
  const hasService = async () => service !== null && (await loadServicesOf(read, organizationId, [service])).length > 0
  const hasEnvironment = async () =>
    environment !== null &&
    ((await hasEnded(read, organizationId, environment)) ||
      (await loadProductionNames(read, organizationId)).some((name) => serviceKeyOf(name) === environment))
  const isKnown: Record<SubjectName, boolean> = {
    service: service === null || (await hasService()),
    environment: environment === null || (await hasEnvironment()),
    repository: repository === null || repositoryId !== null,
    team: team === null || [...teams.values()].some((known) => isSameTeam(known, team)),
  }
  return subjectNames.filter((name) => !isKnown[name])
}

async function loadProductionNames(read: Read, organizationId: number): Promise<string[]> {
  const rows = await read<{ name: string }>(Prisma.sql`
    SELECT unnest(production_names) AS name FROM organizations WHERE id = ${organizationId}`)
  return rows.map(({ name }) => name)
}
