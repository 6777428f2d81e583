import { allAnswered, type Queryable } from '@/lib/db/transaction'
import { loadNewest, loadRange, type NewestCommits } from '@/lib/deployments/commits/load'
import { findAllFailed, type RangeBase } from '@/lib/deployments/linking/find-base'
import { maxPullRequests, shippedBetween } from '@/lib/deployments/linking/find-links'
import { findByMergeCommits } from '@/lib/deployments/linking/find-pull-requests'
import { relinkDependent } from '@/lib/deployments/linking/link-deployment'
import { lockDependents } from '@/lib/deployments/linking/lock-dependents'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import { type CreatedDeployment, isUntouched } from '@/lib/deployments/linking/look-ahead'
import { deliversPullRequests, type KnownCommit, type LinkableDeployment } from '@/lib/deployments/linking/rules'
import { type Decided, storeLinkings } from '@/lib/deployments/linking/store-linking'
import { storedColumns } from '@/lib/deployments/stored-deployment'

/**
 * A deployment that was just created, whose range begins at the commit that it names unless deployments of that one
 * failed, and depends on no links of others. All commits that may decide are known.
 */
export type Named = CreatedDeployment & { current: KnownCommit; base: RangeBase }

/** A deployment that may be linked with others of its repository; undefined unless all that they take is known. */
export function namedDeployment(created: CreatedDeployment): Named | undefined {
  const { current, previous, globs } = created.commits
  if (!current.inGraph || !previous?.inGraph || globs) return undefined
  return { ...created, current, base: { ...previous, deploymentId: null } }
}

type Repository = { organizationId: number; repositoryId: number }

/** Longer ranges are for a transaction of their own. */
const maxCommits = 1_000

/**
 * Links deployments of one repository, each as if it were alone, and says how many pull requests of each count. Null
 * for one that is left as it was: another process holds it or has linked it, more happened to it, deployments of the
 * commit that it names failed, or it ships very much. Needs a transaction.
 */
export async function linkTogether(
  client: Queryable,
  repository: Repository,
  group: readonly Named[],
): Promise<(number | null)[]> {
  const { organizationId, repositoryId } = repository
  const deployments = group.map(({ deployment }) => deployment)
  const heads = group.map(({ current }) => current.sha)
  const [taken, held, failed, newest] = await allAnswered([
    takeOwnMarks(client, organizationId, deployments),
    lockRepositories(client, organizationId, [repositoryId]),
    findAllFailed(client, organizationId, deployments),
    loadNewest(client, { ...repository, heads }),
  ])
  const certain = group.filter((one) => {
    const { id } = one.deployment
    const row = taken.get(id)
    return row !== undefined && isUntouched(one, row) && !failed.has(id)
  })
  const decided = held.has(repositoryId) ? await decideAll(client, repository, certain, newest) : []
  for (const { deployment } of decided) taken.delete(deployment.id)
  const [dependents] = await allAnswered([
    decided.length === 0 ? [] : storeAll(client, repository, decided),
    taken.size === 0 ? null : putMarksBack(client, organizationId, [...taken.keys()]),
  ])
  const sender = { organizationId, hasRepositories: true }
  for (const dependent of dependents) await relinkDependent(client, sender, dependent)
  const counts = new Map(
    decided.map(({ deployment, shipment }) => [
      deployment.id,
      deliversPullRequests(deployment) ? shipment.links.length : 0,
    ]),
  )
  return deployments.map(({ id }) => counts.get(id) ?? null)
}

const takeMarks = {
  name: 'take-own-marks',
  text: `
    WITH held AS MATERIALIZED (
      SELECT ${storedColumns} FROM deployments
      WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    )
    DELETE FROM pending_links mark USING held
    WHERE mark.organization_id = $1 AND mark.deployment_id = ANY ($2) AND mark.deployment_id = held.id::bigint
      AND mark.created AND NOT EXISTS (
        SELECT FROM pending_links other
        WHERE other.organization_id = $1 AND other.deployment_id = held.id::bigint AND NOT other.created)
    RETURNING held.*`,
}

/** Holds those that are free, and returns those of them whose mark came with them and is the only one. */
async function takeOwnMarks(
  client: Queryable,
  organizationId: number,
  deployments: readonly LinkableDeployment[],
): Promise<Map<number, LinkableDeployment>> {
  const values = [organizationId, deployments.map(({ id }) => id)]
  const { rows } = await client.query<LinkableDeployment>({ ...takeMarks, values })
  return new Map(rows.map((row) => [row.id, row]))
}

const putBack = {
  name: 'put-marks-back',
  text: `
    INSERT INTO pending_links (deployment_id, organization_id, created)
    SELECT id, $1, true FROM unnest($2::bigint[]) AS id`,
}

async function putMarksBack(client: Queryable, organizationId: number, ids: readonly number[]): Promise<void> {
  await client.query({ ...putBack, values: [organizationId, ids] })
}

/** What those ship whose range is not too long, with one look-up of the pull requests that all ranges merged. */
async function decideAll(
  client: Queryable,
  repository: Repository,
  group: readonly Named[],
  newest: NewestCommits,
): Promise<Decided[]> {
  const ranges = []
  for (const one of group) {
    const ends = { head: one.current.sha, base: one.base.sha }
    const range = await loadRange(client, { ...repository, ...ends, maxCommits }, newest)
    if (range.complete)
      ranges.push({ ...one, commits: range.commits, shas: new Set(range.commits.map(({ sha }) => sha)) })
  }
  if (ranges.length === 0) return []
  const shas = new Set(ranges.flatMap(({ shas }) => [...shas]))
  const merged = await findByMergeCommits(client, repository, [...shas], maxPullRequests + 1)
  if (merged.length > maxPullRequests) return []
  return Promise.all(
    ranges.map(async ({ deployment, current, base, commits, shas }) => {
      const ofRange = merged.filter(({ mergeCommitSha }) => mergeCommitSha !== null && shas.has(mergeCommitSha))
      const shipment = await shippedBetween({ current, base, globs: null }, commits, ofRange)
      const located = { ...deployment, repositoryId: current.repositoryId, resolvedSha: current.sha }
      return { deployment: located, shipment, first: true }
    }),
  )
}

async function storeAll(client: Queryable, { organizationId, repositoryId }: Repository, decided: readonly Decided[]) {
  const deployments = decided.map(({ deployment }) => deployment)
  const linked = { repositoryId, deployments, heldRepositoryIds: [repositoryId] }
  const [, dependents] = await allAnswered([
    storeLinkings(client, organizationId, repositoryId, decided),
    lockDependents(client, organizationId, linked, 'event'),
  ])
  return dependents
}
