import { db } from '@/lib/db'
import { loadTimeline, type TimelineEntry } from '@/lib/deployments/load-timeline'
import { durationSeconds } from '@/lib/deployments/status'
import { AppError } from '@/lib/errors'
import type { Deployment, Prisma } from '@/lib/generated/prisma/client'
import { deliversPullRequests, type LinkMethod, type NoLinkReason, unlinkedReasonOf } from '@/lib/linking/rules'

export type LinkedPullRequest = {
  id: number
  repository: string
  number: number
  title: string
  author: string | null
  mergedAt: Date | null
  method: LinkMethod
  leadTimeSeconds: number
  /** The rolled-back deployment that shipped it first. */
  carriedFrom: { id: number; deploymentId: string } | null
}

export type DeploymentDetails = Omit<
  Deployment,
  | 'id'
  | 'organizationId'
  | 'externalId'
  | 'instant'
  | 'progress'
  | 'generation'
  | 'repositoryId'
  | 'baseDeploymentId'
  | 'unlinkedReason'
> & {
  id: number
  /** As the CI system sent it. */
  deploymentId: string
  /** Null while it is not finished, and when the clocks of start and end disagree. */
  durationSeconds: number | null
  repository: string | null
  linkedPRs: number
  /** Why there is no pull request; null when there is one. */
  reason: NoLinkReason | null
  pullRequests: LinkedPullRequest[]
  timeline: TimelineEntry[]
}

/** One deployment with its timeline and the pull requests it shipped, by the id that was posted. Throws `not_found`. */
export function getDeployment(organizationId: number, deploymentId: string): Promise<DeploymentDetails> {
  return find({ organizationId_externalId: { organizationId, externalId: deploymentId } })
}

/** The same by the id of the stored record. Throws `not_found`, also for another organization's. */
export function getDeploymentById(organizationId: number, id: number): Promise<DeploymentDetails> {
  return find({ id: Number.isSafeInteger(id) ? id : 0, organizationId })
}

async function find(where: Prisma.DeploymentWhereUniqueInput): Promise<DeploymentDetails> {
  const found = await db().prisma.deployment.findUnique({
    where,
    include: {
      repository: { select: { fullName: true } },
      links: {
        include: {
          pullRequest: {
            select: {
              id: true,
              number: true,
              title: true,
              author: true,
              mergedAt: true,
              repository: { select: { fullName: true } },
            },
          },
          carriedFrom: { select: { id: true, externalId: true } },
        },
        orderBy: [{ leadTimeSeconds: 'desc' }, { pullRequestId: 'asc' }],
      },
    },
  })
  if (!found) throw new AppError('not_found', 'No deployment with this id')
  const { id, externalId, organizationId: _, instant, progress, generation, repositoryId, ...record } = found
  const { repository, links, baseDeploymentId, unlinkedReason, ...fields } = record
  const state = { ...found, voided: found.voidedAt !== null }
  const counted = deliversPullRequests(state) ? links : []
  return {
    ...fields,
    id: Number(id),
    deploymentId: externalId,
    durationSeconds: durationSeconds(found),
    repository: repository?.fullName ?? null,
    linkedPRs: counted.length,
    reason: counted.length > 0 ? null : unlinkedReasonOf(state),
    pullRequests: counted.map(({ pullRequest, method, leadTimeSeconds, carriedFrom }) => ({
      ...pullRequest,
      repository: pullRequest.repository.fullName,
      method: method as LinkMethod,
      leadTimeSeconds,
      carriedFrom: carriedFrom && { id: Number(carriedFrom.id), deploymentId: carriedFrom.externalId },
    })),
    timeline: await loadTimeline(id),
  }
}
