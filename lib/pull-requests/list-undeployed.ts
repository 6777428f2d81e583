import { compareNames, groupBy, type Listed } from '@/lib/core/listed'
import type { Span } from '@/lib/core/page-number'
import { createPauses } from '@/lib/core/pauses'
import { serviceKeyOf } from '@/lib/core/service-key'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import type { Read } from '@/lib/db/reading'
import { reading } from '@/lib/db/reading'
import { delivers } from '@/lib/deployments/delivers'
import { freshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { findRepository } from '@/lib/deployments/linking/find-repository'
import { loadServicesOfTeam } from '@/lib/deployments/services-of-team'
import { Prisma } from '@/lib/generated/prisma/client'
import { findOutside } from './find-outside'
import { findUnshipped } from './find-unshipped'
import { loadRepositoryServices, type RepositoryService, serviceKey } from './load-repository-services'
import { linksOfPullRequest } from './load-shipped-by'

export type UndeployedPullRequest = Pick<Waiting, 'id' | 'number' | 'title' | 'author' | 'mergedAt'> & {
  /** Since the merge. */
  ageSeconds: number
}

/** What a service has yet to deploy. */
export type UndeployedGroup = Pick<RepositoryService, 'repository' | 'service' | 'lastDeployment'> & {
  /** The oldest merge first, at most `maxListed`. */
  pullRequests: UndeployedPullRequest[]
  total: number
}

type Chosen = { repository?: string; service?: string; team?: string }

/** How far back merges are looked at. */
export const waitingDays = 90

/** So many pull requests of a service are listed. */
const maxListed = 100

const dayMs = 86_400_000

/**
 * What is merged into the default branch and not live, for every service that is deployed to production, the longest
 * wait first. A pull request waits for each service that has not shipped it and, where the service has paths, that it
 * touches; what the first deployment of a service contained does not wait for it. Only merges of the
 * last 90 days, and of the services that were deployed last, at most `maxWaitingServices`. `repository` is matched as in
 * `findLive`, `service` and `team` ignore case. Throws `not_found` and `invalid`.
 */
export async function listUndeployed(
  organizationId: number,
  { repository, service, team }: Chosen = {},
): Promise<Listed<UndeployedGroup>> {
  const now = Date.now()
  const windowStart = new Date(now - waitingDays * dayMs)
  await freshFirstDeployments(organizationId)
  const { services, waiting } = await reading(async (read) => {
    const repositoryId = repository === undefined ? null : (await findRepository(read, organizationId, repository)).id
    const keys = team === undefined ? null : await loadServicesOfTeam(read, organizationId, team)
    const chosen = { repositoryId, service: service === undefined ? null : serviceKeyOf(service), keys }
    const services = await loadRepositoryServices(read, organizationId, chosen, windowStart)
    return { services, waiting: await loadWaiting(read, organizationId, services.listed, windowStart) }
  })
  const pause = createPauses()
  const groups: UndeployedGroup[] = []
  for (const own of await withoutOutside(organizationId, services.listed, waiting)) {
    await pause()
    groups.push(toGroup(own.service, own.waiting, now))
  }
  return {
    listed: groups
      .filter(({ total }) => total > 0)
      .sort((a, b) => oldestOf(b) - oldestOf(a) || compareNames(placeOf(a), placeOf(b))),
    leftOut: services.leftOut,
  }
}

/** A page of them by its number, those of a team where it is given, and how many services were not looked at. */
export async function readUndeployed(
  organizationId: number,
  page: number,
  team?: string,
): Promise<NumberedPage<UndeployedGroup> & { leftOut: number }> {
  const { listed, leftOut } = await listUndeployed(organizationId, { team })
  const read = async ({ skip, take }: Span) => listed.slice(skip, skip + take)
  return { ...(await readNumberedPage(page, listed.length, read)), leftOut }
}

function toGroup(own: RepositoryService, pullRequests: readonly Waiting[], now: number): UndeployedGroup {
  const { repository, service, lastDeployment } = own
  return {
    repository,
    service,
    lastDeployment,
    total: pullRequests.length,
    pullRequests: pullRequests.slice(0, maxListed).map(({ id, number, title, author, mergedAt }) => ({
      id,
      number,
      title,
      author,
      mergedAt,
      ageSeconds: Math.round((now - mergedAt.getTime()) / 1000),
    })),
  }
}

/** So many characters of paths are compared with those of services. */
const maxCompared = 256_000_000

type ServiceWaiting = { service: RepositoryService; waiting: Waiting[] }

/** What waits for each service: of one with paths, only what touches them, or whose files are not known. */
async function withoutOutside(
  organizationId: number,
  services: readonly RepositoryService[],
  merged: readonly Waiting[],
): Promise<ServiceWaiting[]> {
  const all = await findUnshipped(services, merged)
  const budget = { left: maxCompared }
  const withPaths = all.filter(({ service }) => service.globs !== null)
  for (const own of groupBy(withPaths, ({ service }) => service.repositoryId).values()) {
    const candidates = own.map(({ service, waiting }) => ({
      globs: service.globs ?? [],
      ids: waiting.map(({ id }) => id),
    }))
    const outside = await findOutside(organizationId, candidates, budget)
    for (const [index, one] of own.entries()) one.waiting = one.waiting.filter(({ id }) => !outside[index]?.has(id))
  }
  return all
}

/** Orders equal waits. */
function placeOf({ repository, service }: UndeployedGroup): string {
  return `${repository} ${service ?? ''}`
}

function oldestOf({ pullRequests }: UndeployedGroup): number {
  return pullRequests[0]?.ageSeconds ?? 0
}

/** A merged pull request that not every service of its repository has shipped. */
type Waiting = {
  id: number
  repositoryId: number
  number: number
  title: string
  author: string | null
  mergedAt: Date
  /** Keys of the services that delivered it, or whose first deployment contained it: of those that are asked for. */
  services: string[]
}

/** So many of the latest merges of a repository are looked at. */
const maxMerges = 2_000

/** The pull requests merged since then that one of the services may wait for, the oldest merge first. */
async function loadWaiting(
  read: Read,
  organizationId: number,
  services: readonly RepositoryService[],
  windowStart: Date,
): Promise<Waiting[]> {
  const requested = [...new Set(services.map(({ repositoryId }) => repositoryId))].map((repositoryId) => {
    const own = services.filter((service) => service.repositoryId === repositoryId)
    return {
      repositoryId,
      branch: own[0]?.defaultBranch,
      keys: own.map(({ serviceKey }) => serviceKey),
    }
  })
  return read<Waiting>(Prisma.sql`
    SELECT p.id, p.repository_id AS "repositoryId", p.number, p.title, p.author, p.merged_at AS "mergedAt",
      shipped.services
    FROM jsonb_to_recordset(${JSON.stringify(requested)}::jsonb)
      AS requested ("repositoryId" int, branch text, keys text[])
    CROSS JOIN LATERAL (
      SELECT p.* FROM pull_requests p
      WHERE p.organization_id = ${organizationId} AND p.repository_id = requested."repositoryId"
        AND p.base_branch = requested.branch AND p.merged_at > ${windowStart}::timestamptz
      ORDER BY p.merged_at DESC LIMIT ${maxMerges}
    ) p
    CROSS JOIN LATERAL (
      SELECT ARRAY(
        SELECT ${serviceKey} FROM ${linksOfPullRequest(organizationId)} AND ${delivers} AND ${serviceKey} = ANY (requested.keys)
        UNION SELECT b.service_key FROM live_before b
        WHERE b.organization_id = ${organizationId} AND b.pull_request_id = p.id
          AND b.service_key = ANY (requested.keys)) AS services
    ) shipped
    WHERE NOT shipped.services @> requested.keys
    ORDER BY p.merged_at, p.id`)
}
