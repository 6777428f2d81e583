import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { Revision } from './build-history'
import { activityOn, day, type EpochSeconds, hour, minute, weekdayOf } from './calendar'
import type { Period } from './plan-changes'
import type { Random } from './random'
import type { Service } from './service'

/** One deployment as its pipeline lived it: the statuses it went through and when, some of them perhaps in the future. */
export type Run = {
  environment: string
  startedAt: EpochSeconds
  steps: { status: DeploymentStatus; at: EpochSeconds }[]
  sha: string
  previousSha: string | null
  branch: string
  triggeredBy: string
}

export const deploymentDays = 365
const badQuarterDaysAgo = { from: 215, to: 125 }

/** What was deployed to staging and production, one after the other, for as long as there are deployments. */
export function runPipeline(service: Service, revisions: readonly Revision[], period: Period, random: Random): Run[] {
  return new Pipeline(service, postedRevisions(service, revisions, period), period, random).run()
}

/** What the pipeline deploys and posts: while it posted heads, it ran for pull requests only. */
export function postedRevisions(service: Service, revisions: readonly Revision[], { today }: Period): Revision[] {
  const until = today - service.postsHeadsUntilDaysAgo * day
  return revisions.flatMap((revision) => {
    if (revision.at >= until) return [revision]
    return revision.headSha === null ? [] : [{ ...revision, sha: revision.headSha }]
  })
}

/** The latest revision at a moment. */
export function revisionAt(revisions: readonly Revision[], at: EpochSeconds): Revision | undefined {
  return revisions.findLast((revision) => revision.at <= at)
}

class Pipeline {
  readonly #runs: Run[] = []
  #freeAt = 0
  #live: Revision | null = null
  #lastSuccess: Revision | null = null
  #staged: Revision | null = null
  #usualLines: number | null = null

  constructor(
    readonly service: Service,
    readonly revisions: readonly Revision[],
    readonly period: Period,
    readonly random: Random,
  ) {}

