import { db } from '@/lib/db/db'

/** What changes without a user about the repositories of an organization and what they come through. */
export async function readProgress(organizationId: number): Promise<unknown> {
  const { prisma } = db()
  const [syncs, connections] = await Promise.all([
    prisma.repositorySync.findMany({
      where: { repository: { organizationId } },
      orderBy: { repositoryId: 'asc' },
      select: {
        repositoryId: true,
        state: true,
        phase: true,
        done: true,
        total: true,
        problem: true,
        finishedAt: true,
      },
    }),
    prisma.hostConnection.findMany({
      where: { organizationId },
      orderBy: { id: 'asc' },
      select: { id: true, name: true, problem: true, installationId: true, lastDeliveryAt: true },
    }),
  ])
  return { syncs, connections }
}
