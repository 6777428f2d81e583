import { db } from '@/lib/db'
import type { Host } from '@/lib/generated/prisma/enums'
import { type SyncView, toPhase } from '@/lib/hosts/sync/read'
import { readGlobs } from '@/lib/linking/touches'
import { type NumberedPage, readNumberedPage, type Span } from '@/lib/numbered-page'
import { createPauses } from '@/lib/pauses'

export type RepositorySummary = {
  id: number
  fullName: string
  /** Its page at the host. */
  webUrl: string | null
  defaultBranch: string | null
  /** What keeps it up to date; null for one that is imported from a clone. */
  connection: { id: number; host: Host; name: string } | null
  monitored: boolean
  /** Other service names that mean it, lower case. */
  aliases: string[]
  /** `refused` are those of the globs that are no valid patterns by now, and match nothing. */
  servicePaths: { service: string; globs: string[]; refused: string[] }[]
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
  servicePaths: { select: { serviceKey: true, globs: true }, orderBy: { serviceKey: 'asc' } },
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
  const counts = await prisma.pullRequest.groupBy({
    by: ['repositoryId'],
    where: { organizationId, ...(span && { repositoryId: { in: repositories.map(({ id }) => id) } }) },
    _count: { _all: true },
    _max: { mergedAt: true },
  })
  const countOf = new Map(counts.map(({ repositoryId, _count, _max }) => [repositoryId, { _count, _max }]))
  const pause = createPauses()
  const summaries: RepositorySummary[] = []
  for (const { servicePaths, sync, ...repository } of repositories) {
    const paths: RepositorySummary['servicePaths'] = []
    for (const { serviceKey, globs } of servicePaths) {
      await pause()
      paths.push({ service: serviceKey, globs, refused: readGlobs(globs).refused })
    }
    summaries.push({
      ...repository,
      servicePaths: paths,
      sync: sync && { ...sync, phase: toPhase(sync.phase) },
      pullRequests: countOf.get(repository.id)?._count._all ?? 0,
      lastMergedAt: countOf.get(repository.id)?._max.mergedAt ?? null,
    })
  }
  return summaries
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
