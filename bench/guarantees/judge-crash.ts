import { formatNumber, formatTally } from './amounts'
import { checkStored } from './check-stored'
import type { Outcome } from './guarantee'
import { type Attempt, type Load, tookMs } from './load'

/** What one promise came to in a number of crashes. `others` are faults beyond lost and duplicate events. */
export type Crashes = { title: string; load: Load; others: string[] }

/**
 * Looks for events that were accepted and are not stored with all their effect, then posts every event once more and
 * looks for what that changed beyond timelines.
 */
export async function judgeCrashes(
  { title, load, others }: Crashes,
  url: string,
  report: (text: string) => void,
): Promise<Outcome> {
  report('checking what is stored')
  const acceptedCount = load.attempts.filter(({ accepted }) => accepted).length
  const before = await checkStored(load)
  const total = formatNumber(load.attempts.length)
  const replayed = await load.replay(url, (done) => report(`${formatNumber(done)} of ${total} events posted again`))
  const refused = replayed.filter(({ accepted }) => !accepted)
  const after = await checkStored({ ...load, attempts: replayed })
  const faults = [...before.lost, ...before.broken, ...after.lost, ...after.broken, ...refused.map(describe), ...others]
  const parts = [
    `${formatNumber(before.lost.length)} of ${formatNumber(acceptedCount)} acknowledged events lost in ${title}`,
    `${formatNumber(before.broken.length)} half stored`,
    `not acknowledged: ${formatTally(load.attempts.flatMap(({ accepted, status }) => (accepted ? [] : [String(status)])))}`,
    `replay of ${formatNumber(replayed.length)}: ${formatNumber(after.broken.length)} duplicates or broken, ${formatNumber(after.lost.length + refused.length)} refused or lost`,
    ...(others.length > 0 ? [`${formatNumber(others.length)} other faults`] : []),
    ...(faults[0] ? [`first fault: ${faults[0]}`] : []),
  ]
  return { measured: parts.join('; '), met: faults.length === 0 }
}

/** An attempt that should have gone otherwise, for people. */
export function describe(attempt: Attempt): string {
  const { event, status, retryAfterSeconds } = attempt
  const retry = retryAfterSeconds > 0 ? `, Retry-After ${retryAfterSeconds}` : ''
  return `${event.status} of ${event.deploymentId}: ${status}${retry}, after ${Math.round(tookMs(attempt))} ms`
}
