import { db } from '@/lib/db/db'
import { Random } from '@/lib/demo/random'
import type { Deployment, Prisma, PullRequest, Repository } from '@/lib/generated/prisma/client'
import { createRepository, randomSha } from '@/lib/testing/factories'

const hourMs = 3_600_000

/**
 * Stores a history of everything that numbers are made of, from `from` on for so many days, the same for the same seed:
 * deployments of every status, with and without a service, in two production environments and another, some that run
 * though their end is told, some changed after they were linked; a service that only fails; pull requests of three
 * repositories whose instants are known in part, some live before their merge, some never. The third is called like a
 * service that is deployed from the others.
 */
export async function storeRandomHistory(organizationId: number, seed: string, from: Date, days: number) {
  const random = new Random(seed)
  const repositories = [
    await createRepository(organizationId, 'acme/api'),
    await createRepository(organizationId, 'acme/web'),
  ]
  const namesake = await createRepository(organizationId, 'acme-labs/api', ['cron'])
  const anyInstant = () => new Date(from.getTime() + Math.floor(random.fraction() * days * 24 * hourMs))
  const pullRequests = await db().prisma.pullRequest.createManyAndReturn({
    data: [...repositories, namesake].flatMap((repository) =>
      Array.from({ length: 4 * days }, (_, index) => pullRequestOf(random, repository, index + 1, anyInstant())),
    ),
  })
  const deployments = await db().prisma.deployment.createManyAndReturn({
    data: Array.from({ length: 8 * days }, (_, index) =>
      deploymentOf(random, random.pick(repositories), `run-${index}`, anyInstant()),
    ),
  })
  await db().prisma.deploymentPullRequest.createMany({
    data: deployments.flatMap((deployment) => linksOf(random, deployment, pullRequests)),
  })
  for (const changes of fates) {
    const ids = deployments.map(({ id }) => id).filter(() => random.chance(0.1))
    for (const data of changes) {
      await db().prisma.deployment.updateMany({
        where: { id: { in: ids }, status: { in: ['success', 'failure'] } },
        data,
      })
    }
  }
}

/** What becomes of deployments after they were stored: as events, people and corrections leave them. */
const fates: Prisma.DeploymentUpdateManyMutationInput[][] = [
  [{ status: 'rolled_back' }],
  [{ voidedAt: new Date(0), voidedReason: 'A rehearsal' }],
  [
    { voidedAt: new Date(0), voidedReason: 'A rehearsal' },
    { voidedAt: null, voidedReason: null },
  ],
  [{ environment: 'staging', environmentCorrection: 'staging', production: false }],
  [{ service: 'web', serviceCorrection: 'web' }],
]

function pullRequestOf(random: Random, repository: Repository, number: number, mergedAt: Date) {
  const openedAt = new Date(mergedAt.getTime() - random.duration(20) * hourMs)
  const firstCommitAt = new Date(openedAt.getTime() - random.whole(-6, 30) * hourMs)
  const known = <T>(value: T, share = 0.85) => (random.chance(share) ? value : null)
  const merged = random.chance(0.9)
  return {
    organizationId: repository.organizationId,
    repositoryId: repository.id,
    number,
    title: number % 7 === 0 ? `=SUM(A1;"${number}")\nand, so on` : `Change ${number}`,
    author: 'Ada',
    baseBranch: 'main',
    state: merged ? ('merged' as const) : ('open' as const),
    mergedAt: merged ? mergedAt : null,
    openedAt: known(openedAt),
    firstCommitAt: known(firstCommitAt, 0.7),
    firstReviewAt: known(new Date(openedAt.getTime() + random.whole(-1, 10) * hourMs), 0.6),
    additions: known(random.duration(120, 1.5)),
    deletions: known(random.duration(40, 1.5)),
  }
}

const likelyStatuses = ['success', 'success', 'success', 'failure', 'failure', 'cancelled', 'in_progress'] as const

function deploymentOf(random: Random, repository: Repository, externalId: string, completedAt: Date) {
  const status = random.pick(likelyStatuses)
  const environment = random.pick(['production', 'production', ' Production ', 'prod-eu', 'staging'])
  return {
    organizationId: repository.organizationId,
    externalId,
    commitSha: randomSha(),
    environment,
    production: environment !== 'staging',
    status,
    startedAt: new Date(completedAt.getTime() - 60_000),
    completedAt: status === 'in_progress' && random.chance(0.5) ? null : completedAt,
    service: status === 'failure' && random.chance(0.5) ? 'cron' : random.pick(['api', 'API', 'web', 'worker', null]),
    repositoryId: status === 'success' ? repository.id : null,
    instant: completedAt,
    progress: 2,
  }
}

/** Of the pull requests merged in the day and a half before. A clock may run six hours behind. */
function linksOf(random: Random, deployment: Deployment, pullRequests: readonly PullRequest[]) {
  const { completedAt, organizationId, id: deploymentId, repositoryId, production } = deployment
  if (!completedAt || repositoryId === null || !production) return []
  const mergedBy = completedAt.getTime() + (random.chance(0.4) ? 6 * hourMs : 0)
  return pullRequests.flatMap(({ id: pullRequestId, mergedAt, repositoryId: from }) => {
    const ageMs = mergedBy - (mergedAt?.getTime() ?? 0)
    if (!mergedAt || from !== repositoryId || ageMs < 0 || ageMs > 36 * hourMs || random.chance(0.4)) return []
    const leadTimeSeconds = Math.round((completedAt.getTime() - mergedAt.getTime()) / 1000)
    return [{ organizationId, deploymentId, pullRequestId, method: 'range', leadTimeSeconds }]
  })
}
