import { setTimeout as delay } from 'node:timers/promises'
import { post } from '@/e2e/support/servers'
import { createHistory, createRepository, createTenant } from '@/lib/testing/factories'
import { inLanes } from './amounts'
import { type Event, type Plan, planDeployments } from './plan-deployments'

/** One event posted once. Times as of `performance.now()`. */
export type Attempt = {
  event: Event
  status: number | 'no connection' | 'cut off'
  accepted: boolean
  retryAfterSeconds: number
  beganMs: number
  endedMs: number
}

/** What was posted, in order, and whose deployments these are. */
export type Load = {
  organizationId: number
  plans: Plan[]
  attempts: Attempt[]
  /** Posts every event once more, in its order, to `url`; again after a 503, as a CI job would. */
  replay: (url: string, report: (done: number) => void) => Promise<Attempt[]>
}

const historyLength = 2_000
const pauseMs = 30
const pauseWithoutConnectionMs = 250
const replayLanes = 8
const maxTries = 10

/**
 * Creates an organization with a repository and posts its deployments while `work` runs: on `connections` connections
 * that take the servers in turn, one event after the other, none of them twice. Returns when the last answer is there.
 */
export async function postWhile(
  urls: readonly string[],
  connections: number,
  work: (load: Load) => Promise<void>,
): Promise<Load> {
  const { organization, token } = await createTenant()
  const history = await createHistory(await createRepository(organization.id, 'acme/api'), historyLength)
  const planned = planDeployments(history)
  const plans: Plan[] = []
  const attempts: Attempt[] = []
  const replay: Load['replay'] = (url, report) =>
    replayPlans(plans, (event) => retry(() => attempt(url, token, event)), report)
  const load: Load = { organizationId: organization.id, plans, attempts, replay }
  let stopped = false
  const lane = async (url: string) => {
    while (!stopped) {
      const plan = planned.next().value
      plans.push(plan)
      for (const event of plan.events) {
        const outcome = await attempt(url, token, event)
        attempts.push(outcome)
        await delay(outcome.status === 'no connection' ? pauseWithoutConnectionMs : pauseMs)
      }
    }
  }
  const lanes = Array.from({ length: connections }, (_, index) => lane(urls[index % urls.length] ?? ''))
  try {
    await work(load)
  } finally {
    stopped = true
    await Promise.all(lanes)
  }
  return load
}

/** Posts one event and says what came back. Never throws. */
export async function attempt(url: string, token: string, event: Event): Promise<Attempt> {
  const beganMs = performance.now()
  const answer = await post(url, token, event).catch((error: Error) => ({
    status: isConnectionRefused(error.cause) ? ('no connection' as const) : ('cut off' as const),
    headers: new Headers(),
  }))
  return {
    event,
    status: answer.status,
    accepted: answer.status === 200 || answer.status === 201,
    retryAfterSeconds: Number(answer.headers.get('retry-after')),
    beganMs,
    endedMs: performance.now(),
  }
}

export function tookMs({ beganMs, endedMs }: Attempt): number {
  return endedMs - beganMs
}

async function retry(send: () => Promise<Attempt>): Promise<Attempt> {
  let outcome = await send()
  for (let tries = 1; outcome.status === 503 && tries < maxTries; tries += 1) {
    await delay(outcome.retryAfterSeconds * 1_000)
    outcome = await send()
  }
  return outcome
}

function isConnectionRefused(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

async function replayPlans(
  plans: readonly Plan[],
  send: (event: Event) => Promise<Attempt>,
  report: (done: number) => void,
): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  await inLanes(replayLanes, plans, async ({ events }) => {
    for (const event of events) attempts.push(await send(event))
    report(attempts.length)
  })
  return attempts
}
