import { reading } from '@/lib/deployments/reading'
import { freshFirstDeployments } from '@/lib/first-deployments/refresh'
import { touches } from '@/lib/linking/touches'
import { serviceKeyOf } from '@/lib/services/service-key'
import { findRepository } from './find-repository'
import { loadRepositoryServices, type RepositoryService } from './load-repository-services'
import { loadWaiting, type Waiting } from './load-waiting'

export type UndeployedPullRequest = Pick<Waiting, 'id' | 'number' | 'title' | 'author' | 'mergedAt'> & {
  /** Since the merge. */
  ageSeconds: number
}

/** What a service has yet to deploy. */
export type UndeployedGroup = Pick<RepositoryService, 'repository' | 'service' | 'lastDeployment'> & {
  /** The oldest merge first, at most `mostListed`. */
  pullRequests: UndeployedPullRequest[]
  total: number
}

/** How far back merges are looked at. */
export const waitingDays = 90

/** So many pull requests of a service are listed. */
const mostListed = 100

const dayMs = 86_400_000

/**
 * What is merged into the default branch and not live, for every service that is deployed to production, the longest
 * wait first. A pull request waits for each service that has not shipped it and, where the service has paths, that it
 * touches; what the first deployment of a service contained does not wait for it. Only merges of the
 * last 90 days. `repository` is matched as in `findLive`, `service` ignores case. Throws `not_found` and `invalid`.
 */
export async function listUndeployed(
  organizationId: number,
  { repository, service }: { repository?: string; service?: string } = {},
): Promise<UndeployedGroup[]> {
  const now = Date.now()
  const windowStart = new Date(now - waitingDays * dayMs)
  await freshFirstDeployments(organizationId)
  const { services, waiting } = await reading(async (read) => {
    const repositoryId = repository === undefined ? null : (await findRepository(read, organizationId, repository)).id
    const services = await loadRepositoryServices(read, organizationId, repositoryId, windowStart)
    return { services, waiting: await loadWaiting(read, services, windowStart) }
  })
  const key = service === undefined ? undefined : serviceKeyOf(service)
  const groups: UndeployedGroup[] = []
  for (const own of services) {
    if (key === undefined || own.serviceKey === key) groups.push(toGroup(own, await waitingFor(own, waiting), now))
  }
  return groups.filter(({ total }) => total > 0).sort((a, b) => oldestOf(b) - oldestOf(a))
}

function toGroup(own: RepositoryService, pullRequests: readonly Waiting[], now: number): UndeployedGroup {
  const { repository, service, lastDeployment } = own
  return {
    repository,
    service,
    lastDeployment,
    total: pullRequests.length,
    pullRequests: pullRequests.slice(0, mostListed).map(({ id, number, title, author, mergedAt }) => ({
      id,
      number,
      title,
      author,
      mergedAt,
      ageSeconds: Math.round((now - mergedAt.getTime()) / 1000),
    })),
  }
}

async function waitingFor(
  { repositoryId, serviceKey, globs }: RepositoryService,
  waiting: readonly Waiting[],
): Promise<Waiting[]> {
  const touchService = globs && touches(globs)
  const own: Waiting[] = []
  for (const pullRequest of waiting) {
    const { repositoryId: where, services, paths } = pullRequest
    if (where !== repositoryId || services.includes(serviceKey)) continue
    if (!touchService || !paths || (await touchService(paths))) own.push(pullRequest)
  }
  return own
}

function oldestOf({ pullRequests }: UndeployedGroup): number {
  return pullRequests[0]?.ageSeconds ?? 0
}
