import { repositoryNameKeyOf } from '@/lib/core/service-key'
import { type DeploymentStatus, terminalStatuses } from '@/lib/deployments/schema'

/** A production deployment, as linking sees it. */
export type LinkableDeployment = {
  id: number
  commitSha: string
  previousCommitSha: string | null
  environment: string
  service: string | null
  status: DeploymentStatus
  production: boolean
  /** Taken out of all numbers by a person. */
  voided: boolean
  startedAt: Date
  completedAt: Date | null
  /** Where its commit was found, and as which full SHA. */
  repositoryId: number | null
  resolvedSha: string | null
}

/** How a pull request was tied to a deployment. */
export type LinkMethod = 'merge-commit' | 'head-commit' | 'range' | 'inferred-range' | 'time-window'

/** Stands in place of a reason from when an event is stored until it is linked. */
export const stillLinking = 'still linking'

/**
 * The reason that a new deployment is stored with, to be replaced by what linking finds: while the mark that came with it
 * is there, it is still linking.
 */
export const unlinkedAtFirst = 'unknown commit'

/** Stands next to the links of a deployment that shipped more pull requests than one may. */
export const tooManyPullRequests = 'too many pull requests'

/** Why a deployment has no pull request, or not all of them, in words that a CI engineer can act on. */
export type UnlinkedReason =
  | typeof stillLinking
  | typeof tooManyPullRequests
  | 'no repository imported'
  | 'no repository for service'
  | 'unknown commit'
  | 'short SHA needs a service'
  | 'ambiguous short SHA'
  | 'commit found in several repositories'
  | 'not merged'
  | 'no pull request for commit'
  | 'no pull request since previous commit'
  | 'no pull request since previous deployment'
  | 'no pull request touches the service'
  | 'range too long'

/** Why a deployment has no pull request: nothing was found, or it is none that delivers. */
export type NoLinkReason = UnlinkedReason | 'voided' | 'not a production environment' | 'rolled back' | 'not successful'

/** A pull request as linking sees it. */
export type CandidatePullRequest = {
  id: number
  baseBranch: string
  mergedAt: Date | null
  mergeCommitSha: string | null
  headCommitSha: string | null
  firstCommitSha: string | null
}

export type Link = { pullRequestId: number; method: LinkMethod; mergedAt: Date }
export type Linking = { links: Link[]; reason: UnlinkedReason | null }

type State = { status: DeploymentStatus; production: boolean; voided: boolean }

/**
 * Whether a deployment keeps the pull requests it shipped: a production success, and a rolled-back one. A voided one
 * keeps none.
 */
export function keepsPullRequests({ production, status, voided }: State): boolean {
  return production && (status === 'success' || status === 'rolled_back') && !voided
}

/** Whether links may follow from a deployment, its own or those of others: a production one that has ended. */
export function decidesLinks({ production, status, voided }: State): boolean {
  return production && terminalStatuses.includes(status) && !voided
}

/** Whether the pull requests of a deployment count as delivered: only those of a production success do. */
export function deliversPullRequests({ production, status, voided }: State): boolean {
  return production && status === 'success' && !voided
}

type Unlinked = State & { unlinkedReason: string | null }

/** Why a deployment with so many linked pull requests has none, or not all that it shipped; null where it has all. */
export function reasonOf(deployment: Unlinked, linkedPRs: number): NoLinkReason | null {
  if (linkedPRs === 0) return unlinkedReasonOf(deployment)
  return deployment.unlinkedReason === tooManyPullRequests ? tooManyPullRequests : null
}

/** Why a deployment that has no pull request has none. */
export function unlinkedReasonOf(deployment: Unlinked): NoLinkReason {
  if (deployment.voided) return 'voided'
  if (!deployment.production) return 'not a production environment'
  if (deployment.status === 'rolled_back') return 'rolled back'
  if (deployment.status !== 'success') return 'not successful'
  return (deployment.unlinkedReason as UnlinkedReason | null) ?? 'no pull request for commit'
}

/**
 * Repositories that a service name means: the one with paths of it, else by full name, else by last part of that, else
 * by alias, ignoring case.
 */
export function repositoriesOfService<R extends { nameKey: string; fullNameKey: string; globs: string[] | null }>(
  service: string,
  matches: readonly R[],
): R[] {
  const key = repositoryNameKeyOf(service)
  const byPaths = matches.filter((repository) => repository.globs !== null)
  if (byPaths.length > 0) return byPaths
  const byFullName = matches.filter((repository) => repository.fullNameKey === key)
  if (byFullName.length > 0) return byFullName
  const byName = matches.filter((repository) => repository.nameKey === key)
  return byName.length > 0 ? byName : [...matches]
}

/** `parent` is the only parent of a commit, where it has one and that was looked up. */
export type KnownCommit = { repositoryId: number; sha: string; inGraph: boolean; parent?: string | null }

/** SHAs this short only count within a repository that `service` names. */
const shortestFreeSha = 7

/** The one commit that a SHA means among those it matches, or why there is none. */
export function chooseCommit(
  sha: string,
  matches: readonly KnownCommit[],
  serviceNamesRepository: boolean,
): KnownCommit | UnlinkedReason {
  const [first] = matches
  if (!first) return 'unknown commit'
  if (sha.length < shortestFreeSha && !serviceNamesRepository) return 'short SHA needs a service'
  if (matches.some((match) => match.sha !== first.sha)) return 'ambiguous short SHA'
  if (matches.some((match) => match.repositoryId !== first.repositoryId)) return 'commit found in several repositories'
  return { ...first, inGraph: matches.some((match) => match.inGraph) }
}

/** Links by the deployed commit alone: the pull request that it merged, else those whose head it was. */
export function linkExactly(sha: string, candidates: readonly CandidatePullRequest[]): Linking {
  const merged = toLinks(
    candidates.filter(({ mergeCommitSha }) => mergeCommitSha === sha),
    'merge-commit',
  )
  if (merged.length > 0) return { links: merged, reason: null }
  const withHead = candidates.filter(({ headCommitSha }) => headCommitSha === sha)
  const links = toLinks(withHead, 'head-commit')
  if (links.length > 0) return { links, reason: null }
  return { links, reason: withHead.length > 0 ? 'not merged' : 'no pull request for commit' }
}

/** Links pull requests that were merged between two deployed commits; `method` says how that was found out. */
export function linkBetween(
  sha: string,
  candidates: readonly CandidatePullRequest[],
  method: 'range' | 'inferred-range' | 'time-window',
): Linking {
  const links = candidates.flatMap((candidate) =>
    toLinks([candidate], candidate.mergeCommitSha === sha ? 'merge-commit' : method),
  )
  const since = method === 'inferred-range' ? 'deployment' : 'commit'
  return { links, reason: links.length > 0 ? null : `no pull request since previous ${since}` }
}

const maxSeconds = 2 ** 31 - 1

/** Whole seconds from merge to production, of 68 years at most; negative when clocks disagree. */
export function leadTimeSeconds(mergedAt: Date, completedAt: Date): number {
  const seconds = Math.round((completedAt.getTime() - mergedAt.getTime()) / 1000)
  return Math.min(Math.max(seconds, -maxSeconds), maxSeconds)
}

function toLinks(pullRequests: readonly CandidatePullRequest[], method: LinkMethod): Link[] {
  return pullRequests.flatMap(({ id, mergedAt }) => (mergedAt ? [{ pullRequestId: id, method, mergedAt }] : []))
}
