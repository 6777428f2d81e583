import { startPendingTrials } from '@/lib/accounts/plans/start-trial'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { repeat, repeatInLanes } from '@/lib/core/repeat'
import { settledWithin } from '@/lib/core/settled-within'
import { cleanPendingLists } from '@/lib/db/clean-pending-lists'
import { db } from '@/lib/db/db'
import { importedTables, linkedTables, refreshStatistics } from '@/lib/db/refresh-statistics'
import { dropOldEvents } from '@/lib/deployments/drop-old-events'
import { dropRawPayloads } from '@/lib/deployments/drop-raw-payloads'
import { refreshLeftovers } from '@/lib/deployments/first-deployments/refresh'
import { linkDue, msUntilDue, spreadLeftovers } from '@/lib/deployments/linking/relink'
import { takeUpProductionNames } from '@/lib/deployments/production-names/apply-production-names'
import { holder } from './wake'

const stopTimeoutMs = 3_000
const dropEveryMs = 6 * 60 * 60 * 1000

/** What is searched for by a text reads what was added since then as it is. */
const cleanEveryMs = 5_000

/** An organization whose deployments take long to link holds up no other. */
const lanes = 3

/**
 * Starts what links late data, and events that were stored but not linked in time, in this process, once. Every
 * `tickMs` it looks for what other processes left, also while it is linking, applies production names, and starts
 * trials that could not start, and gives the planner statistics of tables that changed much. Every few seconds it sorts
 * into indexes what events added to them. A few times a day it drops raw payloads and events that are too old.
 */
export function startLinkWorker(tickMs = 15_000): void {
  holder.leadlineLinkWorker ??= startWorker(tickMs)
}

/** Lets it end. Resolves within three seconds: what is not linked by then keeps its mark. */
export async function stopLinkWorker(): Promise<void> {
  const worker = holder.leadlineLinkWorker
  holder.leadlineLinkWorker = undefined
  await worker?.stop()
}

function startWorker(tickMs: number) {
  const stopping = new AbortController()
  const stop = stopping.signal
  const linked = createOutageLog({ log, down: 'leftovers are not linked', up: 'leftovers are linked again' })
  const linking = repeatInLanes(lanes, stop, async () => {
    const more = await linkDue(stop).catch(linked.failed)
    if (more !== undefined) linked.succeeded()
    return more ? 0 : Math.min(await msUntilDue().catch(() => tickMs), tickMs)
  })
  const spread = createOutageLog({ log, down: 'leftovers are not taken up', up: 'leftovers are taken up again' })
  const spreading = repeat(stop, async () => {
    await spreadLeftovers().then(spread.succeeded, spread.failed)
    linking.wake()
    return tickMs
  })
  const named = createOutageLog({
    log,
    down: 'production names are not applied',
    up: 'production names are applied again',
  })
  const naming = repeat(stop, async () => {
    await takeUpProductionNames().then(named.succeeded, named.failed)
    return tickMs
  })
  const begun = createOutageLog({ log, down: 'trials are not started', up: 'trials are started again' })
  const beginning = repeat(stop, async () => {
    await startPendingTrials().then(begun.succeeded, begun.failed)
    return tickMs
  })
  const refreshed = createOutageLog({
    log,
    down: 'first deployments are not worked out',
    up: 'first deployments are worked out again',
  })
  const refreshing = repeat(stop, async () => {
    await refreshLeftovers(stop).then(refreshed.succeeded, refreshed.failed)
    return tickMs
  })
  const dropped = createOutageLog({
    log,
    down: 'old raw payloads are not dropped',
    up: 'old raw payloads are dropped again',
  })
  const dropping = repeat(stop, async () => {
    const days = env().RAW_PAYLOAD_DAYS
    if (days !== undefined) await dropRawPayloads(days, stop).then(dropped.succeeded, dropped.failed)
    return dropEveryMs
  })
  const forgotten = createOutageLog({ log, down: 'old events are not dropped', up: 'old events are dropped again' })
  const forgetting = repeat(stop, async () => {
    const days = env().EVENT_DAYS
    if (days !== undefined) await dropOldEvents(days, stop).then(forgotten.succeeded, forgotten.failed)
    return dropEveryMs
  })
  const cleaned = createOutageLog({
    log,
    down: 'lists of indexes are not sorted in',
    up: 'lists of indexes are sorted in again',
  })
  const cleaning = repeat(stop, async () => {
    await cleanPendingLists().then(cleaned.succeeded, cleaned.failed)
    return cleanEveryMs
  })
  const analyzing = repeat(stop, async () => {
    await refreshStatistics(db().people, [...importedTables, ...linkedTables])
    return tickMs
  })
  const loops = [linking, spreading, naming, beginning, refreshing, dropping, forgetting, cleaning, analyzing]
  for (const { wake } of loops) wake()
  const stopAll = async () => {
    stopping.abort()
    await settledWithin(Promise.all(loops.map(({ ended }) => ended())), stopTimeoutMs)
  }
  return { wake: linking.wake, stop: stopAll }
}
