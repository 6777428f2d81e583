import { includedSql } from '@/lib/accounts/plans/included-sql'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { repeat, repeatInLanes } from '@/lib/core/repeat'
import { settledWithin } from '@/lib/core/settled-within'
import { claimWithin, maxFound } from '@/lib/db/claim-within'
import { db } from '@/lib/db/db'
import { collect } from './events/collect'
import { createDelivery, defaultLeaseMs } from './sending/deliver'

/** What is being sent gets so long to end, and after that so long to be broken off. */
const stopTimeoutMs = 10_000
const breakOffTimeoutMs = 1_000

/** An organization whose reports take long holds up no other. */
const lanes = 3

type Worker = { stop: () => Promise<void> }

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineNotificationWorker?: Worker }

/**
 * Starts what finds out what is to be sent, and what sends it, in this process, once. Neither waits for the other: a
 * receiver that hangs keeps nothing from being stored, nor others from being told.
 */
export function startNotificationWorker({ tickMs = 5_000, leaseMs = defaultLeaseMs } = {}): void {
  holder.leadlineNotificationWorker ??= startWorker(tickMs, leaseMs)
}

/** Lets it end. What is being sent is waited for, ten seconds at most. */
export async function stopNotificationWorker(): Promise<void> {
  const worker = holder.leadlineNotificationWorker
  holder.leadlineNotificationWorker = undefined
  await worker?.stop()
}

function startWorker(tickMs: number, leaseMs: number): Worker {
  const soon = new AbortController()
  const now = new AbortController()
  const looked = createOutageLog({
    log,
    down: 'notifications are not looked for',
    up: 'notifications are looked for again',
  })
  const looking = repeatInLanes(lanes, soon.signal, async () => {
    await collectDue(soon.signal).then(looked.succeeded, looked.failed)
    return tickMs
  })
  const sent = createOutageLog({ log, down: 'notifications are not sent', up: 'notifications are sent again' })
  const stop = { soon: soon.signal, now: now.signal }
  const delivery = createDelivery(stop, (error) => (error === undefined ? sending.wake() : sent.failed(error)), leaseMs)
  const sending = repeat(soon.signal, async () => {
    await delivery.begin().then(sent.succeeded, sent.failed)
    return tickMs
  })
  for (const { wake } of [looking, sending]) wake()
  return {
    stop: async () => {
      soon.abort()
      const ended = Promise.all([looking.ended(), sending.ended()]).then(delivery.ended)
      if (
        (await settledWithin(
          ended.then(() => true),
          stopTimeoutMs,
        )) !== null
      )
        return
      now.abort()
      await settledWithin(ended, breakOffTimeoutMs)
    },
  }
}

/** Organizations that a lane of this process is looking at: no other lane takes them up, however long it takes. */
const underWay = new Set<number>()

/** Looks at all organizations that are due, one after the other. Throws the last error when all else is done. */
export async function collectDue(stop: AbortSignal): Promise<void> {
  await db().people.query(enroll)
  const failed: unknown[] = []
  while (!stop.aborted) {
    const run = await claimRun()
    if (run === null) break
    underWay.add(run.organizationId)
    await collect(run.organizationId, run.now, run.seenUntil).then(
      () => finishRun(run),
      (error: unknown) => failed.push(error),
    )
    underWay.delete(run.organizationId)
  }
  if (failed.length > 0) throw failed.at(-1)
}

type Run = { organizationId: number; now: Date; seenUntil: Date | null }

const enroll = `
  INSERT INTO notification_runs (organization_id, due_at)
  SELECT DISTINCT d.organization_id, to_timestamp(0) FROM notification_destinations d
  WHERE NOT EXISTS (SELECT FROM notification_runs r WHERE r.organization_id = d.organization_id)
  ON CONFLICT DO NOTHING`

const leaseMinutes = 2

const findDue = `
  SELECT r.organization_id AS id FROM notification_runs r JOIN organizations o ON o.id = r.organization_id
  WHERE r.due_at <= now() AND ${includedSql} AND EXISTS (
    SELECT FROM notification_destinations d WHERE d.organization_id = r.organization_id AND d.paused_at IS NULL)
    AND r.organization_id <> ALL ($1)
  ORDER BY r.due_at LIMIT ${maxFound}`

const take = `
  UPDATE notification_runs SET due_at = date_trunc('milliseconds', now()) + interval '${leaseMinutes} minutes'
  WHERE organization_id = $1 AND EXISTS (
    SELECT FROM notification_runs WHERE organization_id = $1 AND due_at <= now() FOR UPDATE SKIP LOCKED)
  RETURNING seen_until AS "seenUntil", due_at AS "dueAt"`

/** Whoever claims an organization has two minutes: then another process takes it up. */
async function claimRun(): Promise<Run | null> {
  const { people } = db()
  return claimWithin(
    () => people.query<{ id: number }>(findDue, [[...underWay]]),
    async (id) => {
      const { rows } = await people.query<{ seenUntil: Date | null; dueAt: Date }>(take, [id])
      return rows[0]
        ? {
            organizationId: id,
            seenUntil: rows[0].seenUntil,
            now: new Date(rows[0].dueAt.getTime() - leaseMinutes * 60_000),
          }
        : null
    },
  )
}

async function finishRun({ organizationId, now }: Run): Promise<void> {
  await db().people.query(
    `UPDATE notification_runs SET seen_until = $2, due_at = now() + interval '10 seconds' WHERE organization_id = $1`,
    [organizationId, now],
  )
}