  run(): Run[] {
    const { waiting } = this.service
    const merges = this.revisions.filter(({ headSha }) => headSha !== null)
    const end = waiting > 0 ? (merges.at(-waiting)?.at ?? 0) : this.period.now
    for (const slot of this.#slots()) {
      const at = Math.max(slot, this.#freeAt)
      const revision = revisionAt(this.revisions, at)
      if (at >= end) break
      if (revision && revision.sha !== this.#live?.sha) this.#ship(revision, at, end)
    }
    return this.#runs
  }

  #slots(): EpochSeconds[] {
    const { rhythm } = this.service
    const begin = this.period.today - deploymentDays * day
    if ('everyChangeAfter' in rhythm) {
      return this.revisions.map(({ at }) => at + rhythm.everyChangeAfter).filter((at) => at >= begin)
    }
    const dates = Array.from({ length: deploymentDays + 1 }, (_, index) => begin + index * day)
    return dates
      .filter((date) => rhythm.weekdays.includes(weekdayOf(date)) && activityOn(date) > 0.3)
      .flatMap((date) => rhythm.hours.map((at) => date + at * hour + this.random.whole(0, 25 * minute)))
  }

  #ship(revision: Revision, at: EpochSeconds, end: EpochSeconds): void {
    let next = revision
    let broken = this.#deploy(next, this.#stage(next, at), false)
    while (broken && this.#freeAt < end) {
      const revert = this.#live && this.random.chance(0.25)
      next = (revert ? this.#live : revisionAt(this.revisions, this.#freeAt)) ?? next
      broken = this.#deploy(next, this.#freeAt, true)
    }
  }

  /** Deploys to staging, again when that fails; returns when production may begin. */
  #stage(revision: Revision, from: EpochSeconds): EpochSeconds {
    let at = from
    for (let passed = false; !passed; ) {
      passed = !this.random.chance(0.05)
      const endsAt = at + 40 + this.random.duration(this.service.deployTime * 0.5, 0.3)
      const steps = [...this.#announced(at, 20), { status: passed ? 'success' : 'failure', at: endsAt } as const]
      this.#record('staging', revision, this.#staged, at, steps)
      at = endsAt + this.random.whole(minute, 4 * minute) + (passed ? 0 : 15 * minute)
    }
    this.#staged = revision
    return at
  }

  /** Deploys to production. Returns whether production is broken until the next deployment, which `#freeAt` is for. */
  #deploy(revision: Revision, at: EpochSeconds, repairs: boolean): boolean {
    const { deployTime, previous, announces } = this.service
    const { failureShare: usualShare, recoveryTime } = this.#odds(at)
    const failureShare = Math.min(0.8, usualShare * this.#riskFactor(revision, at, repairs))
    const queued = announces.includes('pending') ? this.random.duration(12 * minute) : 0
    const startedAt = at + queued
    const endsAt = startedAt + 30 + this.random.duration(deployTime, 0.35)
    const before = { live: this.#live, 'last-success': this.#lastSuccess, none: null }[previous]
    const record = (...ends: Run['steps']) =>
      this.#record('production', revision, before, startedAt, [...this.#announced(startedAt, queued), ...ends])

    if (this.random.chance(0.02)) {
      record({ status: 'cancelled', at: startedAt + Math.round((endsAt - startedAt) * this.random.between(0.2, 0.8)) })
      this.#freeAt = endsAt
      return false
    }
    if (this.random.chance(failureShare * 0.65)) {
      record({ status: 'failure', at: endsAt })
      this.#freeAt = endsAt + this.random.duration(recoveryTime)
      return true
    }
    this.#lastSuccess = revision
    if (this.random.chance(failureShare * 0.35)) {
      const rolledBackAt = endsAt + this.random.duration(recoveryTime * 0.4)
      record({ status: 'success', at: endsAt }, { status: 'rolled_back', at: rolledBackAt })
      this.#freeAt = rolledBackAt + this.random.duration(recoveryTime)
      return true
    }
    record({ status: 'success', at: endsAt })
    this.#live = revision
    this.#freeAt = endsAt + minute
    return false
  }

  /** Usual is the mean of sizes by their order of magnitude, of the latest twenty or so. */
  #riskFactor(revision: Revision, at: EpochSeconds, repairs: boolean): number {
    const lines = Math.max(0, revision.lines - (this.#live ?? revision).lines)
    const usualLines = this.#usualLines ?? lines
    if (!repairs) this.#usualLines = Math.exp(0.95 * Math.log(usualLines + 1) + 0.05 * Math.log(lines + 1)) - 1
    return riskFactor({ at, lines, usualLines, repairs })
  }

  #announced(startedAt: EpochSeconds, queued: number): Run['steps'] {
    return this.service.announces.map((status) => ({
      status,
      at: status === 'pending' ? startedAt - queued : startedAt,
    }))
  }

  #odds(at: EpochSeconds): { failureShare: number; recoveryTime: number } {
    const daysAgo = (this.period.today - at) / day
    const bad = daysAgo < badQuarterDaysAgo.from && daysAgo > badQuarterDaysAgo.to
    return (bad && this.service.badQuarter) || this.service
  }

  #record(
    environment: string,
    { sha, branch, author }: Revision,
    previous: Revision | null,
    startedAt: EpochSeconds,
    steps: Run['steps'],
  ): void {
    const previousSha = previous?.sha ?? null
    this.#runs.push({ environment, startedAt, steps, sha, previousSha, branch, triggeredBy: author.login })
  }
}

/** What a deployment of the demo is like when it begins. */
type Begun = {
  at: EpochSeconds
  /** Changed lines that it brings, and how many are usual; 0 for a deployment of what is live. */
  lines: number
  usualLines: number
  /** Whether it repairs what the one before broke. */
  repairs: boolean
}

/** What the factors come to on average, so that a service fails as often as it is meant to. */
const usualFactor = 2
const utcOffset = hour

/**
 * How much more often than its service a deployment fails: the truth that a model of the demo can find. Large changes
 * fail more often than small ones, and so does what is deployed late, on Friday afternoon, and to repair.
 */
function riskFactor({ at, lines, usualLines, repairs }: Begun): number {
  const size = Math.log((lines + 10) / (usualLines + 10))
  const local = at + utcOffset
  const hours = (local % day) / hour
  const isLate = hours >= 17
  const isFridayAfternoon = weekdayOf(local) === 5 && hours >= 13
  const factor = Math.exp(1.15 * Math.max(-2, Math.min(2, size))) * (isLate ? 1.8 : 1) * (isFridayAfternoon ? 2.4 : 1)
  return (factor * (repairs ? 1.3 : 1)) / usualFactor
}
