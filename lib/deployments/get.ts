import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { type FoundCommit, findCommit } from '@/lib/deployments/find-commit'
import {
  deliversPullRequests,
  keepsPullRequests,
  type NoLinkReason,
  reasonOf,
  stillLinking,
} from '@/lib/deployments/linking/rules'
import { loadBase, type ShownBase } from '@/lib/deployments/load-base'
import { type LinkedPullRequest, loadLinked } from '@/lib/deployments/load-linked'
import { loadTimeline, type TimelineEntry } from '@/lib/deployments/load-timeline'
import { durationSeconds } from '@/lib/deployments/status'
import type { Deployment, Prisma } from '@/lib/generated/prisma/client'

export type DeploymentRecord = Omit<
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
  /** Full name of the repository that its commit is found in. */
  repository: string | null
  /** Where its commit is, where linking did not look since it ships nothing; else null. */
  commit: FoundCommit | null
  linkedPRs: number
  /** Whether it is still to be linked, which happens automatically: what is linked and why not may change. */
  linking: boolean
  /** Why there is no pull request, or not all of them; null where there are all. */
  reason: NoLinkReason | null
  timeline: TimelineEntry[]
}

export type DeploymentDetails = DeploymentRecord & {
  /** Where the range that it shipped begins; null when only its commit counts. */
  base: ShownBase | null
  pullRequests: LinkedPullRequest[]
}

/** One deployment with its timeline and all pull requests it shipped, by the id that was posted. Throws `not_found`. */
export async function getDeployment(organizationId: number, deploymentId: string): Promise<DeploymentDetails> {
  const record = await find({ organizationId_externalId: { organizationId, externalId: deploymentId } })
  return {
    ...record,
    base: await loadBase(organizationId, record.id),
    pullRequests: record.linkedPRs > 0 ? await loadLinked(organizationId, record.id) : [],
  }
}

/**
 * One deployment with its timeline, by the id of the stored record; `loadLinked` has its pull requests. Throws
 * `not_found`, also for another organization's.
 */
export function getDeploymentById(organizationId: number, id: number): Promise<DeploymentRecord> {
  return find({ organizationId_id: { organizationId, id: Number.isSafeInteger(id) ? id : 0 } })
}

async function find(where: Prisma.DeploymentWhereUniqueInput): Promise<DeploymentRecord> {
  const found = await db().prisma.deployment.findUnique({
    where,
    include: {
      repository: { select: { fullName: true } },
      pendingLinks: { select: { created: true }, orderBy: { created: 'desc' }, take: 1 },
    },
  })
  if (!found) throw new AppError('not_found', 'No deployment with this id')
  const { id, externalId, organizationId, instant, progress, generation, repositoryId, ...record } = found
  const { repository, baseDeploymentId, unlinkedReason: stored, pendingLinks, ...fields } = record
  const [mark] = pendingLinks
  const unlinkedReason = mark?.created ? stillLinking : stored
  const state = { ...found, unlinkedReason, voided: found.voidedAt !== null }
  const commit = keepsPullRequests(state) ? null : await findCommit(organizationId, found)
  const linkedPRs = deliversPullRequests(state)
    ? await db().prisma.deploymentPullRequest.count({ where: { organizationId, deploymentId: id } })
    : 0
  return {
    ...fields,
    id: Number(id),
    deploymentId: externalId,
    durationSeconds: durationSeconds(found),
    repository: (commit ? commit.repository : repository?.fullName) ?? null,
    commit,
    linkedPRs,
    linking: mark !== undefined,
    reason: reasonOf(state, linkedPRs),
    timeline: await loadTimeline(organizationId, id),
  }
}
