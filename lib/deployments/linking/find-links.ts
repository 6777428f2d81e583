import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import type { CommitEdges } from '@/lib/deployments/commits/frontier'
import type { NewestCommits } from '@/lib/deployments/commits/load'
import { outsidePullRequests } from '@/lib/deployments/commits/outside-pull-requests'
import { findBase, type RangeBase, type RangeStart } from '@/lib/deployments/linking/find-base'
import { findByCommit, findByMergeCommits, findInTimeWindow } from '@/lib/deployments/linking/find-pull-requests'
import { findRange } from '@/lib/deployments/linking/find-range'
import { findTouching, type PathBudget } from '@/lib/deployments/linking/find-touching'
import type { LookedAhead } from '@/lib/deployments/linking/look-ahead'
import type { ResolvedCommits } from '@/lib/deployments/linking/resolve-commit'
import type { Link } from '@/lib/deployments/linking/rules'
import {
  type CandidatePullRequest,
  type LinkableDeployment,
  type Linking,
  linkBetween,
  linkExactly,
  tooManyPullRequests,
} from '@/lib/deployments/linking/rules'

/** Commits that one event may walk and link within the time that its sender waits. */
const maxRangeCommits = 30_000

/** Pull requests that one deployment ships, at most: as many as if every commit of the longest range merged one. */
export const maxPullRequests = maxRangeCommits

/** What a deployment ships. */
export type Shipment = Linking & {
  base: RangeBase | null
  /** Commits of the range, merges not counted; null when ancestry is unknown, or for a part of a repository. */
  commitCount: number | null
  /** Those of them that no pull request brought. */
  outsideShas: string[]
  /** False while commits that are missing may change the answer. */
  settled: boolean
}

export const nothingShipped: Shipment = {
  links: [],
  reason: null,
  base: null,
  commitCount: null,
  outsideShas: [],
  settled: true,
}

/**
 * The pull requests that a deployed commit ships: those between what was live and it, by ancestry, else by date; where
 * what was live is unknown, those of the commit alone. Only those that touch the service where it has paths of its own.
 * `ahead` spares what was looked at already, `budget` bounds what is compared with these paths.
 */
export async function findLinks(
  client: Queryable,
  organizationId: number,
  deployment: LinkableDeployment,
  commits: ResolvedCommits,
  { ahead, budget }: { ahead?: Pick<LookedAhead, 'start' | 'newest'>; budget?: PathBudget } = {},
): Promise<Shipment> {
  const start = ahead?.start ?? (await findBase(client, organizationId, deployment, commits))
  const shipment = await findShipment(client, organizationId, { ...commits, ...start, newest: ahead?.newest })
  if (!commits.globs || shipment.links.length === 0) return shipment
  const links = await ofService(client, organizationId, shipment.links, commits.globs, budget)
  const reason = shipment.reason ?? (links.length > 0 ? null : 'no pull request touches the service')
  return { ...shipment, links, reason }
}

type Repository = { organizationId: number; repositoryId: number }
type Place = Pick<ResolvedCommits, 'current' | 'globs'> & RangeStart & { newest?: NewestCommits }

async function findShipment(client: Queryable, organizationId: number, place: Place): Promise<Shipment> {
  const { current, base, certain } = place
  const repository = { organizationId, repositoryId: current.repositoryId }
  const byAncestry = await findByAncestry(client, repository, place)
  if (byAncestry) return { ...byAncestry, settled: certain }
  const ofCommit = await findByCommit(client, repository, current.sha, maxPullRequests + 1)
  if (base && base.deploymentId === null) {
    const ofPrevious = await findByCommit(client, repository, base.sha, maxPullRequests)
    const window = await findInTimeWindow(client, repository, ofCommit, ofPrevious, maxPullRequests)
    if (window) return { ...nothingShipped, ...linkBetween(current.sha, window, 'time-window'), base, settled: false }
  }
  const settled = current.inGraph && base === null && certain
  return { ...ofCommitAlone(place, ofCommit), settled }
}

/** The range between two commits whose ancestry is stored; null when it is not complete. */
async function findByAncestry(
  client: Queryable,
  repository: Repository,
  { current, base, globs, newest }: Place,
): Promise<Shipment | null> {
  if (!base?.inGraph || !current.inGraph) return null
  const range = await findRange(client, repository, { current, base, maxCommits: maxRangeCommits }, newest)
  if (!range.complete) {
    return range.reason === 'too many commits' ? { ...nothingShipped, reason: 'range too long', base } : null
  }
  const commits = range.commits.map(({ sha }) => ({ repositoryId: repository.repositoryId, sha }))
  const merged = await findByMergeCommits(client, repository.organizationId, commits, maxPullRequests + 1)
  return shippedBetween({ current, base, globs }, range.commits, merged)
}

/** What a range ships, of its commits and the pull requests that they merged. */
export async function shippedBetween(
  { current, base, globs }: Pick<ResolvedCommits, 'current' | 'globs'> & { base: RangeBase },
  commits: readonly CommitEdges[],
  merged: readonly CandidatePullRequest[],
): Promise<Shipment> {
  const method = base.deploymentId === null ? 'range' : 'inferred-range'
  const linking = bounded(linkBetween(current.sha, merged, method))
  if (globs) return { ...nothingShipped, ...linking, base }
  const merging = new Map(merged.flatMap((pullRequest) => mergingCommit(pullRequest)))
  const commitCount = commits.filter(({ parents }) => parents.length < 2).length
  return { ...nothingShipped, ...linking, base, commitCount, outsideShas: await findOutside(commits, merging) }
}

async function findOutside(...range: Parameters<typeof outsidePullRequests>): Promise<string[]> {
  const pause = createPauses()
  const shas: string[] = []
  for (const sha of outsidePullRequests(...range)) {
    if (sha !== null) shas.push(sha)
    await pause()
  }
  return shas
}

function ofCommitAlone({ current, globs }: Place, candidates: readonly CandidatePullRequest[]): Shipment {
  const linking = bounded(linkExactly(current.sha, candidates))
  const alone = linking.reason === 'no pull request for commit' && current.inGraph && globs === null
  const commits = alone ? { commitCount: 1, outsideShas: [current.sha] } : {}
  return { ...nothingShipped, ...linking, ...commits }
}

function bounded(linking: Linking): Linking {
  if (linking.links.length <= maxPullRequests) return linking
  return { links: linking.links.slice(0, maxPullRequests), reason: tooManyPullRequests }
}

/** The commit that merged a pull request, and where its commits begin when they were taken over as they are. */
function mergingCommit({
  mergeCommitSha,
  headCommitSha,
  firstCommitSha,
}: CandidatePullRequest): [string, string | null][] {
  if (mergeCommitSha === null) return []
  return [[mergeCommitSha, mergeCommitSha === headCommitSha ? firstCommitSha : null]]
}

/** Those links whose pull request touches one of the globs. */
async function ofService(
  client: Queryable,
  organizationId: number,
  links: readonly Link[],
  globs: readonly string[],
  budget?: PathBudget,
): Promise<Link[]> {
  const ids = links.map(({ pullRequestId }) => pullRequestId)
  const touching = await findTouching(client, organizationId, ids, globs, budget)
  return links.filter(({ pullRequestId }) => touching.has(pullRequestId))
}
