import { db } from '@/lib/db'
import { reading } from '@/lib/deployments/reading'
import { AppError } from '@/lib/errors'
import { freshFirstDeployments } from '@/lib/first-deployments/refresh'
import type { PullRequestState } from '@/lib/generated/prisma/enums'
import { deliversPullRequests } from '@/lib/linking/rules'
import { type Carrier, findCarrier } from './find-carrier'
import { type DeployedAs, findDeployedAs } from './find-deployed-as'
import { loadFirstDeployment } from './load-first-deployment'
import { loadShippedBy } from './load-shipped-by'
import { type FirstDeployment, lastRollback, type NotLive, type ShippedBy, whyNotLive } from './shipped-by'
import { type Stage, stagesOf } from './stages'

export type PullRequestDetails = {
  id: number
  /** Full name. */
  repository: string
  number: number
  title: string
  author: string | null
  state: PullRequestState
  baseBranch: string
  defaultBranch: string | null
  firstCommitAt: Date | null
  openedAt: Date | null
  firstReviewAt: Date | null
  mergedAt: Date | null
  closedAt: Date | null
  mergeCommitSha: string | null
  additions: number | null
  deletions: number | null
  /** How many files it changes; null when that is not known. */
  changedPaths: number | null
  /** Its page at the host; null where only git told of it. */
  webUrl: string | null
  /** The deployment that delivered it. */
  delivery: ShippedBy | null
  /** The first deployment of a service that contained it, where none delivered it. */
  liveBefore: FirstDeployment | null
  notLive: NotLive | null
  /** A deployment that contains it although it is not linked to any; looked for when it is merged and not deployed. */
  containedIn: Carrier | null
  /** What its repository was deployed as last. */
  deployedAs: DeployedAs | null
  /** Every deployment that shipped it, in order of completion, those that do not count included. */
  shippedBy: ShippedBy[]
  stages: Stage[]
}

const columns = {
  id: true,
  number: true,
  title: true,
  author: true,
  state: true,
  baseBranch: true,
  firstCommitAt: true,
  openedAt: true,
  firstReviewAt: true,
  mergedAt: true,
  closedAt: true,
  mergeCommitSha: true,
  additions: true,
  deletions: true,
  paths: true,
  pathsKnown: true,
  webUrl: true,
  repositoryId: true,
  repository: { select: { fullName: true, defaultBranch: true } },
} as const

/** One pull request and what became of it. Throws `not_found`, also for another organization's. */
export async function getPullRequest(organizationId: number, id: number): Promise<PullRequestDetails> {
  const known = Number.isInteger(id) && id > 0 && id <= 2_147_483_647
  const where = { id: known ? id : 0, organizationId }
  const found = await db().prisma.pullRequest.findUnique({ where, select: columns })
  if (!found) throw new AppError('not_found', 'No pull request with this id')
  const { repository, repositoryId, paths, pathsKnown, ...pullRequest } = found
  await freshFirstDeployments(organizationId)
  const { shippedBy, first } = await reading(async (read) => ({
    shippedBy: await loadShippedBy(read, found.id),
    first: await loadFirstDeployment(read, found.id),
  }))
  const delivery = shippedBy.find(deliversPullRequests) ?? null
  const liveBefore = delivery ? null : first
  const { mergedAt, mergeCommitSha } = found
  const unlinked =
    mergedAt && shippedBy.length === 0 && !liveBefore
      ? { organizationId, repositoryId, mergeCommitSha, mergedAt }
      : null
  return {
    ...pullRequest,
    repository: repository.fullName,
    defaultBranch: repository.defaultBranch,
    changedPaths: pathsKnown ? paths.length : null,
    delivery,
    liveBefore,
    notLive: delivery || liveBefore ? null : whyNotLive(found, lastRollback(shippedBy)),
    containedIn: unlinked && (await findCarrier(unlinked)),
    deployedAs: await findDeployedAs({ organizationId, repositoryId }),
    shippedBy,
    stages: stagesOf({ ...found, liveAt: delivery?.completedAt ?? null }),
  }
}
