import { isDeepStrictEqual } from 'node:util'
import { allAnswered, type Queryable } from '@/lib/db/transaction'
import { loadNewest, type NewestCommits } from '@/lib/deployments/commits/load'
import { findBase, infersBase, type RangeStart } from '@/lib/deployments/linking/find-base'
import { isOneCommit } from '@/lib/deployments/linking/find-range'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import type { Found, ResolvedCommits } from '@/lib/deployments/linking/resolve-commit'
import type { LinkableDeployment } from '@/lib/deployments/linking/rules'
import type { StoredDeployment } from '@/lib/deployments/stored-deployment'

/** A deployment that was just created, and its commits. */
export type CreatedDeployment = { deployment: LinkableDeployment; commits: ResolvedCommits }

/** The same, where its commits were found. */
export function createdDeployment(deployment: LinkableDeployment, found: Found | null): CreatedDeployment | undefined {
  return found === null || typeof found === 'string' ? undefined : { deployment, commits: found }
}

/** Whether it is as it was when it was stored: a person may have corrected it, which leaves its mark. */
export function isUntouched({ deployment }: CreatedDeployment, held: LinkableDeployment | StoredDeployment): boolean {
  return isDeepStrictEqual({ ...deployment, ...held }, deployment)
}

/**
 * What linking looks at of a deployment and its commits, under the lock of their repository; `held` as that returns.
 */
export type LookedAhead = {
  commits: ResolvedCommits
  held: Set<number>
  start: RangeStart
  newest: NewestCommits | undefined
}

/**
 * Holds the repository of a deployment that was just created, finds where its range begins, and reads the commits with
 * which a walk from its own begins: all that it is likely to take, in one round trip. Holds for as long as nothing else
 * happened to the deployment.
 */
export async function lookAhead(
  client: Queryable,
  organizationId: number,
  { deployment, commits }: CreatedDeployment,
): Promise<LookedAhead> {
  const { current, previous } = commits
  const { repositoryId, sha, inGraph } = current
  const isNamed = previous?.inGraph && !isOneCommit({ current, base: previous })
  const mayWalk = inGraph && (isNamed || infersBase(deployment))
  const [held, start, newest] = await allAnswered([
    lockRepositories(client, organizationId, [repositoryId]),
    findBase(client, organizationId, deployment, commits),
    mayWalk ? loadNewest(client, { organizationId, repositoryId, heads: [sha] }) : null,
  ])
  return { commits, held, start, newest: newest ?? undefined }
}
