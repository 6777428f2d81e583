import { commitRange, containedIn } from '@/lib/commits/graph'
import { walkInMemory } from '@/lib/commits/walk-in-memory'
import type { DeploymentEvent } from '@/lib/deployments/schema'
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
} from '@/lib/linking/rules'
import type { DemoCommit, DemoPullRequest } from './build-history'

export type DemoLink = {
  number: number
  method: LinkMethod
  leadTimeSeconds: number
  /** `deploymentId` of the rolled-back deployment that first shipped it. */
  carriedFrom: string | null
}

/** What linking says about a deployment whose pipeline names its repository. */
export type DemoLinking = { resolvedSha: string | null; reason: UnlinkedReason | null; links: DemoLink[] }

type Shipped = Pick<DeploymentEvent, 'deploymentId' | 'commitSha' | 'previousCommitSha' | 'status' | 'completedAt'>
type Waiting = { pullRequest: CandidatePullRequest; carriedFrom: string }

/**
 * Links the deployments of one stream, successes and rolled-back ones in order of completion, as the webhook would:
 * the same rules over commits and pull requests that are at hand instead of stored, so that a year takes milliseconds.
 */
export class HistoryLinker {
  readonly #commits = new Map<string, DemoCommit>()
  readonly #known = new Map<string, KnownCommit>()
  readonly #pullRequests: CandidatePullRequest[]
  readonly #byCommit = new Map<string, CandidatePullRequest[]>()
  readonly #delivered = new Set<number>()
  readonly #waiting = new Map<number, Waiting>()

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
    const { commitSha, previousCommitSha, completedAt, deploymentId } = deployment
    const current = this.#resolve(commitSha)
    if (typeof current === 'string' || !completedAt) return { resolvedSha: null, reason: 'unknown commit', links: [] }
    const previous = previousCommitSha ? this.#resolve(previousCommitSha) : null
    const { links, reason } = this.#findLinks(current, typeof previous === 'string' ? null : previous)
    const own = links.map(({ pullRequestId, method, mergedAt }) => ({
      number: pullRequestId,
      method,
      leadTimeSeconds: leadTimeSeconds(mergedAt, completedAt),
      carriedFrom: null,
    }))
    if (deployment.status === 'rolled_back') this.#leaveWaiting(own, deploymentId)
    const carried = deployment.status === 'success' ? this.#carryOver(own, current.sha, completedAt) : []
    return { resolvedSha: current.sha, reason, links: [...own, ...carried] }
  }

  #resolve(sha: string): KnownCommit | UnlinkedReason {
    const exact = this.#known.get(sha)
    const matches = exact ? [exact] : [...this.#known.values()].filter((known) => known.sha.startsWith(sha))
    return chooseCommit(sha, matches, true)
  }

  #findLinks(current: KnownCommit, previous: KnownCommit | null): Linking {
    if (previous?.inGraph && current.inGraph) {
      const range = walkInMemory(commitRange(current.sha, previous.sha, this.#commits.size), this.#find)
      const merged = range.shas.flatMap((sha) => this.#of(sha).filter(({ mergeCommitSha }) => mergeCommitSha === sha))
      if (range.complete) return linkBetween(current.sha, merged, 'range')
    }
    const ofCommit = this.#of(current.sha)
    const window = previous && this.#inTimeWindow(ofCommit, this.#of(previous.sha))
    return window ? linkBetween(current.sha, window, 'time-window') : linkExactly(current.sha, ofCommit)
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

  #carryOver(own: readonly DemoLink[], head: string, completedAt: Date): DemoLink[] {
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
