import { randomUUID } from 'node:crypto'
import { Random } from '@/lib/demo/random'
import { randomSha } from '@/lib/testing/factories'

export type Event = Record<string, unknown> & { deploymentId: string; status: string }

/** The events of one deployment in the order they are posted, and what it has shipped once the last one is stored. */
export type Plan = { events: Event[]; pullRequests: number[] }

const lengths = [1, 3, 5]
const maxRange = Math.max(...lengths)
const firstDay = Date.UTC(2026, 2, 1)
const days = 60

/**
 * Deployments of a history whose n-th commit merges pull request n, without end: successes in production that link up
 * to five pull requests, with and without an event that says they began, failures, other environments, unknown commits.
 * Every other commit is deployed, and the others are named as the previous one: had that failed, another range would be
 * shipped.
 */
export function* planDeployments(history: readonly string[]): Generator<Plan, never> {
  const random = new Random('deployments under load')
  for (;;) {
    const last = 2 * random.whole(Math.ceil(maxRange / 2), Math.floor((history.length - 1) / 2))
    const length = random.pick(lengths)
    const startedAt = firstDay + random.whole(0, days * 1_440) * 60_000
    const known = random.chance(0.9)
    const status = random.chance(0.8) ? 'success' : 'failure'
    const environment = random.chance(0.85) ? 'production' : 'staging'
    const common = {
      deploymentId: randomUUID(),
      commitSha: known ? history[last] : randomSha(),
      previousCommitSha: history[last - length],
      environment,
      service: 'api',
      startedAt: new Date(startedAt).toISOString(),
      metadata: { runner: 'linux-x64', attempt: 1 },
    }
    const ends = { ...common, status, completedAt: new Date(startedAt + 300_000).toISOString() }
    const links = known && status === 'success' && environment === 'production'
    yield {
      events: random.chance(0.5) ? [{ ...common, status: 'in_progress' }, ends] : [ends],
      pullRequests: links ? Array.from({ length }, (_, index) => last - length + 2 + index) : [],
    }
  }
}
