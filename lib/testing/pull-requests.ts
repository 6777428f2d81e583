import { db } from '@/lib/db/db'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { Repository } from '@/lib/generated/prisma/client'
import { randomSha } from '@/lib/testing/factories'

type Shipped = {
  deploymentId: string
  /** Minutes after noon of 2 March 2026, UTC. */
  minute: number
  pullRequests: readonly number[]
  service?: string | null
  environment?: string
  status?: DeploymentStatus
  production?: boolean
  voided?: boolean
}

/** Stores a deployment of a repository with links to pull requests, by their ids, as linking would have left it. */
export async function ship(repository: Repository, shipped: Shipped): Promise<number> {
  const { deploymentId, minute, pullRequests, voided = false, ...fields } = shipped
  const completedAt = new Date(Date.UTC(2026, 2, 2, 12, minute))
  const { organizationId, id: repositoryId } = repository
  const { id } = await db().prisma.deployment.create({
    data: {
      organizationId,
      repositoryId,
      externalId: deploymentId,
      commitSha: randomSha(),
      environment: 'production',
      production: true,
      status: 'success',
      service: repository.nameKey,
      ...fields,
      startedAt: completedAt,
      completedAt,
      instant: completedAt,
      progress: 2,
      voidedAt: voided ? completedAt : null,
      links: {
        create: pullRequests.map((pullRequestId) => ({
          pullRequestId,
          method: 'range',
          leadTimeSeconds: minute * 60,
        })),
      },
    },
  })
  return Number(id)
}
