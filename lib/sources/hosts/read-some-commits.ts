import { db } from '@/lib/db/db'
import { parseRepositoryName } from '@/lib/sources/git-import/repository-name'
import type { HostReader, HostRepository } from './model'

/** Of branches and tags there may be hundreds of thousands: the commits of so many are enough to tell. */
const maxTips = 1_000

/**
 * Some commits of a repository at its host that show whether the one that was imported by the last part of its name is
 * the same: where branches and tags point, and the latest of the default branch. Not read when there is none.
 */
export async function readSomeCommits(
  organizationId: number,
  reader: HostReader,
  { hostId, fullName, defaultBranch }: HostRepository,
): Promise<string[]> {
  const { nameKey } = parseRepositoryName(fullName)
  const namesake = await db().prisma.repository.findUnique({
    where: { organizationId_fullNameKey: { organizationId, fullNameKey: nameKey } },
    select: { connectionId: true },
  })
  if (!namesake || namesake.connectionId !== null) return []
  const tips = await reader.readTips(hostId)
  const tip = tips.get(`refs/heads/${defaultBranch}`)
  const latest = tip === undefined ? [] : (await reader.readCommits(hostId, tip, null)).items
  return [...new Set([...latest.map(({ sha }) => sha), ...[...tips.values()].slice(0, maxTips)])]
}
