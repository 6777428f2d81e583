import { loadFirstToContain } from '@/lib/commits/load'
import { db } from '@/lib/db'
import { whereDelivers } from '@/lib/deployments/delivers'
import { reading } from '@/lib/deployments/reading'

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
  const heads = successes.flatMap(({ resolvedSha }) => resolvedSha ?? [])
  const first = await reading((_read, { client }) =>
    loadFirstToContain(client, { ...repository, heads, sought: mergeCommitSha }),
  )
  const carrier = first !== null && successes.find(({ resolvedSha }) => resolvedSha === first)
  return carrier ? { id: Number(carrier.id), deploymentId: carrier.externalId } : null
}
