import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { findByCommit } from '@/lib/deployments/linking/find-pull-requests'
import { resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import type { UnlinkedReason } from '@/lib/deployments/linking/rules'

/** Where a commit is found now, and whose it is; or why it is not found. */
export type FoundCommit =
  | {
      /** Full name. */
      repository: string
      sha: string
      /** Fifty at most. */
      pullRequests: { id: number; number: number; title: string; commit: 'merge' | 'head' }[]
      /** Whether there are other pull requests. */
      more: boolean
      reason: null
    }
  | { repository: null; sha: null; pullRequests: []; more: false; reason: UnlinkedReason }

const maxPullRequests = 50

type Deployed = { commitSha: string; service: string | null }

/**
 * Looks the commit of a deployment up that linking has no reason to look at: only production successes ship. Throws as
 * unavailable for one that takes two seconds, such as a short SHA of thousands of repositories.
 */
export async function findCommit(organizationId: number, { commitSha, service }: Deployed): Promise<FoundCommit> {
  const { prisma, people } = db()
  const hasRepositories =
    (await prisma.repository.findFirst({ where: { organizationId }, select: { id: true } })) !== null
  const wanted = { commitSha, previousCommitSha: null, service }
  const resolved = await reading((_, { client }) => resolveCommits(client, { organizationId, hasRepositories }, wanted))
  if (typeof resolved === 'string') return notFound(resolved)
  const { sha, repositoryId } = resolved.current
  const candidates = await findByCommit(people, { organizationId, repositoryId }, sha, maxPullRequests + 1)
  const ids = candidates.slice(0, maxPullRequests).map(({ id }) => id)
  const found = await prisma.pullRequest.findMany({
    where: { organizationId, id: { in: ids } },
    select: { id: true, number: true, title: true, mergeCommitSha: true },
    orderBy: { number: 'asc' },
  })
  const where = { organizationId_id: { organizationId, id: repositoryId } }
  const repository = await prisma.repository.findUnique({ where, select: { fullName: true } })
  if (!repository) return notFound('unknown commit')
  return {
    repository: repository.fullName,
    sha,
    pullRequests: found.map(({ mergeCommitSha, ...pullRequest }) => ({
      ...pullRequest,
      commit: mergeCommitSha === sha ? 'merge' : 'head',
    })),
    more: candidates.length > maxPullRequests,
    reason: null,
  }
}

function notFound(reason: UnlinkedReason): FoundCommit {
  return { repository: null, sha: null, pullRequests: [], more: false, reason }
}
