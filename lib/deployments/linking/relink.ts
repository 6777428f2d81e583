import type { Pool } from 'pg'
import { nextDay } from '@/lib/accounts/stored-bytes/day'
import { isDayFull } from '@/lib/accounts/stored-bytes/read'
import { type Semaphores, semaphores } from '@/lib/core/semaphore'
import { slowApart } from '@/lib/core/slow-apart'
import { isDatabaseUnavailable, isLockTimeout } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { requestLink } from '@/lib/deployments/linking/linker'
import { spreadChanges } from '@/lib/deployments/linking/spread-changes'
import { wakeLinkWorker } from './wake'

/** How far linking again has come. */
export type RelinkProgress = { done: number; total: number }

/**
 * Links the deployments again that noted changes of a repository can concern, in order of completion, each in a
 * transaction of its own, and forgets the changes. Running twice, or at once, does no harm; what a crash leaves is done
 * by the next run. Returns how many deployments have other links than before. `onProgress` is as for `linkPending`.
 */
export async function relinkRepository(
  organizationId: number,
  repositoryId: number,
  onProgress?: (progress: RelinkProgress) => void,
): Promise<number> {
  await howeverLong(() => spreadInTurn(organizationId, repositoryId))
  return linkPending(organizationId, onProgress)
}

/**
 * Marks these deployments only, and wakes the worker, which links them. While linking holds the repository, it is left
 * to the worker to mark them.
 */
export async function markForRelinking(organizationId: number, repositoryId: number): Promise<void> {
  await spreadInTurn(organizationId, repositoryId).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
  })
  wakeLinkWorker()
}

/** At once on connections that pages need too. A long history leaves a place to other organizations. */
const spreadAtOnce = { quick: 1, each: 1, slow: 1, slowMs: 500, restMs: 30_000 }

function spreadInTurn(organizationId: number, repositoryId: number): Promise<void> {
  holder.leadlineSpreading ??= slowApart(spreadAtOnce)
  return holder.leadlineSpreading(organizationId, () => spread(db().people, organizationId, repositoryId))
}

function spread(pool: Pool, organizationId: number, repositoryId: number): Promise<void> {
  return inTransaction(pool, never, async (client) => {
    await client.query("SET LOCAL lock_timeout = '1s'")
    await spreadChanges(client, { organizationId, repositoryId })
  })
}

/** Of each organization before another one's turn: so many deployments, or so long and the one that is being linked. */
const [sliceSize, sliceMs] = [50, 10_000]

/** So long leftovers of one organization are spread before those of others; the rest is left to the next call. */
const leftoversMs = 3_000

/**
 * Marks what runs that broke off left to be marked, of all organizations. Throws the last failure when all else is
 * done.
 */
export async function spreadLeftovers(eachMs = leftoversMs): Promise<void> {
  const { rows } = await db().people.query<{ organizationId: number; ids: number[] }>(
    `SELECT r.organization_id AS "organizationId", array_agg(r.id ORDER BY random()) AS ids FROM repositories r
     WHERE EXISTS (SELECT FROM link_changes c WHERE c.organization_id = r.organization_id AND c.repository_id = r.id)
     GROUP BY r.organization_id`,
  )
  const failed: unknown[] = []
  for (const { organizationId, ids } of rows) {
    const end = performance.now() + eachMs
    for (const id of ids) {
      await spread(db().linking, organizationId, id).catch((error: unknown) => failed.push(error))
      if (performance.now() > end) break
    }
  }
  if (failed.length > 0) throw failed.at(-1)
}

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as {
  leadlineRelinking?: Semaphores<number>
  leadlineSpreading?: Semaphores<number>
  leadlineDue?: Turns
}

/** Of which organizations a slice is being linked, and when each had its last turn. */
type Turns = { running: Set<number>; servedAt: Map<number, number>; served: number }

function turns(): Turns {
  holder.leadlineDue ??= { running: new Set(), servedAt: new Map(), served: 0 }
  return holder.leadlineDue
}

/**
 * Links a slice of what is marked and due of the organization that has waited longest since its last turn, and that no
 * other call is linking; what is marked meanwhile is in its next turn. What an organization has no more room for today
 * is due after midnight. Returns whether there was more, of it or others.
 */
export async function linkDue(stop: AbortSignal): Promise<boolean> {
  const { running, servedAt } = turns()
  const { rows } = await db().people.query<{ id: number; due: boolean }>(
    'SELECT organization_id AS id, not_before <= now()::timestamptz(3) AS due FROM first_marks()',
  )
  const due = rows.filter((one) => one.due && !running.has(one.id)).map(({ id }) => id)
  const id = due.toSorted((a, b) => (servedAt.get(a) ?? 0) - (servedAt.get(b) ?? 0))[0]
  if (id === undefined) {
    if (running.size === 0) servedAt.clear()
    return false
  }
  turns().served += 1
  servedAt.set(id, turns().served)
  running.add(id)
  try {
    return (await linkSlice(id, stop)) || due.length > 1
  } finally {
    running.delete(id)
  }
}

