import { db } from '@/lib/db'
import { durationSeconds } from '@/lib/deployments/status'
import { AppError } from '@/lib/errors'
import type { Deployment, DeploymentEvent } from '@/lib/generated/prisma/client'
import { deliversPullRequests, type LinkMethod, unlinkedReasonOf } from '@/lib/linking/rules'

const timeline = {
  receivedAt: true,
  status: true,
  environment: true,
  commitSha: true,
  startedAt: true,
  completedAt: true,
} as const

export type LinkedPullRequest = {
  number: number
  title: string
  author: string | null
  mergedAt: Date | null
  method: LinkMethod
  leadTimeSeconds: number
}

export type DeploymentDetails = Omit<
  Deployment,
  'id' | 'organizationId' | 'externalId' | 'instant' | 'progress' | 'repositoryId' | 'unlinkedReason'
> & {
  id: number
  /** As the CI system sent it. */
  deploymentId: string
  /** Null while it is not finished, and when the clocks of start and end disagree. */
  durationSeconds: number | null
  repository: string | null
  linkedPRs: number
  /** Why there is no pull request; null when there is one. */
  reason: string | null
  pullRequests: LinkedPullRequest[]
  /** Every accepted event in order of arrival. */
  timeline: Pick<DeploymentEvent, keyof typeof timeline>[]
}

/** One deployment with its timeline and the pull requests it shipped, by the id that was posted. Throws `not_found`. */
export async function getDeployment(organizationId: number, deploymentId: string): Promise<DeploymentDetails> {
  const found = await db().prisma.deployment.findUnique({
    where: { organizationId_externalId: { organizationId, externalId: deploymentId } },
    include: {
      repository: { select: { fullName: true } },
      events: { orderBy: { id: 'asc' }, select: timeline },
      links: {
        include: { pullRequest: { select: { number: true, title: true, author: true, mergedAt: true } } },
        orderBy: { pullRequest: { number: 'asc' } },
      },
    },
  })
  if (!found) throw new AppError('not_found', 'No deployment with this id')
  const { id, externalId, organizationId: _, instant, progress, repositoryId, unlinkedReason, ...record } = found
  const { repository, events, links, ...fields } = record
  const counted = deliversPullRequests(found) ? links : []
  return {
    ...fields,
    id: Number(id),
    deploymentId: externalId,
    durationSeconds: durationSeconds(found),
    repository: repository?.fullName ?? null,
    linkedPRs: counted.length,
    reason: counted.length > 0 ? null : unlinkedReasonOf(found),
    pullRequests: counted.map(({ pullRequest, method, leadTimeSeconds }) => ({
      ...pullRequest,
      method: method as LinkMethod,
      leadTimeSeconds,
    })),
    timeline: events,
  }
}
