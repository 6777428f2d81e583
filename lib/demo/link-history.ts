import { commitRange, containedIn } from '@/lib/deployments/commits/graph'
import { outsidePullRequests } from '@/lib/deployments/commits/outside-pull-requests'
import { walkInMemory } from '@/lib/deployments/commits/walk-in-memory'
import {
  type CandidatePullRequest,
  chooseCommit,
  type KnownCommit,
  type Linking,
  type LinkMethod,
  leadTimeSeconds,
  linkBetween,
  linkExactly,
  type UnlinkedReason,
} from '@/lib/deployments/linking/rules'
import { type DeploymentEvent, usableSha } from '@/lib/deployments/schema'
import type { DemoCommit, DemoPullRequest } from './build-history'

export type DemoLink = {
  number: number
  method: LinkMethod
  leadTimeSeconds: number
  /** `deploymentId` of the rolled-back deployment that first shipped it. */
  carriedFrom: string | null
}

/** What linking says about a deployment whose pipeline names its repository. */
export type DemoLinking = {
  resolvedSha: string | null
  generation: number | null
  reason: UnlinkedReason | null
  links: DemoLink[]
  /** Where the range starts; `baseDeployment` is a `deploymentId`, where an earlier deployment says so. */
  baseSha: string | null
  baseDeployment: string | null
  commitCount: number | null
  outside: { sha: string; leadTimeSeconds: number }[]
  settled: boolean
}

type Base = KnownCommit & { deploymentId: string | null }
type Range = Pick<DemoLinking, 'commitCount' | 'settled'> & { linking: Linking; outsideShas: string[] }

const unlocated: DemoLinking = {
  resolvedSha: null,
  generation: null,
  reason: 'unknown commit',
  links: [],
  baseSha: null,
  baseDeployment: null,
  commitCount: null,
  outside: [],
  settled: true,
}

type Shipped = Pick<DeploymentEvent, 'deploymentId' | 'commitSha' | 'previousCommitSha' | 'status' | 'completedAt'>
type Waiting = { pullRequest: CandidatePullRequest; carriedFrom: string }

/**
 * Links the deployments of one service environment, successes and rolled-back ones in order of completion, as the
 * webhook would: the same rules over commits and pull requests that are at hand instead of stored, so that a year takes
 * milliseconds.
 */
export class HistoryLinker {
  readonly #commits = new Map<string, DemoCommit>()
  readonly #known = new Map<string, KnownCommit>()
  readonly #pullRequests: CandidatePullRequest[]
  readonly #byCommit = new Map<string, CandidatePullRequest[]>()
  readonly #delivered = new Set<number>()
  readonly #waiting = new Map<number, Waiting>()
  #lastSuccess: Base | null = null

  constructor(commits: readonly DemoCommit[], pullRequests: readonly DemoPullRequest[]) {
    this.#pullRequests = pullRequests.map((pullRequest) => ({ id: pullRequest.number, ...pullRequest }))
    for (const pullRequest of this.#pullRequests) {
      for (const sha of [pullRequest.mergeCommitSha, pullRequest.headCommitSha]) {
        if (sha === null) continue
        this.#known.set(sha, { repositoryId: 0, sha, inGraph: false })
        this.#byCommit.set(sha, [...(this.#byCommit.get(sha) ?? []), pullRequest])
      }
    }
    for (const commit of commits) {
      this.#commits.set(commit.sha, commit)
      this.#known.set(commit.sha, { repositoryId: 0, sha: commit.sha, inGraph: true })
    }
  }

