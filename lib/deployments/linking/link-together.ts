import { groupBy } from '@/lib/core/listed'
import { allAnswered, type Queryable } from '@/lib/db/transaction'
import { loadNewest, type NewestCommits } from '@/lib/deployments/commits/load'
import { findAllFailed, type RangeBase } from '@/lib/deployments/linking/find-base'
import { maxPullRequests, shippedBetween } from '@/lib/deployments/linking/find-links'
import { findByMergeCommits } from '@/lib/deployments/linking/find-pull-requests'
import { findRange, isOneCommit } from '@/lib/deployments/linking/find-range'
import { relinkDependents } from '@/lib/deployments/linking/link-deployment'
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

/** A deployment that may be linked with others; undefined unless all that they take is known. */
export function namedDeployment(created: CreatedDeployment): Named | undefined {
  const { current, previous, globs } = created.commits
  if (!current.inGraph || !previous?.inGraph || globs) return undefined
  return { ...created, current, base: { ...previous, deploymentId: null } }
}

/** Longer ranges are for a transaction of their own. */
const maxCommits = 1_000

/** How many pull requests of a deployment count; why it was left as it was, where it was. */
type LinkedInGroup = { linkedPRs: number } | 'busy' | 'alone'

/** What became of each of a group, and how many rows are stored more than before, also of other deployments. */
type LinkedTogether = { linked: LinkedInGroup[]; rows: number }

/**
 * Links deployments of an organization, each as if it were alone, and says how many pull requests of each count. Of
 * several repositories, what is in one that another transaction holds is left, as `busy`. One is to be linked `alone`
 * where another process holds it or has linked it, more happened to it, deployments of the commit that it names failed,
 * or it ships very much. Needs a transaction.
 */
export async function linkTogether(
  client: Queryable,
  organizationId: number,
  group: readonly Named[],
): Promise<LinkedTogether> {
  const deployments = group.map(({ deployment }) => deployment)
  const repositoryIds = new Set(group.map(({ current }) => current.repositoryId))
  const freeOnly = repositoryIds.size > 1
  const [taken, held, failed, newest] = await allAnswered([
    takeOwnMarks(client, organizationId, deployments),
    lockRepositories(client, organizationId, [...repositoryIds], { freeOnly }),
    findAllFailed(client, organizationId, deployments),
    loadAllNewest(client, organizationId, group),
  ])
  const certain = group.filter((one) => {
    const { id } = one.deployment
    const row = taken.get(id)
    return row !== undefined && held.has(one.current.repositoryId) && isUntouched(one, row) && !failed.has(id)
  })
  const decided = await decideAll(client, organizationId, certain, newest)
  for (const { deployment } of decided) taken.delete(deployment.id)
  const [stored] = await allAnswered([
    decided.length === 0 ? { rows: 0, dependents: [] } : storeAll(client, organizationId, decided, [...held]),
    taken.size === 0 ? null : putMarksBack(client, organizationId, [...taken.keys()]),
  ])
  const sender = { organizationId, hasRepositories: true }
  const rows = stored.rows + (await relinkDependents(client, sender, stored.dependents))
  const counts = new Map(
    decided.map(({ deployment, shipment }) => {
      const linkedPRs = deliversPullRequests(deployment) ? shipment.links.length : 0
      return [deployment.id, { linkedPRs }]
    }),
  )
  const linked = group.map(({ deployment, current }) => {
    const isBusy = freeOnly && !held.has(current.repositoryId)
    return counts.get(deployment.id) ?? (isBusy ? 'busy' : 'alone')
  })
  return { linked, rows }
}

/** What walks begin with, by repository, of those that have to walk. */
async function loadAllNewest(
  client: Queryable,
  organizationId: number,
  group: readonly Named[],
): Promise<Map<number, NewestCommits>> {
  const walking = groupBy(
    group.filter((one) => !isOneCommit(one)),
    ({ current }) => current.repositoryId,
  )
  const loaded = [...walking].map(async ([repositoryId, ofRepository]) => {
    const heads = ofRepository.map(({ current }) => current.sha)
    return [repositoryId, await loadNewest(client, { organizationId, repositoryId, heads })] as const
  })
  return new Map(await allAnswered(loaded))
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
  organizationId: number,
  group: readonly Named[],
  newest: ReadonlyMap<number, NewestCommits>,
): Promise<Decided[]> {
  const ranges = []
  for (const one of group) {
    const { repositoryId } = one.current
    const place = { organizationId, repositoryId }
    const range = await findRange(client, place, { ...one, maxCommits }, newest.get(repositoryId))
    if (range.complete)
      ranges.push({ ...one, commits: range.commits, shas: new Set(range.commits.map(({ sha }) => sha)) })
  }
  const ofRepositories = groupBy(ranges, ({ current }) => current.repositoryId)
  const commits = [...ofRepositories].flatMap(([repositoryId, ofRepository]) =>
    [...new Set(ofRepository.flatMap(({ shas }) => [...shas]))].map((sha) => ({ repositoryId, sha })),
  )
  if (commits.length === 0) return []
  const merged = await findByMergeCommits(client, organizationId, commits, maxPullRequests + 1)
  if (merged.length > maxPullRequests) return []
  const mergedIn = groupBy(merged, ({ repositoryId }) => repositoryId)
  return Promise.all(
    ranges.map(async ({ deployment, current, base, commits, shas }) => {
      const { repositoryId, sha } = current
      const ofRange = (mergedIn.get(repositoryId) ?? []).filter(
        ({ mergeCommitSha }) => mergeCommitSha !== null && shas.has(mergeCommitSha),
      )
      const shipment = await shippedBetween({ current, base, globs: null }, commits, ofRange)
      return { deployment: { ...deployment, repositoryId, resolvedSha: sha }, shipment, first: true }
    }),
  )
}

async function storeAll(
  client: Queryable,
  organizationId: number,
  decided: readonly Decided[],
  heldRepositoryIds: readonly number[],
) {
  const deployments = decided.map(({ deployment }) => deployment)
  const [rows, dependents] = await allAnswered([
    storeLinkings(client, organizationId, decided),
    lockDependents(client, organizationId, { deployments, areNew: true, heldRepositoryIds }, 'event'),
  ])
  return { rows, dependents }
}
