import { AppError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/listed'
import type { Span } from '@/lib/core/page-number'
import { createPauses } from '@/lib/core/pauses'
import { db } from '@/lib/db/db'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import { readGlobs } from '@/lib/deployments/linking/touches'
import type { Host } from '@/lib/generated/prisma/enums'
import { type SyncView, toPhase } from '@/lib/sources/hosts/sync/sync-view'

/** Where a service lives; `refused` are those of its globs that are no valid patterns by now, and match nothing. */
export type ServicePaths = { service: string; globs: string[]; refused: string[] }

/** So many services with paths of a repository are shown in a list of repositories; the others on their own page. */
export const maxShownPaths = 5

export type RepositorySummary = {
  id: number
  fullName: string
  /** Its page at the host. */
  webUrl: string | null
  defaultBranch: string | null
  /** What keeps it up to date; null for an import of a clone. */
  connection: { id: number; host: Host; name: string } | null
  monitored: boolean
  /** Other service names that mean it, lower case. */
  aliases: string[]
  /** The first `maxShownPaths` by name on a page of a list. */
  servicePaths: ServicePaths[]
  /** Of how many services there are paths. */
  servicesWithPaths: number
  /** The last import from a clone. */
  importedAt: Date | null
  sync: SyncView | null
  pullRequests: number
  lastMergedAt: Date | null
}

const servicePaths = { select: { nameKey: true, globs: true }, orderBy: { nameKey: 'asc' } } as const

const select = {
  id: true,
  fullName: true,
  webUrl: true,
  defaultBranch: true,
  connection: { select: { id: true, host: true, name: true } },
  monitored: true,
  aliases: true,
  importedAt: true,
  sync: {
    select: { state: true, phase: true, done: true, total: true, problem: true, notBefore: true, finishedAt: true },
  },
} as const

/** The repositories of an organization, by name. */
export async function listRepositories(organizationId: number, span?: Span): Promise<RepositorySummary[]> {
  const { prisma } = db()
  const repositories = await prisma.repository.findMany({
    ...span,
    where: { organizationId },
    orderBy: { fullNameKey: 'asc' },
    select,
  })
  const ids = repositories.map(({ id }) => id)
  const counts = await prisma.pullRequest.groupBy({
    by: ['repositoryId'],
    where: { organizationId, ...(span && { repositoryId: { in: ids } }) },
    _count: { _all: true },
    _max: { mergedAt: true },
  })
  const countOf = new Map(counts.map(({ repositoryId, _count, _max }) => [repositoryId, { _count, _max }]))
  const pathsOf = await loadFirstPaths(organizationId, ids, span ? maxShownPaths : null)
  const summaries: RepositorySummary[] = []
  for (const { sync, ...repository } of repositories) {
    const paths = pathsOf.get(repository.id) ?? []
    summaries.push({
      ...repository,
      servicePaths: await toServicePaths(paths),
      servicesWithPaths: paths[0]?.total ?? 0,
      sync: sync && { ...sync, phase: toPhase(sync.phase) },
      pullRequests: countOf.get(repository.id)?._count._all ?? 0,
      lastMergedAt: countOf.get(repository.id)?._max.mergedAt ?? null,
    })
  }
  return summaries
}

type PathsRow = { repositoryId: number; nameKey: string; globs: string[]; total: number }

/** The first so many services with paths of each repository, by name (all, where `limit` is null), and how many there are. */
async function loadFirstPaths(organizationId: number, repositoryIds: readonly number[], limit: number | null) {
  const rows = await db().prisma.$queryRaw<PathsRow[]>`
    SELECT repository_id AS "repositoryId", name_key AS "nameKey", globs, total
    FROM unnest(${repositoryIds}::int[]) AS listed
    CROSS JOIN LATERAL (
      SELECT repository_id, name_key, globs, count(*) OVER ()::int AS total
      FROM service_paths
      WHERE organization_id = ${organizationId} AND repository_id = listed
      ORDER BY name_key
      LIMIT ${limit}
    ) AS paths`
  return groupBy(rows, ({ repositoryId }) => repositoryId)
}

async function toServicePaths(rows: readonly { nameKey: string; globs: string[] }[]): Promise<ServicePaths[]> {
  const pause = createPauses()
  const paths: ServicePaths[] = []
  for (const { nameKey, globs } of rows) {
    await pause()
    paths.push({ service: nameKey, globs, refused: readGlobs(globs).refused })
  }
  return paths
}

/** A page of the services with paths in a repository, by name. Throws `not_found`. */
export async function readServicePaths(
  organizationId: number,
  repositoryId: number,
  page: number,
): Promise<{ repository: RepositoryName; page: NumberedPage<ServicePaths> }> {
  const { prisma } = db()
  const isId = Number.isSafeInteger(repositoryId) && Math.abs(repositoryId) <= 2_147_483_647
  const repository = isId
    ? await prisma.repository.findFirst({
        where: { organizationId, id: repositoryId },
        select: { id: true, fullName: true },
      })
    : null
  if (!repository) throw new AppError('not_found', 'There is nothing at this address')
  const where = { organizationId, repositoryId }
  const total = await prisma.servicePath.count({ where })
  const read = async (span: Span) =>
    toServicePaths(await prisma.servicePath.findMany({ ...span, where, ...servicePaths }))
  return { repository, page: await readNumberedPage(page, total, read) }
}

/** A page of the repositories of an organization by its number. */
export async function readRepositories(organizationId: number, page: number): Promise<NumberedPage<RepositorySummary>> {
  const total = await db().prisma.repository.count({ where: { organizationId } })
  return readNumberedPage(page, total, (span) => listRepositories(organizationId, span))
}

export type RepositoryName = { id: number; fullName: string }

const maxNames = 300

/** What the repositories of an organization are called, by name, up to a few hundred: enough to choose one from. */
export function listRepositoryNames(organizationId: number): Promise<RepositoryName[]> {
  return db().prisma.repository.findMany({
    where: { organizationId },
    orderBy: { fullNameKey: 'asc' },
    select: { id: true, fullName: true },
    take: maxNames,
  })
}
