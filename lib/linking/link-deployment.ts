import { carryForward, carryOver, findRolledBackWith } from '@/lib/linking/carry-over'
import { findLinks } from '@/lib/linking/find-links'
import { type LinkingScope, type ResolvedCommits, resolveCommits } from '@/lib/linking/resolve-commit'
import {
  deliversPullRequests,
  type KnownCommit,
  keepsPullRequests,
  type LinkableDeployment,
  type Linking,
} from '@/lib/linking/rules'
import { readLinks, storeLinking } from '@/lib/linking/store-linking'
import type { Queryable } from '@/lib/transaction'

type Found = Linking & { commit: KnownCommit | null }

const nothing: Found = { commit: null, links: [], reason: null }

/**
 * Ties a deployment to the pull requests it shipped, with the method of each, or keeps the reason for none, and hands
 * on what its state gives to or takes from other deployments. Replaces what was linked before. Returns how many count:
 * none unless it is a production success. Needs a transaction that holds the deployment's row. `resolved` spares a
 * look-up where the commits were found already.
 */
export async function linkDeployment(
  client: Queryable,
  scope: LinkingScope,
  deployment: LinkableDeployment & { created: boolean },
  resolved?: ResolvedCommits,
): Promise<number> {
  const { organizationId } = scope
  const found = keepsPullRequests(deployment) ? await find(client, scope, deployment, resolved) : nothing
  const repositoryId = found.commit?.repositoryId ?? null
  await lockRepositories(client, [deployment.repositoryId, repositoryId])
  const before = deployment.created ? [] : await readLinks(client, organizationId, deployment.id)
  const located = { ...deployment, repositoryId, resolvedSha: found.commit?.sha ?? null }
  await storeLinking(client, organizationId, located, found)
  const delivers = deliversPullRequests(deployment)
  const carried = delivers ? await carryOver(client, organizationId, located) : 0
  if (deployment.status === 'rolled_back') await carryForward(client, organizationId, located)
  for (const rolledBack of await findRolledBackWith(client, organizationId, before)) {
    await carryForward(client, organizationId, rolledBack)
  }
  return delivers ? found.links.length + carried : 0
}

async function find(
  client: Queryable,
  scope: LinkingScope,
  deployment: LinkableDeployment,
  resolved?: ResolvedCommits,
): Promise<Found> {
  const commits = resolved ?? (await resolveCommits(client, scope, deployment))
  if (typeof commits === 'string') return { ...nothing, reason: commits }
  return { commit: commits.current, ...(await findLinks(client, scope.organizationId, commits)) }
}

const lockNamespace = 5_323_462

/**
 * What deployments hand to each other is decided for one at a time: two that committed at once would each miss what
 * the other gives. Held to the end of the transaction.
 */
async function lockRepositories(client: Queryable, repositoryIds: (number | null)[]): Promise<void> {
  const ids = [...new Set(repositoryIds)].filter((id) => id !== null).sort((a, b) => a - b)
  if (ids.length === 0) return
  await client.query({
    name: 'lock-repositories',
    text: 'SELECT pg_advisory_xact_lock($1, id) FROM unnest($2::int[]) AS id',
    values: [lockNamespace, ids],
  })
}
