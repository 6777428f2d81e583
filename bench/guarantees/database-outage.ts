import { setTimeout as delay } from 'node:timers/promises'
import { formatNumber, scaled } from './amounts'
import { checkStored, type Faults } from './check-stored'
import { type DatabaseFault, databaseFaults } from './database-faults'
import type { Guarantee, Outcome } from './guarantee'
import { describe } from './judge-crash'
import { type Attempt, type Load, postWhile, tookMs } from './load'
import { isRefusedWell, recoverySeconds } from './outage'
import { withOwnPostgres } from './own-postgres'
import { withLeadline } from './servers'
import { withTcpProxy } from './tcp-proxy'

const fullRounds = 5
const faultMs = 6_000
const healthyMs = 500
const connections = 24
const maxAnswerMs = 3_000
const maxRecoverySeconds = 5

/** What one fault of the database did to events. */
type Outage = { title: string; refused: number; slowestMs: number; recoverySeconds: number; faults: string[] }

/** Breaks the way to the database again and again while events are posted, more at once than the pool has connections. */
export const databaseOutage: Guarantee = {
  name: 'database-outage',
  title: 'database refused, black-holed, pool full',
  target: '100 % 503 with Retry-After within 3 s; recovery within 5 s',
  measure: (scale, report) =>
    withOwnPostgres((postgres) =>
      withTcpProxy(postgres.url, (proxy) =>
        withLeadline(proxy.url, {}, async ({ url }) => {
          const rounds = Math.max(2, scaled(fullRounds, scale))
          const outages: Outage[] = []
          const load = await postWhile([url], connections, async (running) => {
            for (const fault of databaseFaults(proxy, postgres.url)) {
              for (let round = 1; round <= rounds; round += 1) {
                report(`${fault.title}, ${round} of ${rounds}`)
                outages.push(await tryFault(fault, running))
              }
            }
          })
          return judge(outages, await checkStored(load))
        }),
      ),
    ),
}

async function tryFault({ title, begin }: DatabaseFault, load: Load): Promise<Outage> {
  await delay(healthyMs)
  const first = load.attempts.length
  const end = await begin()
  const beganMs = performance.now()
  await delay(faultMs)
  const endedMs = performance.now()
  await end()
  const recovery = await recoverySeconds(load)
  const attempts = load.attempts.slice(first)
  const during = attempts.filter((attempt) => attempt.beganMs >= beganMs && attempt.endedMs <= endedMs)
  const refusals = attempts.filter(({ accepted }) => !accepted)
  const bad = [...during.filter(({ accepted }) => accepted), ...refusals.filter((refusal) => !isInTime(refusal))]
  const faults = bad.map(describe)
  if (recovery > maxRecoverySeconds) faults.push(`recovery after ${recovery.toFixed(1)} s`)
  if (during.length === 0) faults.push('no answer at all')
  return {
    title,
    refused: refusals.length,
    slowestMs: refusals.reduce((slowest, refusal) => Math.max(slowest, tookMs(refusal)), 0),
    recoverySeconds: recovery,
    faults: faults.map((fault) => `${title}: ${fault}`),
  }
}

function isInTime(refusal: Attempt): boolean {
  return isRefusedWell(refusal) && tookMs(refusal) <= maxAnswerMs
}

function judge(outages: readonly Outage[], { lost, broken }: Faults): Outcome {
  const titles = [...new Set(outages.map(({ title }) => title))]
  const faults = [...outages.flatMap((outage) => outage.faults), ...lost, ...broken]
  const parts = [
    ...titles.map((title) => formatOutages(outages.filter((outage) => outage.title === title))),
    `${formatNumber(lost.length)} acknowledged events lost, ${formatNumber(broken.length)} half stored`,
    ...faults.slice(0, 1).map((first) => `${formatNumber(faults.length)} faults, first: ${first}`),
  ]
  return { measured: parts.join('; '), met: faults.length === 0 }
}

function formatOutages(outages: readonly Outage[]): string {
  const refused = outages.reduce((sum, outage) => sum + outage.refused, 0)
  const slowest = Math.max(...outages.map(({ slowestMs }) => slowestMs)) / 1_000
  const recovery = Math.max(...outages.map((outage) => outage.recoverySeconds))
  const times = `within ${slowest.toFixed(1)} s, recovery within ${recovery.toFixed(1)} s`
  return `${outages[0]?.title}: ${formatNumber(refused)} refused ${times}`
}
