import { AppError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/listed'
import type { Span } from '@/lib/core/page-number'
import { createPauses } from '@/lib/core/pauses'
import { isStorable } from '@/lib/core/storable-text'
import { db } from '@/lib/db/db'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import { readGlobs } from '@/lib/deployments/linking/touches'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Host } from '@/lib/generated/prisma/enums'
import { type SyncView, toPhase } from '@/lib/sources/hosts/sync/sync-view'

/**
 * Where a service lives; `refused` are those of its globs that are no valid patterns by now, and match nothing. In a list
 * that people read `globs` are the first ones, and `leftOut` is how many others there are.
 */
export type ServicePaths = { service: string; globs: string[]; refused: string[]; leftOut: number }

/** So many services with paths of a repository are shown in a list of repositories; the others on their own page. */
export const maxShownPaths = 5

/** So many globs of a service are shown in a list, and so many characters of them. */
const maxShownGlobs = 10
const maxShownLength = 1_000

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
  const shown = span ? maxShownLength : null
  const summaries: RepositorySummary[] = []
  for (const { sync, ...repository } of repositories) {
    const paths = pathsOf.get(repository.id) ?? []
    summaries.push({
      ...repository,
      servicePaths: await toServicePaths(paths, shown),
      servicesWithPaths: paths[0]?.total ?? 0,
      sync: sync && { ...sync, phase: toPhase(sync.phase) },
      pullRequests: countOf.get(repository.id)?._count._all ?? 0,
      lastMergedAt: countOf.get(repository.id)?._max.mergedAt ?? null,
    })
  }
  return summaries
}

type PathsRow = { nameKey: string; globs: string[]; globCount: number }

/** The first so many services with paths of each repository, by name (all, where `limit` is null), and how many there are. */
async function loadFirstPaths(organizationId: number, repositoryIds: readonly number[], limit: number | null) {
  const rows = await db().prisma.$queryRaw<(PathsRow & { repositoryId: number; total: number })[]>`
    SELECT repository_id AS "repositoryId", name_key AS "nameKey", ${globsOf(limit !== null)}, total
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

/** The globs of a row of services with paths, all of them or the first ones, and how many there are. */
function globsOf(first: boolean): Prisma.Sql {
  const globs = first ? Prisma.sql`globs[1:${maxShownGlobs}] AS globs` : Prisma.sql`globs`
  return Prisma.sql`${globs}, cardinality(globs) AS "globCount"`
}

/** Without the globs that come after so many characters, null for all of them. */
async function toServicePaths(rows: readonly PathsRow[], maxLength: number | null): Promise<ServicePaths[]> {
  const pause = createPauses()
  const paths: ServicePaths[] = []
  for (const { nameKey, globs: read, globCount } of rows) {
    await pause()
    const globs = maxLength === null ? read : firstOf(read, maxLength)
    paths.push({ service: nameKey, globs, refused: readGlobs(globs).refused, leftOut: globCount - globs.length })
  }
  return paths
}

function firstOf(globs: readonly string[], maxLength: number): string[] {
  let length = 0
  return globs.filter((glob) => {
    length += glob.length
    return length <= maxLength
  })
}

/**
 * A page of the services with paths in a repository, by name, or one of them with all of its paths. Throws `not_found`
 * for a repository.
 */
export async function readServicePaths(
  organizationId: number,
  repositoryId: number,
  page: number,
  service: string | null = null,
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
  const one = service === null ? null : [service].filter(isStorable)
  const total = await prisma.servicePath.count({
    where: { organizationId, repositoryId, ...(one && { nameKey: { in: one } }) },
  })
  const read = async ({ skip, take }: Span) => {
    const rows = await prisma.$queryRaw<PathsRow[]>`
      SELECT name_key AS "nameKey", ${globsOf(one === null)} FROM service_paths
      WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId}
        AND (${one}::text[] IS NULL OR name_key = ANY (${one}::text[]))
      ORDER BY name_key LIMIT ${take} OFFSET ${skip}`
    return toServicePaths(rows, one === null ? maxShownLength : null)
  }
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
