import { createHash } from 'node:crypto'
import { progressOf } from '@/lib/deployments/status'
import { buildHistory, type DemoCommit, type DemoPullRequest, type History, type Revision } from './build-history'
import { day, hour, minute, startOfDay } from './calendar'
import { type Period, planChanges } from './plan-changes'
import { type DemoDeployment, postRuns } from './post-events'
import { Random } from './random'
import { deploymentDays, postedRevisions, type Run, revisionAt, runPipeline } from './run-pipeline'
import type { Service } from './service'
import { services } from './services'

export type DemoRepository = {
  /** The one that is deployed from it, and the team that it belongs to. */
  service: string
  owner: string
  fullName: string
  aliases: string[]
  commits: DemoCommit[]
  pullRequests: DemoPullRequest[]
  deployments: DemoDeployment[]
}

const historyDays = deploymentDays + 35

/**
 * Six services of a ferry company and a year of their work, up to `now`. The same for the same instant; on the same
 * UTC day only the last hours differ.
 */
export function generateDemo(now: Date): DemoRepository[] {
  const seconds = Math.floor(now.getTime() / 1000)
  const today = startOfDay(seconds)
  const period = { origin: today - historyDays * day, today, now: seconds }
  return services.map((service) => generateRepository(service, period))
}

function generateRepository(service: Service, period: Period): DemoRepository {
  const random = (part: string) => new Random(`${service.name} ${part}`)
  const founder = service.team[0] ?? random('founder').pick(service.team)
  const changes = planChanges(service, period, random('changes'))
  const history = buildHistory(changes, { ...service, ...period, founder }, random('history'))
  const revisions = postedRevisions(service, history.revisions, period)
  const runs = [
    ...runPipeline(service, history.revisions, period, random('pipeline')),
    ...runPreviews(service, history.heads, period, random('previews')),
    ...runStrays(service, revisions, period, random('strays')),
    ...runUnmerged(service, history, period),
    ...runUnderWay(service, revisions, period),
  ]
  const { commits, pullRequests } = history
  const deployments = postRuns(service, runs, period.now)
  const { name, owner, repository: fullName, aliases } = service
  return { service: name, owner, fullName, aliases, commits, pullRequests, deployments }
}

/** A preview of the head of some pull requests, shortly after its last push. */
function runPreviews(service: Service, heads: readonly Revision[], period: Period, random: Random): Run[] {
  const begin = period.today - deploymentDays * day
  return heads
    .filter(({ at }) => at >= begin && random.chance(service.previewShare))
    .map((head) => {
      const startedAt = head.at + random.whole(20, 90)
      const at = startedAt + random.duration(4 * minute, 0.4)
      const status = random.chance(0.07) ? 'failure' : 'success'
      return run('preview', head, startedAt, [
        { status: 'in_progress', at: startedAt },
        { status, at },
      ])
    })
}

/** Production deployments of what never reached the repository: an engineer's hotfix straight from a laptop. */
function runStrays(service: Service, revisions: readonly Revision[], period: Period, random: Random): Run[] {
  return Array.from({ length: service.strays }, (_, index) => {
    const startedAt = period.today - random.whole(10, deploymentDays - 10) * day + random.whole(16 * hour, 20 * hour)
    const revision = revisionAt(revisions, startedAt)
    const sha = createHash('sha1').update(`${service.repository} stray ${index}`).digest('hex')
    const at = startedAt + random.duration(service.deployTime)
    return revision
      ? [run('production', { ...revision, sha, branch: 'hotfix' }, startedAt, [{ status: 'success', at }])]
      : []
  }).flat()
}

/** The latest pull request that is still open, deployed to production before anyone merged it. */
function runUnmerged(service: Service, { pullRequests, heads }: History, { now }: Period): Run[] {
  if (service.strays === 0) return []
  const open = new Set(pullRequests.flatMap(({ mergedAt, headCommitSha }) => (mergedAt ? [] : [headCommitSha])))
  const head = heads.findLast(({ sha, at }) => open.has(sha) && at < now - hour)
  if (!head) return []
  const startedAt = head.at + 10 * minute
  return [run('production', head, startedAt, [{ status: 'success', at: startedAt + service.deployTime }])]
}

/** What is under way or broken now. */
function runUnderWay(service: Service, revisions: readonly Revision[], { now }: Period): Run[] {
  return service.underWay.flatMap(({ environment, status, age }) => {
    const at = now - age
    const startedAt = progressOf(status) === 2 ? at - service.deployTime : at
    const revision = revisionAt(revisions, startedAt)
    return revision ? [run(environment, revision, startedAt, [{ status, at }])] : []
  })
}

function run(environment: string, { sha, branch, author }: Revision, startedAt: number, steps: Run['steps']): Run {
  return { environment, startedAt, steps, sha, previousSha: null, branch, triggeredBy: author.login }
}
