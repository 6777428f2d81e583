import { db } from '@/lib/db'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { deliversPullRequests } from '@/lib/linking/rules'

export type DeploymentSummary = {
  id: number
  /** As the CI system sent it. */
  deploymentId: string
  service: string | null
  environment: string
  status: DeploymentStatus
  commitSha: string
  startedAt: Date
  completedAt: Date | null
  linkedPRs: number
}

/** The organization's deployments, the latest start first. */
export async function listDeployments(organizationId: number, limit: number): Promise<DeploymentSummary[]> {
  const rows = await db().prisma.deployment.findMany({
    where: { organizationId },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: {
      id: true,
      externalId: true,
      service: true,
      environment: true,
      production: true,
      status: true,
      commitSha: true,
      startedAt: true,
      completedAt: true,
      _count: { select: { links: true } },
    },
  })
  return rows.map(({ id, externalId, production, _count, ...row }) => ({
    id: Number(id),
    deploymentId: externalId,
    ...row,
    linkedPRs: deliversPullRequests({ ...row, production }) ? _count.links : 0,
  }))
}
