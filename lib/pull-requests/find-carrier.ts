import { loadContained } from '@/lib/commits/load'
import { db } from '@/lib/db'
import { whereDelivers } from '@/lib/deployments/delivers'

type Merged = { organizationId: number; repositoryId: number; mergeCommitSha: string | null; mergedAt: Date }

export type Carrier = { id: number; deploymentId: string }

/** So many deployments after the merge are looked at. */
const mostDeployments = 20

/**
 * The first production success after a merge whose commit contains it: where a pull request that nothing is linked to
 * went live after all. Null when there is none among the next deployments of its repository, or ancestry does not tell.
 */
export async function findCarrier({ mergeCommitSha, mergedAt, ...repository }: Merged): Promise<Carrier | null> {
  if (mergeCommitSha === null) return null
  const successes = await db().prisma.deployment.findMany({
    where: {
      ...repository,
      ...whereDelivers,
      resolvedSha: { not: null },
      completedAt: { gte: mergedAt },
    },
    orderBy: [{ completedAt: 'asc' }, { id: 'asc' }],
    take: mostDeployments,
    select: { id: true, externalId: true, resolvedSha: true },
  })
  for (const { id, externalId, resolvedSha: head } of successes) {
    if (head === null) continue
    const contained = await loadContained(db().people, { ...repository, head, candidates: [mergeCommitSha] })
    if (contained.size > 0) return { id: Number(id), deploymentId: externalId }
  }
  return null
}
