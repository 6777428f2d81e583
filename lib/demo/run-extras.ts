import { createHash } from 'node:crypto'
import { progressOf } from '@/lib/deployments/status'
import type { History, Revision } from './build-history'
import { day, hour, minute } from './calendar'
import type { Period } from './plan-changes'
import type { Random } from './random'
import { deploymentDays, type Run, revisionAt } from './run-pipeline'
import type { Service } from './service'

/** A preview of the head of some pull requests, shortly after its last push. */
export function runPreviews(service: Service, heads: readonly Revision[], period: Period, random: Random): Run[] {
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
export function runStrays(service: Service, revisions: readonly Revision[], period: Period, random: Random): Run[] {
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
export function runUnmerged(service: Service, { pullRequests, heads }: History, { now }: Period): Run[] {
  if (service.strays === 0) return []
  const open = new Set(pullRequests.flatMap(({ mergedAt, headCommitSha }) => (mergedAt ? [] : [headCommitSha])))
  const head = heads.findLast(({ sha, at }) => open.has(sha) && at < now - hour)
  if (!head) return []
  const startedAt = head.at + 10 * minute
  return [run('production', head, startedAt, [{ status: 'success', at: startedAt + service.deployTime }])]
}

/** What is under way or broken now. */
export function runUnderWay(service: Service, revisions: readonly Revision[], { now }: Period): Run[] {
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
