import type { Sender } from '@/lib/accounts/sender'
import { AppError } from '@/lib/core/errors'
import { allAnswered, type Queryable } from '@/lib/db/transaction'
import { markChangedFirst } from '@/lib/deployments/first-deployments/mark-changed-first'
import { findBase } from '@/lib/deployments/linking/find-base'
import { findLinks, nothingShipped, type Shipment } from '@/lib/deployments/linking/find-links'
import { type Change, type DependentDeployment, lockDependents } from '@/lib/deployments/linking/lock-dependents'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import type { LookedAhead } from '@/lib/deployments/linking/look-ahead'
import { type Found, resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import { deliversPullRequests, keepsPullRequests, type LinkableDeployment } from '@/lib/deployments/linking/rules'
import { storeLinking } from '@/lib/deployments/linking/store-linking'
import { usableSha } from '@/lib/deployments/schema'

/** So often a commit is looked for again that is in another repository than the one that was waited for. */
const maxTries = 3

/**
 * How many pull requests of a deployment count, whether its commit was found in a repository, which is held, and how many
 * rows are stored more than before, also of others that depend on it.
 */
type LinkedDeployment = { linkedPRs: number; found: boolean; rows: number }

/**
 * Ties a deployment to the pull requests it shipped, with the method of each, or keeps the reason for none, and links
 * those again whose range begins elsewhere because of it. Replaces what was linked before. None count unless it is a
 * production success. Needs a transaction that holds the deployment's row. `ahead` spares what was looked at
 * already. Throws `unavailable` when the commit does not stay in one repository.
 */
export async function linkDeployment(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  deployment: LinkableDeployment & { created: boolean },
  change: Change,
  ahead?: LookedAhead,
): Promise<LinkedDeployment> {
  const { organizationId } = sender
  const { found, held } = await holdCommits(client, sender, deployment, ahead)
  const commits = keepsPullRequests(deployment) ? found : null
  const current = commits === null || typeof commits === 'string' ? null : commits.current
  const located = {
    ...deployment,
    repositoryId: current?.repositoryId ?? null,
    resolvedSha: current?.sha ?? null,
  }
  if (!deployment.created) await markChangedFirst(client, organizationId, deployment.id)
  const shipment = await findShipment(client, organizationId, located, commits, ahead)
  const [stored, dependents] = await allAnswered([
    storeLinking(client, organizationId, { deployment: located, shipment, first: deployment.created }),
    lockDependents(
      client,
      organizationId,
      { deployments: [located], areNew: deployment.created, heldRepositoryIds: [...held] },
      change,
    ),
  ])
  const rows = stored + (await relinkDependents(client, sender, dependents))
  const linkedPRs = deliversPullRequests(deployment) ? shipment.links.length : 0
  return { linkedPRs, found: repositoryOf(found) !== null, rows }
}

/**
 * Finds the commits, and holds their repository and the one where the deployment was: also of a deployment that keeps
 * no links, as those that name its commit are there.
 */
async function holdCommits(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  deployment: LinkableDeployment,
  ahead: LookedAhead | undefined,
): Promise<{ found: Found; held: Set<number> }> {
  const { organizationId } = sender
  for (let tries = 0; tries < maxTries; tries += 1) {
    const first = tries === 0 ? ahead : undefined
    const found = first?.commits ?? (await resolveCommits(client, sender, deployment))
    const repositoryId = repositoryOf(found)
    const held =
      first?.held ?? (await lockRepositories(client, organizationId, [deployment.repositoryId, repositoryId]))
    // What was missing may have been stored while this waited; what is stored from now on waits for these locks.
    const commits = isWhole(found, deployment) ? found : await resolveCommits(client, sender, deployment)
    const isThere = repositoryId === null || held.has(repositoryId)
    if (isThere && repositoryOf(commits) === repositoryId) return { found: commits, held }
    // The repository was removed meanwhile, or the commit is found in another one by now.
  }
  throw new AppError('unavailable', 'Its commit moves from one repository to the next. Try again in a minute.')
}

function repositoryOf(found: Found): number | null {
  return typeof found === 'string' ? null : found.current.repositoryId
}

/** Whether no commit is missing that may be stored later. */
function isWhole(found: Found, { previousCommitSha }: LinkableDeployment): boolean {
  if (typeof found === 'string') return true
  return found.current.inGraph && (usableSha(previousCommitSha) === null || found.previous?.inGraph === true)
}

async function findShipment(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  commits: Found | null,
  ahead: LookedAhead | undefined,
): Promise<Shipment> {
  if (commits === null) return nothingShipped
  if (typeof commits === 'string') return { ...nothingShipped, reason: commits }
  // What was looked at for other commits does not hold.
  return findLinks(client, organizationId, deployment, commits, {
    ahead: commits === ahead?.commits ? ahead : undefined,
  })
}

/**
 * Links dependent deployments, which are locked, again where their range begins elsewhere than before. Returns how many
 * rows are stored more.
 */
export async function relinkDependents(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  dependents: readonly DependentDeployment[],
): Promise<number> {
  let rows = 0
  for (const dependent of dependents) rows += await relinkDependent(client, sender, dependent)
  return rows
}

async function relinkDependent(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  dependent: DependentDeployment,
): Promise<number> {
  const { organizationId } = sender
  const commits = await resolveCommits(client, sender, dependent)
  if (typeof commits === 'string' || commits.current.repositoryId !== dependent.repositoryId) return 0
  const { base, certain } = await findBase(client, organizationId, dependent, commits)
  const isSame =
    (base?.sha ?? null) === dependent.baseSha && (base?.deploymentId ?? null) === dependent.baseDeploymentId
  if (isSame && certain === dependent.settled) return 0
  const shipment = await findLinks(client, organizationId, dependent, commits)
  return storeLinking(client, organizationId, { deployment: dependent, shipment })
}
