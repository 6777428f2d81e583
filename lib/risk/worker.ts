import { includedSql } from '@/lib/accounts/plans/included-sql'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { type Repeated, repeatInLanes } from '@/lib/core/repeat'
import { settledWithin } from '@/lib/core/settled-within'
import { claimWithin, maxFound } from '@/lib/db/claim-within'
import { db } from '@/lib/db/db'
import { refreshSignals } from './refresh'
import { refreshRisk } from './score/refresh'

const stopTimeoutMs = 3_000

/** An organization whose history takes long holds up no other: its signals one lane, its model none of the signals. */
const [signalLanes, modelLanes] = [2, 2]

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineSignalWorker?: Repeated & { stopping: AbortController } }

/**
 * Starts what looks for risk signals in this process, once. Of several processes, one looks at an organization at a
 * time: a minute after the last time once a pipeline posts, else after five minutes while it deploys, or an hour.
 */
export function startSignalWorker(tickMs = 15_000): void {
  if (holder.leadlineSignalWorker) return
  const stopping = new AbortController()
  const outage = createOutageLog({
    log,
    down: 'risk signals are not looked for',
    up: 'risk signals are looked for again',
  })
  const fitted = createOutageLog({ log, down: 'models of risk are not fitted', up: 'models of risk are fitted again' })
  const fitting = repeatInLanes(modelLanes, stopping.signal, async () => {
    await refreshModels(stopping.signal).then(fitted.succeeded, fitted.failed)
    return tickMs
  })
  const looking = repeatInLanes(signalLanes, stopping.signal, async () => {
    await refreshDue(stopping.signal, fitting.wake).then(outage.succeeded, outage.failed)
    return tickMs
  })
  const ended = async () => {
    await Promise.all([looking.ended(), fitting.ended()])
  }
  holder.leadlineSignalWorker = { wake: looking.wake, ended, stopping }
  looking.wake()
}

/** Lets it end. Resolves within three seconds: what was not looked at by then is due again. */
export async function stopSignalWorker(): Promise<void> {
  const worker = holder.leadlineSignalWorker
  holder.leadlineSignalWorker = undefined
  worker?.stopping.abort()
  await settledWithin(Promise.resolve(worker?.ended()), stopTimeoutMs)
}

/** Organizations whose models of risk may be due, and those for which that is being seen to. */
const [toFit, beingFitted] = [new Set<number>(), new Set<number>()]

/**
 * Looks at all organizations that are due, one after the other, and says so after each: then its model may be due.
 * Throws the last error when all else is done.
 */
export async function refreshDue(stop: AbortSignal, onLook?: () => void): Promise<void> {
  await db().people.query(enroll)
  await db().people.query(bringForward)
  const failed: unknown[] = []
  while (!stop.aborted) {
    const organizationId = await claim()
    if (organizationId === null) break
    await refreshSignals(organizationId, new Date())
      .then(() => putOff(organizationId))
      .catch((error: unknown) => failed.push(error))
    toFit.add(organizationId)
    onLook?.()
  }
  if (failed.length > 0) throw failed.at(-1)
}

/** Fits the models of risk that are due, and scores what began since. Throws the last error when all else is done. */
async function refreshModels(stop: AbortSignal): Promise<void> {
  const failed: unknown[] = []
  while (!stop.aborted) {
    const organizationId = [...toFit].find((id) => !beingFitted.has(id))
    if (organizationId === undefined) break
    toFit.delete(organizationId)
    beingFitted.add(organizationId)
    await refreshRisk(organizationId, new Date()).catch((error: unknown) => failed.push(error))
    beingFitted.delete(organizationId)
  }
  if (failed.length > 0) throw failed.at(-1)
}

const enroll = `
  INSERT INTO signal_runs (organization_id, due_at)
  SELECT o.id, now() FROM organizations o LEFT JOIN signal_runs r ON r.organization_id = o.id
  WHERE ${includedSql} AND r.organization_id IS NULL
  ON CONFLICT DO NOTHING`

/** So many of the latest lines of its request log tell whether a pipeline of an organization posts. */
const maxLines = 1_000

/**
 * What came in since the last time is looked at, a minute after it at the earliest. One that a process has claimed,
 * which is due later than five minutes after it finished and within the next five, is left to that process. The column
 * has milliseconds, and one that is rounded up is not due yet.
 */
const bringForward = `
  UPDATE signal_runs SET due_at = date_trunc('milliseconds', now()) FROM (
    SELECT r.organization_id, r.due_at FROM signal_runs r
    WHERE r.due_at > now() AND r.finished_at < now() - interval '1 minute'
      AND (r.due_at < r.finished_at + interval '5 minutes 30 seconds' OR r.due_at > now() + interval '5 minutes')
      AND r.finished_at < (
        SELECT received_at FROM (
          SELECT w.received_at, w.api_key_id FROM webhook_requests w
          WHERE w.organization_id = r.organization_id ORDER BY w.id DESC LIMIT ${maxLines}
        ) latest WHERE api_key_id IS NOT NULL LIMIT 1)
  ) late
  WHERE signal_runs.organization_id = late.organization_id AND signal_runs.due_at = late.due_at`

const findDue = `
  SELECT r.organization_id AS id FROM signal_runs r JOIN organizations o ON o.id = r.organization_id
  WHERE r.due_at <= now() AND ${includedSql} ORDER BY r.due_at LIMIT ${maxFound}`

const take = `
  UPDATE signal_runs SET due_at = now() + interval '5 minutes'
  WHERE organization_id = $1 AND EXISTS (
    SELECT FROM signal_runs WHERE organization_id = $1 AND due_at <= now() FOR UPDATE SKIP LOCKED)`

/** Whoever claims an organization has five minutes: then another process takes it up. */
async function claim(): Promise<number | null> {
  const { people } = db()
  return claimWithin(
    () => people.query<{ id: number }>(findDue),
    async (id) => ((await people.query(take, [id])).rowCount === 1 ? id : null),
  )
}

async function putOff(organizationId: number): Promise<void> {
  await db().people.query(
    `UPDATE signal_runs SET due_at = now() + interval '1 hour' - interval '55 minutes' * (
       SELECT count(*) FROM (
         SELECT FROM deployments d WHERE d.organization_id = $1 AND d.started_at > now() - interval '1 day' LIMIT 1) recent)
     WHERE organization_id = $1`,
    [organizationId],
  )
}
