import { setTimeout as delay } from 'node:timers/promises'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { type StubMode, startUpstashStub, type UpstashStub } from '@/lib/testing/upstash-stub'
import { percentile } from '../statistics'
import { atOnce, formatNumber, scaled } from './amounts'
import type { Guarantee } from './guarantee'
import { describe } from './judge-crash'
import { type Attempt, attempt, tookMs } from './load'
import { withLeadline, withOwnDatabase } from './servers'

const fullRounds = 6
const together = 16
const afterwards = 50
const maxMoreMs = 300
const limit = 1_000_000_000
const modes: readonly StubMode[] = ['refused', 'hang', '500', '401', 'html', 'garbage', 'reset', 'drop']

/** A process with the stub as its Redis and one without Redis, on the same database. */
type Setup = { stub: UpstashStub; limited: string; unset: string; token: string }

/** Events that came at once when Redis broke, the same ones without Redis, and those that came afterwards. */
type Samples = { broken: Attempt[]; without: Attempt[]; after: Attempt[] }

/** Breaks Redis in each way again and again, each time with events that come at once and are the first to notice. */
export const redisOutage: Guarantee = {
  name: 'redis-outage',
  title: 'Redis refused, hung, 500, 401, HTML, unset',
  target: '100 % accepted; p95 at most 300 ms more than without',
  measure: (scale, report) =>
    withSetup(async (setup) => {
      const rounds = Math.max(2, scaled(fullRounds, scale))
      const attempts: Attempt[] = []
      const moreMs: number[] = []
      for (const mode of modes) {
        const samples = { broken: [], without: [], after: [] }
        for (let round = 1; round <= rounds; round += 1) {
          report(`${mode}, ${round} of ${rounds}`)
          await breakOnce(setup, mode, samples)
        }
        moreMs.push(p95Ms(samples.broken) - p95Ms(samples.without))
        attempts.push(...samples.broken, ...samples.without, ...samples.after)
      }
      const refused = attempts.filter(({ accepted }) => !accepted)
      const parts = [
        `${formatNumber(attempts.length - refused.length)} of ${formatNumber(attempts.length)} accepted`,
        `more at p95: ${modes.map((mode, index) => `${mode} ${Math.round(moreMs[index] ?? 0)} ms`).join(', ')}`,
        ...refused.slice(0, 1).map((first) => `first fault: ${describe(first)}`),
      ]
      return { measured: parts.join('; '), met: refused.length === 0 && Math.max(...moreMs) <= maxMoreMs }
    }),
}

async function withSetup<T>(work: (setup: Setup) => Promise<T>): Promise<T> {
  const stub = await startUpstashStub({ run: async () => [limit - 1, limit], transaction: async () => [] })
  const redis = { UPSTASH_REDIS_REST_URL: stub.url, UPSTASH_REDIS_REST_TOKEN: stub.token }
  const settings = { ...redis, RATE_LIMIT_PER_MINUTE: String(limit) }
  try {
    return await withOwnDatabase((databaseUrl) =>
      withLeadline(databaseUrl, settings, (limited) =>
        withLeadline(databaseUrl, {}, async (unset) => {
          const { token } = await createTenant()
          return work({ stub, limited: limited.url, unset: unset.url, token })
        }),
      ),
    )
  } finally {
    await stub.stop()
  }
}

async function breakOnce({ stub, limited, unset, token }: Setup, mode: StubMode, samples: Samples): Promise<void> {
  const post = (url: string, events: number) => atOnce(events, () => attempt(url, token, newEvent()))
  await stub.setMode('well')
  // It probes again a while after Redis is well; then each event is one request.
  for (let requested = 0; requested < together; ) {
    const before = stub.requests.length
    samples.after.push(...(await post(limited, together)))
    requested = stub.requests.length - before
    await delay(100)
  }
  samples.after.push(...(await post(unset, together)))
  samples.without.push(...(await post(unset, together)))
  await stub.setMode(mode)
  samples.broken.push(...(await post(limited, together)))
  samples.after.push(...(await post(limited, afterwards)))
}

function newEvent() {
  const body = deploymentBody({ status: 'in_progress', completedAt: null })
  return { ...body, deploymentId: String(body.deploymentId), status: 'in_progress' }
}

function p95Ms(attempts: readonly Attempt[]): number {
  const sorted = attempts.map(tookMs).sort((a, b) => a - b)
  return percentile(sorted, 0.95)
}
