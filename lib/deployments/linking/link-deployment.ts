import type { Sender } from '@/lib/accounts/sender'
import { AppError } from '@/lib/core/errors'
import type { Queryable } from '@/lib/db/transaction'
import { markChangedFirst } from '@/lib/deployments/first-deployments/mark-changed-first'
import { findBase, findLinks, infersBase, nothingShipped, type Shipment } from '@/lib/deployments/linking/find-links'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import {
  findRolledBackWith,
  findWindow,
  reattribute,
  reattributeBoundaries,
  reattributeToSuccessors,
} from '@/lib/deployments/linking/reattribute'
import { type ResolvedCommits, resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import {
  deliversPullRequests,
  keepsPullRequests,
  type LinkableDeployment,
  type UnlinkedReason,
} from '@/lib/deployments/linking/rules'
import { type DependentDeployment, lockDependents } from '@/lib/deployments/linking/service-environment'
import { readLinks, storeLinking } from '@/lib/deployments/linking/store-linking'
import { usableSha } from '@/lib/deployments/schema'

/** So often a commit is looked for again that is in another repository than the one that was waited for. */
const maxTries = 3

/**
 * Ties a deployment to the pull requests it shipped, with the method of each, or keeps the reason for none, and hands
 * on what its state gives to or takes from other deployments. Replaces what was linked before. Returns how many count:
 * none unless it is a production success. Needs a transaction that holds the deployment's row. `resolved` spares a
 * look-up where the commits were found already. Throws `unavailable` when the commit does not stay in one repository.
 */
export async function linkDeployment(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  deployment: LinkableDeployment & { created: boolean },
  resolved?: ResolvedCommits,
): Promise<number> {
  const { organizationId } = sender
  const commits = await holdCommits(client, sender, deployment, resolved)
  const repositoryId = repositoryOf(commits)
  const current = commits === null || typeof commits === 'string' ? null : commits.current
  const located = { ...deployment, repositoryId, resolvedSha: current?.sha ?? null }
  if (!deployment.created) await markChangedFirst(client, deployment.id)
  const shipment = await findShipment(client, organizationId, located, commits)
  const before = deployment.created ? [] : await readLinks(client, organizationId, deployment.id)
  const place = { ...located, repositoryId: located.repositoryId ?? deployment.repositoryId }
  const { rolledBackIds, boundaryIds } = await findWindow(client, organizationId, place)
  const count = await replaceLinks(client, organizationId, located, shipment, { before, rolledBackIds })
  await reattributeBoundaries(client, organizationId, boundaryIds)
  for (const dependent of await lockDependents(client, organizationId, located)) {
    await relinkDependent(client, sender, dependent)
  }
  return count
}

type Found = ResolvedCommits | UnlinkedReason | null

/** Finds the commits, and holds their repository and the one where the deployment was. */
async function holdCommits(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  deployment: LinkableDeployment,
  resolved: ResolvedCommits | undefined,
): Promise<Found> {
  if (!keepsPullRequests(deployment)) {
    await lockRepositories(client, [deployment.repositoryId])
    return null
  }
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = (tries === 0 ? resolved : null) ?? (await resolveCommits(client, sender, deployment))
    const repositoryId = repositoryOf(found)
    const held = await lockRepositories(client, [deployment.repositoryId, repositoryId])
    // What was missing may have been stored while this waited; what is stored from now on waits for these locks.
    const commits = isWhole(found, deployment) ? found : await resolveCommits(client, sender, deployment)
    const isThere = repositoryId === null || held.has(repositoryId)
    if (isThere && repositoryOf(commits) === repositoryId) return commits
    // The repository was removed meanwhile, or the commit is found in another one by now.
  }
  throw new AppError('unavailable', 'Its commit moves from one repository to the next. Try again in a minute.')
}

function repositoryOf(found: Found): number | null {
  return found === null || typeof found === 'string' ? null : found.current.repositoryId
}

/** Whether no commit is missing that may be stored later. */
function isWhole(found: Found, { previousCommitSha }: LinkableDeployment): boolean {
  if (found === null || typeof found === 'string') return true
  return found.current.inGraph && (usableSha(previousCommitSha) === null || found.previous?.inGraph === true)
}

async function findShipment(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  commits: Found,
): Promise<Shipment> {
  if (commits === null) return nothingShipped
  if (typeof commits === 'string') return { ...nothingShipped, reason: commits }
  return findLinks(client, organizationId, deployment, commits)
}

async function replaceLinks(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  shipment: Shipment,
  { before, rolledBackIds }: { before: readonly number[]; rolledBackIds: readonly number[] },
): Promise<number> {
  await storeLinking(client, organizationId, deployment, shipment)
  const delivers = deliversPullRequests(deployment)
  const { carried } = await reattribute(client, organizationId, deployment, delivers ? rolledBackIds : [])
  const released = await findRolledBackWith(client, organizationId, before)
  const others = released.filter(({ id }) => id !== deployment.id)
  await reattributeToSuccessors(
    client,
    organizationId,
    deployment.status === 'rolled_back' ? [deployment, ...others] : others,
  )
  return delivers ? shipment.links.length + carried : 0
}

/** Links a dependent deployment again where its range starts at another deployment than before. */
async function relinkDependent(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  dependent: DependentDeployment,
): Promise<void> {
  const { organizationId } = sender
  const { repositoryId, resolvedSha: sha, inGraph } = dependent
  if (repositoryId === null || sha === null || !infersBase(dependent)) return
  const current = { repositoryId, sha, inGraph }
  const base = await findBase(client, organizationId, dependent, { current, previous: null })
  if (base?.deploymentId === dependent.baseDeploymentId && base?.sha === dependent.baseSha) return
  const commits = await resolveCommits(client, sender, dependent)
  if (typeof commits === 'string' || commits.current.repositoryId !== repositoryId) return
  const shipment = await findLinks(client, organizationId, dependent, commits)
  const before = await readLinks(client, organizationId, dependent.id)
  const { rolledBackIds } = await findWindow(client, organizationId, dependent)
  await replaceLinks(client, organizationId, dependent, shipment, { before, rolledBackIds })
}