  link(deployment: Shipped): DemoLinking {
    const { commitSha, completedAt, deploymentId } = deployment
    const current = this.#resolve(commitSha)
    if (typeof current === 'string' || !completedAt) return unlocated
    const base = this.#findBase(deployment, current)
    const { linking, commitCount, outsideShas, settled } = this.#findLinks(current, base, deployment)
    const own = linking.links.map(({ pullRequestId, method, mergedAt }) => ({
      number: pullRequestId,
      method,
      leadTimeSeconds: leadTimeSeconds(mergedAt, completedAt),
      carriedFrom: null,
    }))
    if (deployment.status === 'rolled_back') this.#leaveWaiting(own, deploymentId)
    const carried = deployment.status === 'success' ? this.#reattribute(own, current.sha, completedAt) : []
    if (deployment.status === 'success') this.#lastSuccess = { ...current, deploymentId }
    return {
      resolvedSha: current.sha,
      generation: this.#find(current.sha)?.generation ?? null,
      reason: linking.reason,
      links: [...own, ...carried],
      baseSha: base?.sha ?? null,
      baseDeployment: base?.deploymentId ?? null,
      commitCount,
      outside: outsideShas.map((sha) => ({ sha, leadTimeSeconds: this.#leadTimeSeconds(sha, completedAt) })),
      settled,
    }
  }

  #leadTimeSeconds(sha: string, completedAt: Date): number {
    return leadTimeSeconds(new Date(this.#find(sha)?.committedAt ?? completedAt), completedAt)
  }

  #findBase({ previousCommitSha }: Shipped, current: KnownCommit): Base | null {
    const previous = previousCommitSha ? this.#resolve(previousCommitSha) : null
    if (previous && typeof previous !== 'string') return { ...previous, deploymentId: null }
    const infers = usableSha(previousCommitSha) === null && current.inGraph && this.#lastSuccess?.inGraph
    return infers ? this.#lastSuccess : null
  }

  #resolve(sha: string): KnownCommit | UnlinkedReason {
    const exact = this.#known.get(sha)
    const matches = exact ? [exact] : [...this.#known.values()].filter((known) => known.sha.startsWith(sha))
    return chooseCommit(sha, matches, true)
  }

  #findLinks(current: KnownCommit, base: Base | null, { previousCommitSha }: Shipped): Range {
    if (base?.inGraph && current.inGraph) {
      const range = walkInMemory(commitRange(current.sha, base.sha, this.#commits.size), this.#find)
      const merged = range.commits.flatMap(({ sha }) =>
        this.#of(sha).filter(({ mergeCommitSha }) => mergeCommitSha === sha),
      )
      if (range.complete) {
        const merging = new Map(merged.flatMap(({ mergeCommitSha: sha }) => (sha === null ? [] : [[sha, null]])))
        return {
          linking: linkBetween(current.sha, merged, base.deploymentId === null ? 'range' : 'inferred-range'),
          commitCount: range.commits.filter(({ parents }) => parents.length < 2).length,
          outsideShas: [...outsidePullRequests(range.commits, merging)].filter((sha) => sha !== null),
          settled: true,
        }
      }
    }
    const ofCommit = this.#of(current.sha)
    const window = base?.deploymentId === null && this.#inTimeWindow(ofCommit, this.#of(base.sha))
    const linking = window ? linkBetween(current.sha, window, 'time-window') : linkExactly(current.sha, ofCommit)
    const alone = linking.reason === 'no pull request for commit' && current.inGraph
    return {
      linking,
      commitCount: alone ? 1 : null,
      outsideShas: alone ? [current.sha] : [],
      settled: current.inGraph && base === null && usableSha(previousCommitSha) === null,
    }
  }

  /** Every commit of this history belongs to one pull request at most, so there is no latest one to look for. */
  #inTimeWindow([last]: CandidatePullRequest[], [before]: CandidatePullRequest[]): CandidatePullRequest[] | null {
    if (!last?.mergedAt || !before?.mergedAt) return null
    const [from, to] = [before.mergedAt, last.mergedAt]
    return this.#pullRequests.filter(
      ({ baseBranch, mergedAt }) => baseBranch === last.baseBranch && mergedAt && mergedAt > from && mergedAt <= to,
    )
  }

  #leaveWaiting(own: readonly DemoLink[], carriedFrom: string): void {
    for (const { number } of own) {
      const pullRequest = this.#pullRequests.find(({ id }) => id === number)
      const known = this.#waiting.has(number) || this.#delivered.has(number)
      if (pullRequest && !known) this.#waiting.set(number, { pullRequest, carriedFrom })
    }
  }

  #reattribute(own: readonly DemoLink[], head: string, completedAt: Date): DemoLink[] {
    for (const { number } of own) this.#deliver(number)
    const candidates = [...this.#waiting.values()].flatMap(({ pullRequest }) => pullRequest.mergeCommitSha ?? [])
    if (candidates.length === 0) return []
    const contained = walkInMemory(containedIn(head, candidates, this.#commits.size), this.#find)
    return [...this.#waiting.values()].flatMap(({ pullRequest, carriedFrom }) => {
      const { id: number, mergeCommitSha, mergedAt } = pullRequest
      if (!mergedAt || !mergeCommitSha || !contained.has(mergeCommitSha)) return []
      this.#deliver(number)
      return [{ number, method: 'range', leadTimeSeconds: leadTimeSeconds(mergedAt, completedAt), carriedFrom }]
    })
  }

  #deliver(number: number): void {
    this.#delivered.add(number)
    this.#waiting.delete(number)
  }

  #of(sha: string): CandidatePullRequest[] {
    return this.#byCommit.get(sha) ?? []
  }

  readonly #find = (sha: string) => this.#commits.get(sha)
}
