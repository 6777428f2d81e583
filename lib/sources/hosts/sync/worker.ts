import { groupBy } from '@/lib/core/listed'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { repeatInLanes } from '@/lib/core/repeat'
import { semaphore } from '@/lib/core/semaphore'
import { settledWithin } from '@/lib/core/settled-within'
import { db } from '@/lib/db/db'
import { HostError, type HostReader } from '../model'
import { openReader } from '../open-reader'
import { type Claim, claimDueSync } from './claim'
import { runSync } from './run'
import { holder } from './wake'

const tickMs = 15_000
const maxAtOnce = 5

/** More for organizations that have none yet: hosts that hang keep the usual ones for minutes. */
const maxMore = 5

/**
 * Of one organization, where there are others: one that comes later finds a place, whatever the hosts of the first do.
 */
const maxEach = 2

/** Of all organizations whose last sync took longer than `slowMs`, or is taking it, where there are others. */
const maxSlow = 2
const slowMs = 60_000

const timeoutMs = 3_000

/** After this, a place is given back at the next page, and what else is due comes first. */
const turnMs = 5 * 60_000

/** Starts what brings repositories up to date in this process, once. */
export function startSyncWorker(): void {
  holder.leadlineSyncWorker ??= startWorker()
}

/** Lets it end: what is running is given back where it stands. Resolves within three seconds, given back or not. */
export async function stopSyncWorker(): Promise<void> {
  await holder.leadlineSyncWorker?.stop()
}

function startWorker() {
  const stopping = new AbortController()
  const outage = createOutageLog({ log, down: 'syncs cannot be looked for', up: 'syncs can be looked for again' })
  const places = createPlaces()
  const { wake, ended } = repeatInLanes(maxAtOnce + maxMore, stopping.signal, async () => {
    await runDueSyncs(stopping.signal, places).then(outage.succeeded, outage.failed)
    return tickMs
  })
  wake()
  const stop = async () => {
    stopping.abort()
    await settledWithin(Promise.resolve(ended()), timeoutMs)
  }
  return { wake, stop }
}

/** Which organizations the places of a process are taken by. */
type Places = { take: () => Promise<Claim | null>; giveBack: (claim: Claim) => void }

/** A place is free again after its claim was given back. */
export function createPlaces(): Places {
  const running = new Map<Claim, number>()
  const slow = new Set<number>()
  const oneByOne = semaphore(1)
  const tookLong = (claim: Claim) => performance.now() - (running.get(claim) ?? 0) > slowMs

  const findRefused = (areUsualTaken: boolean) => {
    const claims = [...running.keys()]
    for (const claim of claims) if (tookLong(claim)) slow.add(claim.organizationId)
    const byOrganization = groupBy(claims, ({ organizationId }) => organizationId)
    const share = areUsualTaken ? 1 : maxEach
    const haveTheirShare = [...byOrganization].flatMap(([id, { length }]) => (length < share ? [] : id))
    const slowOnes = claims.filter(({ organizationId }) => slow.has(organizationId))
    return slowOnes.length < maxSlow ? haveTheirShare : [...haveTheirShare, ...slow]
  }

  const take = async () => {
    const areUsualTaken = running.size >= maxAtOnce
    const claim = await claimDueSync(findRefused(areUsualTaken), !areUsualTaken)
    if (claim) running.set(claim, performance.now())
    return claim
  }

  const giveBack = (claim: Claim) => {
    if (tookLong(claim)) slow.add(claim.organizationId)
    else slow.delete(claim.organizationId)
    running.delete(claim)
  }

  return { take: () => oneByOne(take), giveBack }
}

/** Runs the syncs that are due, one after the other and each for its turn, until there is none. Returns how many. */
export async function runDueSyncs(stop: AbortSignal, places = createPlaces()): Promise<number> {
  await queueStaleSyncs()
  let count = 0
  for (; !stop.aborted; count += 1) {
    const claim = await places.take()
    if (!claim) break
    // What went wrong is noted at the sync, where people see it.
    const { signal, report } = startTurn(stop)
    await runSync(claim, () => readerFor(claim), signal, report).catch(() => undefined)
    places.giveBack(claim)
  }
  return count
}

/** The time of one sync: its signal is aborted with `stop`, and at the first progress after its time was up. */
function startTurn(stop: AbortSignal): { signal: AbortSignal; report: () => void } {
  const over = new AbortController()
  const beganAt = performance.now()
  const report = () => {
    if (performance.now() - beganAt >= turnMs) over.abort()
  }
  return { signal: AbortSignal.any([stop, over.signal]), report }
}

async function readerFor({ organizationId, connectionId }: Claim): Promise<HostReader> {
  if (connectionId !== null) return openReader(organizationId, connectionId)
  throw new HostError('The repository is not connected to a host any more. Connect it again.', 'access')
}

const stale = `
  FROM repository_syncs AS sync
  JOIN repositories AS r ON r.organization_id = sync.organization_id AND r.id = sync.repository_id
  WHERE r.monitored AND r.connection_id IS NOT NULL
    AND sync.state = 'done' AND sync.finished_at < now() - interval '1 hour'`

const findStale = `SELECT DISTINCT sync.organization_id AS id ${stale}`

const queue = `
  UPDATE repository_syncs SET state = 'queued', not_before = now()
  WHERE organization_id = $1 AND repository_id IN (
    SELECT sync.repository_id ${stale} AND sync.organization_id = $1 FOR NO KEY UPDATE OF sync SKIP LOCKED)`

/**
 * Queues what was last up to date an hour ago: webhooks get lost, and some hosts cannot reach this server. A sync that
 * someone holds, such as one whose repository is being followed again, has its turn the next time: no lane waits for
 * it.
 */
async function queueStaleSyncs(): Promise<void> {
  const { rows } = await db().people.query<{ id: number }>(findStale)
  for (const { id } of rows) await db().people.query(queue, [id])
}
