import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { loadFirstToContain } from '@/lib/deployments/commits/load'
import { whereDelivers } from '@/lib/deployments/delivers'
import { freshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { deliversPullRequests } from '@/lib/deployments/linking/rules'
import type { PullRequestState } from '@/lib/generated/prisma/enums'
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
  /** Its page at the host; null where only git knows it. */
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
  const where = { organizationId_id: { organizationId, id: known ? id : 0 } }
  const found = await db().prisma.pullRequest.findUnique({ where, select: columns })
  if (!found) throw new AppError('not_found', 'No pull request with this id')
  const { repository, repositoryId, paths, pathsKnown, ...pullRequest } = found
  await freshFirstDeployments(organizationId)
  const { shippedBy, first } = await reading(async (read) => ({
    shippedBy: await loadShippedBy(read, organizationId, found.id),
    first: await loadFirstDeployment(read, organizationId, found.id),
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

type Merged = { organizationId: number; repositoryId: number; mergeCommitSha: string | null; mergedAt: Date }

type Carrier = { id: number; deploymentId: string }

/** So many deployments after the merge are looked at. */
const maxDeployments = 20

/**
 * The first production success after a merge whose commit contains it: where a pull request that nothing is linked to
 * went live after all. Null when there is none among the next deployments of its repository, or ancestry is unknown.
 */
async function findCarrier({ mergeCommitSha, mergedAt, ...repository }: Merged): Promise<Carrier | null> {
  if (mergeCommitSha === null) return null
  const successes = await db().prisma.deployment.findMany({
    where: {
      ...repository,
      ...whereDelivers,
      resolvedSha: { not: null },
      completedAt: { gte: mergedAt },
    },
    orderBy: [{ completedAt: 'asc' }, { id: 'asc' }],
    take: maxDeployments,
    select: { id: true, externalId: true, resolvedSha: true },
  })
  const heads = successes.flatMap(({ resolvedSha }) => resolvedSha ?? [])
  const first = await reading((_read, { client }) =>
    loadFirstToContain(client, { ...repository, heads, sought: mergeCommitSha }),
  )
  const carrier = first !== null && successes.find(({ resolvedSha }) => resolvedSha === first)
  return carrier ? { id: Number(carrier.id), deploymentId: carrier.externalId } : null
}

/** What a repository was deployed as. */
type DeployedAs = { service: string | null; environment: string }

/** Service and environment of the latest production success of a repository; null when it has none. */
function findDeployedAs(repository: { organizationId: number; repositoryId: number }): Promise<DeployedAs | null> {
  return db().prisma.deployment.findFirst({
    where: { ...repository, ...whereDelivers },
    orderBy: [{ completedAt: 'desc' }, { id: 'desc' }],
    select: { service: true, environment: true },
  })
}
