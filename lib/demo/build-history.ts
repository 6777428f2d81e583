import { createHash } from 'node:crypto'
import { correctedDate } from '@/lib/deployments/commits/graph'
import { day, type EpochSeconds, toDate } from './calendar'
import type { Person } from './people'
import type { PlannedChange, PlannedPullRequest } from './plan-changes'
import { Random } from './random'
import { type Review, reviewOf } from './review'
import { branchNameOf } from './titles'

export type DemoCommit = {
  sha: string
  parents: string[]
  authorName: string
  authoredAt: Date
  committedAt: Date
  generation: number
}

export type DemoPullRequest = Review & {
  state: 'open' | 'merged'
  number: number
  title: string
  author: string
  baseBranch: string
  mergedAt: Date | null
  mergeCommitSha: string | null
  headCommitSha: string
  firstCommitSha: string
  firstCommitAt: Date
}

/**
 * A commit that a pipeline can deploy from a moment on; `headSha` is the head of the pull request that it merged, and
 * `lines` are those that were changed up to it.
 */
export type Revision = {
  at: EpochSeconds
  sha: string
  branch: string
  author: Person
  headSha: string | null
  lines: number
}

export type History = {
  commits: DemoCommit[]
  pullRequests: DemoPullRequest[]
  /** What was on the branch that is deployed, in order. */
  revisions: Revision[]
  /** Heads of pull requests, merged or not, in order of their numbers. */
  heads: Revision[]
}

export const defaultBranch = 'main'

type Setting = {
  repository: string
  merges: 'merge-commit' | 'squash'
  releaseBranches: boolean
  origin: EpochSeconds
  now: EpochSeconds
  founder: Person
}

/** The commits and pull requests of a repository as they stand now, after the changes that were planned. */
export function buildHistory(changes: readonly PlannedChange[], setting: Setting, random: Random): History {
  const builder = new HistoryBuilder(setting, random)
  for (const change of changes) builder.apply(change)
  return builder.finish()
}

class Branch {
  readonly #tips: { at: EpochSeconds; sha: string }[] = []
  /** Changed up to its tip. */
  lines: number

  constructor(
    readonly name: string,
    readonly linesBefore = 0,
  ) {
    this.lines = linesBefore
  }

  advance(at: EpochSeconds, sha: string): void {
    this.#tips.push({ at, sha })
  }

  tipAt(at: EpochSeconds): string {
    const tip = this.#tips.findLast((candidate) => candidate.at <= at)
    if (!tip) throw new RangeError(`Nothing on ${this.name} yet`)
    return tip.sha
  }

  get commits(): number {
    return this.#tips.length
  }
}

type Landing = { at: EpochSeconds; author: Person; name: string; headSha: string | null; lines: number }

class HistoryBuilder {
  readonly #history: History = { commits: [], pullRequests: [], revisions: [], heads: [] }
  readonly #generations = new Map<string, number>()
  readonly #main = new Branch(defaultBranch)
  #release: Branch | null = null

  constructor(
    readonly setting: Setting,
    readonly random: Random,
  ) {
    const { origin, founder } = setting
    this.#main.advance(origin, this.#commit('root', [], origin, founder))
  }

  apply(change: PlannedChange): void {
    if (change.kind === 'pull-request') this.#pullRequest(change)
    else if (change.at > this.setting.now) return
    else if (change.kind === 'release-cut') this.#cutRelease(change)
    else {
      const { at, author } = change
      this.#land(this.#main, { at, author, name: `commit ${at % day}/${this.#main.commits}`, headSha: null, lines: 0 })
    }
  }

  finish(): History {
    const byNumber = (a: DemoPullRequest, b: DemoPullRequest) => a.number - b.number
    this.#history.pullRequests.sort(byNumber)
    this.#history.heads.sort((a, b) => a.at - b.at)
    return this.#history
  }

