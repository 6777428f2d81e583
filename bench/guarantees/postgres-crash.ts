import { setTimeout as delay } from 'node:timers/promises'
import { Random } from '@/lib/demo/random'
import { formatNumber, scaled } from './amounts'
import type { Guarantee } from './guarantee'
import { describe, judgeCrashes } from './judge-crash'
import { postWhile } from './load'
import { isRefusedWell, recoverySeconds } from './outage'
import { withOwnPostgres } from './own-postgres'
import { withLeadline } from './servers'

const fullRounds = 20
const connections = 8
const maxRecoverySeconds = 5

/** Kills a Postgres at a random moment, starts it again, and so on, while events are posted to two processes. */
export const postgresCrash: Guarantee = {
  name: 'postgres-crash',
  title: `Postgres crashed under load, ${fullRounds} rounds`,
  target: '0 acknowledged events lost; replay adds no duplicate; 503 with Retry-After meanwhile; recovery within 5 s',
  measure: (scale, report) =>
    withOwnPostgres((postgres) =>
      withLeadline(postgres.url, {}, (first) =>
        withLeadline(postgres.url, {}, async (second) => {
          const random = new Random('crashes')
          const rounds = Math.max(2, scaled(fullRounds, scale))
          const recoveries: number[] = []
          const load = await postWhile([first.url, second.url], connections, async (running) => {
            for (let round = 1; round <= rounds; round += 1) {
              report(`crash ${round} of ${rounds}, ${formatNumber(running.attempts.length)} events`)
              await delay(random.between(500, 2_000))
              await postgres.crash()
              await delay(random.between(0, 2_000))
              await postgres.start()
              recoveries.push(await recoverySeconds(running))
            }
          })
          const slowest = Math.max(...recoveries)
          const others = load.attempts.filter((attempt) => !attempt.accepted && !isRefusedWell(attempt)).map(describe)
          if (slowest > maxRecoverySeconds) others.push(`recovery after ${slowest.toFixed(1)} s`)
          const title = `${rounds} crashes, recovery within ${slowest.toFixed(1)} s`
          return judgeCrashes({ title, load, others }, first.url, report)
        }),
      ),
    ),
}
