import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { startUpstashStub, type UpstashStub } from '@/lib/testing/upstash-stub'
import { formatNumber, formatTally, inLanes, scaled } from './amounts'
import type { Guarantee, Outcome } from './guarantee'
import { malformedAuthorizations } from './malformed-authorization'
import { postEvent } from './post-event'
import { type PostgresProxy, proxyPostgres } from './postgres-proxy'
import { rawPost } from './raw-post'
import { withLeadline, withOwnDatabase } from './servers'

const fullRequests = 10_000
const lanes = 32
const quietMs = 4_000

/** Keys guessed at random do not even reach the database. */
export const malformedKeys: Guarantee = {
  name: 'malformed-keys',
  title: '10,000 malformed keys',
  target: '10,000 × 401, 0 calls to the database, 0 to Redis',
  measure: (scale, report) =>
    withOwnDatabase(async (databaseUrl) => {
      const postgres = await proxyPostgres(databaseUrl)
      const redis = await startUpstashStub({ run: unlimited, transaction: async () => [] })
      const settings = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token }
      try {
        return await withLeadline(postgres.url, settings, ({ url }) =>
          measure({ url, postgres, redis }, scaled(fullRequests, scale), report),
        )
      } finally {
        await Promise.all([postgres.close(), redis.stop()])
      }
    }),
}

type Observed = { url: string; postgres: PostgresProxy; redis: UpstashStub }

async function measure(observed: Observed, requests: number, report: (text: string) => void): Promise<Outcome> {
  const { url, postgres, redis } = observed
  const { token } = await createTenant()
  const background = new Set(await quiet(postgres))
  await expectCallsFor(observed, token)
  const [databaseBefore, redisBefore] = [(await quiet(postgres)).length, redis.requests.length]
  const body = Buffer.from(JSON.stringify(deploymentBody()))
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const answers: string[] = []
  await inLanes(lanes, malformedAuthorizations(token, requests), async (values) => {
    const header = ['Content-Type', 'application/json', ...values.flatMap((value) => ['Authorization', value])]
    answers.push(String(await rawPost(url, { header, body, agent })))
    report(`${formatNumber(answers.length)} of ${formatNumber(requests)}`)
  })
  agent.destroy()
  const calls = (await quiet(postgres)).slice(databaseBefore).filter((call) => !background.has(call))
  const redisCalls = redis.requests.length - redisBefore
  const seen = calls.length > 0 ? ` (${formatTally(calls.map((call) => call.trim().slice(0, 60)))})` : ''
  const refused = answers.every((answer) => answer === '401')
  return {
    measured: `${formatTally(answers)}, ${calls.length} calls to the database${seen}, ${redisCalls} to Redis`,
    met: refused && calls.length === 0 && redisCalls === 0,
  }
}

/** Throws unless the event of a good key is seen by both: no call means something only where calls are seen. */
async function expectCallsFor({ url, postgres, redis }: Observed, token: string): Promise<void> {
  const [databaseBefore, redisBefore] = [postgres.calls.length, redis.requests.length]
  const fate = await postEvent(url, token, deploymentBody())
  const seen = postgres.calls.length > databaseBefore && redis.requests.length > redisBefore
  if (fate !== 'created' || !seen) throw new Error(`an event with a good key: ${fate}, seen: ${seen}`)
}

/** The calls so far, once there have been none for a while. */
async function quiet({ calls }: PostgresProxy): Promise<string[]> {
  for (let before = -1; before !== calls.length; ) {
    before = calls.length
    await delay(quietMs)
  }
  return [...calls]
}

/** Redis as it answers the script of the rate limit: nothing used yet. */
async function unlimited(): Promise<unknown> {
  return 1
}
