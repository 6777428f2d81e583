import { setTimeout as delay } from 'node:timers/promises'
import { Random } from '@/lib/demo/random'
import { formatNumber, scaled } from './amounts'
import type { Guarantee } from './guarantee'
import { describe, judgeCrashes } from './judge-crash'
import { postWhile } from './load'
import { isRefusedWell } from './outage'
import { withLeadline, withOwnDatabase } from './servers'

const fullRounds = 50
const connections = 8

/** Kills one of two processes at a random moment, starts it again, and so on, while events are posted to both. */
export const appCrash: Guarantee = {
  name: 'app-crash',
  title: `app killed (-9) under load, ${fullRounds} rounds`,
  target: '0 acknowledged events lost; replay adds no duplicate',
  measure: (scale, report) =>
    withOwnDatabase((url) =>
      withLeadline(url, {}, (first) =>
        withLeadline(url, {}, async (second) => {
          const random = new Random('kills')
          const rounds = Math.max(2, scaled(fullRounds, scale))
          const load = await postWhile([first.url, second.url], connections, async ({ attempts }) => {
            for (let round = 1; round <= rounds; round += 1) {
              report(`kill ${round} of ${rounds}, ${formatNumber(attempts.length)} events`)
              const victim = random.pick([first, second])
              await delay(random.between(200, 1_500))
              await victim.kill()
              await victim.start()
            }
          })
          const answered = load.attempts.filter(({ status }) => typeof status === 'number')
          const others = answered.filter((attempt) => !attempt.accepted && !isRefusedWell(attempt)).map(describe)
          return judgeCrashes({ title: `${rounds} kills`, load, others }, first.url, report)
        }),
      ),
    ),
}