/** What cannot be linked is not due again for a while. Throws what is in the way of others as well. */
async function linkSlice(organizationId: number, stop: AbortSignal): Promise<boolean> {
  const { ids, more } = await findDue(organizationId)
  if (await isDayFull(organizationId)) {
    await putOff(organizationId, ids)
    return more
  }
  const end = performance.now() + sliceMs
  let linked = 0
  for (const id of ids.slice(0, sliceSize)) {
    if (stop.aborted || (linked > 0 && performance.now() > end)) break
    linked += 1
    await requestLink({ organizationId, id }, { counted: 'all' }).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error
    })
  }
  return more || ids.length > linked
}

/** Until midnight UTC, but for marks that another process has taken. */
async function putOff(organizationId: number, ids: readonly number[]): Promise<void> {
  await db().people.query(
    `UPDATE pending_links SET not_before = $3
     WHERE organization_id = $1 AND deployment_id = ANY ($2) AND id IN (
       SELECT id FROM pending_links WHERE organization_id = $1 AND deployment_id = ANY ($2)
       FOR NO KEY UPDATE SKIP LOCKED)`,
    [organizationId, ids, nextDay()],
  )
}

/** So many marks are looked at for one slice: more than events of one deployment may wait in a process. */
const maxDue = 1_000

/** The deployments whose marks are due first, in order of completion, and whether there may be others. */
async function findDue(organizationId: number): Promise<{ ids: number[]; more: boolean }> {
  const { rows } = await db().people.query<{ ids: number[]; more: boolean }>(
    `WITH due AS MATERIALIZED (
       SELECT deployment_id AS id FROM pending_links
       WHERE organization_id = $1 AND not_before <= now()::timestamptz(3) ORDER BY not_before, deployment_id LIMIT ${maxDue}
     )
     SELECT (SELECT count(*) FROM due) = ${maxDue} AS more, ARRAY(
       SELECT d.id::float8 FROM (SELECT DISTINCT id FROM due) due JOIN deployments d USING (id) WHERE d.organization_id = $1
       ORDER BY d.completed_at, d.id) AS ids`,
    [organizationId],
  )
  return rows[0] ?? { ids: [], more: false }
}

/**
 * Milliseconds until something is due of an organization that no call is linking, at least 100; infinite when nothing
 * is.
 */
export async function msUntilDue(): Promise<number> {
  const { rows } = await db().people.query<{ ms: number | null }>(
    `SELECT 1000 * extract(epoch FROM min(not_before) - now())::float8 AS ms FROM first_marks()
     WHERE organization_id <> ALL ($1)`,
    [[...turns().running]],
  )
  const ms = rows[0]?.ms ?? null
  return ms === null ? Number.POSITIVE_INFINITY : Math.max(ms, 100)
}

/**
 * Links the deployments of an organization that are marked when its turn comes, one caller after the other in a
 * process. Returns how many have other links than before. One that fails keeps its mark, and so does one that is marked
 * meanwhile, or that the organization has no room for today: the worker links it. With `onProgress` it is an operator's
 * command that waits for all of it, and is counted in no quota.
 */
export function linkPending(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  holder.leadlineRelinking ??= semaphores(1)
  return holder.leadlineRelinking(organizationId, () => linkMarked(organizationId, onProgress))
}

async function linkMarked(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  const ids = await findPending(organizationId)
  const counted = onProgress === undefined ? 'all' : 'none'
  let changed = 0
  for (const [index, id] of ids.entries()) {
    if (counted === 'all' && index % sliceSize === 0 && (await isDayFull(organizationId))) break
    const how = { compare: true, counted } as const
    const linked = await howeverLong(() => requestLink({ organizationId, id }, how)).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error
      return null
    })
    if (linked?.changed) changed += 1
    onProgress?.({ done: index + 1, total: ids.length })
  }
  return changed
}

/** So often one second of waiting for a lock is tried again. */
const maxTries = 600

/** Waits as long as a lock that work needs is held: without a server, nothing would do it later. */
async function howeverLong<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error) || tries === maxTries) throw error
    }
  }
}

/** All that is marked by now, in order of completion: to look for some time and again would sort them each time. */
async function findPending(organizationId: number): Promise<number[]> {
  const { rows } = await db().people.query<{ ids: number[] }>(
    `SELECT coalesce(array_agg(d.id::float8 ORDER BY d.completed_at, d.id), '{}') AS ids
     FROM deployments d
     WHERE d.organization_id = $1 AND d.id IN (SELECT deployment_id FROM pending_links WHERE organization_id = $1)`,
    [organizationId],
  )
  return rows[0]?.ids ?? []
}
