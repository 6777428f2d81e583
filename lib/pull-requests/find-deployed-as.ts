import { db } from '@/lib/db'
import { whereDelivers } from '@/lib/deployments/delivers'

/** What a repository was deployed as. */
export type DeployedAs = { service: string | null; environment: string }

/** Service and environment of the latest production success of a repository; null when it has none. */
export function findDeployedAs(repository: {
  organizationId: number
  repositoryId: number
}): Promise<DeployedAs | null> {
  return db().prisma.deployment.findFirst({
    where: { ...repository, ...whereDelivers },
    orderBy: [{ completedAt: 'desc' }, { id: 'desc' }],
    select: { service: true, environment: true },
  })
}
