import { db } from '@/lib/db'
import type { Host } from '@/lib/generated/prisma/enums'
import { type SyncView, toPhase } from '@/lib/hosts/sync/read'
import { readGlobs } from '@/lib/linking/touches'
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

/** All repositories of an organization, by name. */
export async function listRepositories(organizationId: number): Promise<RepositorySummary[]> {
  const { prisma } = db()
  const [repositories, counts] = await Promise.all([
    prisma.repository.findMany({ where: { organizationId }, orderBy: { fullNameKey: 'asc' }, select }),
    prisma.pullRequest.groupBy({
      by: ['repositoryId'],
      where: { organizationId },
      _count: { _all: true },
      _max: { mergedAt: true },
    }),
  ])
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