  #pullRequest(planned: PlannedPullRequest): void {
    const { author, title, number, at } = planned
    const pushed = planned.commitTimes.filter((time) => time <= this.setting.now)
    const [firstAt] = pushed
    if (firstAt === undefined) return
    const shas = pushed.map((_, index) => this.#shaOf(`#${number} ${index}`))
    const headSha = shas.at(-1) ?? ''
    const merged = at <= this.setting.now
    const branch = (planned.intoRelease && this.#release) || this.#main
    if (merged && this.setting.merges === 'merge-commit') this.#commitBranch(planned, branch)
    const review = reviewOf(planned, this.setting.now, new Random(`${this.setting.repository} review ${number}`))
    const lines = review.additions + review.deletions
    const mergeCommitSha = merged ? this.#land(branch, { at, author, name: `merge #${number}`, headSha, lines }) : null
    this.#history.heads.push({
      at: pushed.at(-1) ?? firstAt,
      sha: headSha,
      branch: branchNameOf(title),
      author,
      headSha,
      lines: branch.lines,
    })
    this.#history.pullRequests.push({
      number,
      title,
      author: author.name,
      state: merged ? 'merged' : 'open',
      ...review,
      baseBranch: branch.name,
      mergedAt: merged ? toDate(at) : null,
      mergeCommitSha,
      headCommitSha: headSha,
      firstCommitSha: shas[0] ?? headSha,
      firstCommitAt: toDate(firstAt),
    })
  }

  /** The commits of a feature branch; one in twelve of them merges the main branch in between. */
  #commitBranch({ commitTimes, number, author }: PlannedPullRequest, branch: Branch): void {
    let tip = branch.tipAt((commitTimes[0] ?? 0) - 1)
    commitTimes.forEach((at, index) => {
      const mergesBase = index > 0 && this.random.chance(0.08)
      const parents = mergesBase ? [tip, branch.tipAt(at - 1)] : [tip]
      tip = this.#commit(`#${number} ${index}`, [...new Set(parents)], at, author)
    })
  }

  /** Puts a commit on a branch: a merge of `headSha`, its squash, or a commit of its own. */
  #land(branch: Branch, { at, author, name, headSha, lines }: Landing): string {
    const merges = headSha !== null && this.setting.merges === 'merge-commit'
    const tip = branch.tipAt(at)
    const sha = this.#commit(name, merges ? [tip, headSha] : [tip], at, author)
    branch.advance(at, sha)
    branch.lines += lines
    const deployed = this.setting.releaseBranches ? this.#release : this.#main
    if (branch === deployed) {
      this.#history.revisions.push({ at, sha, branch: branch.name, author, headSha, lines: branch.lines })
    }
    return sha
  }

  /** Brings the patches of the last release back to the main branch and begins the next one there. */
  #cutRelease({ at, author }: { at: EpochSeconds; author: Person }): void {
    const previous = this.#release
    if (previous && previous.commits > 1) {
      const parents = [this.#main.tipAt(at), previous.tipAt(at)]
      this.#main.advance(at, this.#commit(`merge ${previous.name}`, parents, at, author))
      this.#main.lines += previous.lines - previous.linesBefore
    }
    const sha = this.#main.tipAt(at)
    this.#release = new Branch(releaseName(at), this.#main.lines)
    this.#release.advance(at, sha)
    this.#history.revisions.push({
      at,
      sha,
      branch: this.#release.name,
      author,
      headSha: null,
      lines: this.#main.lines,
    })
  }

  #commit(name: string, parents: string[], at: EpochSeconds, { name: authorName }: Person): string {
    const sha = this.#shaOf(name)
    const generation = correctedDate(
      at,
      parents.map((parent) => this.#generations.get(parent) ?? at),
    )
    this.#generations.set(sha, generation)
    this.#history.commits.push({
      sha,
      parents,
      authorName,
      authoredAt: toDate(at),
      committedAt: toDate(at),
      generation,
    })
    return sha
  }

  #shaOf(name: string): string {
    return createHash('sha1').update(`${this.setting.repository} ${name}`).digest('hex')
  }
}

function releaseName(at: EpochSeconds): string {
  const date = toDate(at)
  const week = Math.ceil((at - Date.UTC(date.getUTCFullYear(), 0) / 1000) / (7 * day))
  return `release/${date.getUTCFullYear() % 100}.${String(week).padStart(2, '0')}`
}
