import type { Pool } from 'pg'
import { isDatabaseUnavailable, isLockTimeout } from '@/lib/database-errors'
import { db } from '@/lib/db'
import type { Linked, LinkTask } from '@/lib/linking/link-stored'
import { requestLink } from '@/lib/linking/linker'
import { spreadChanges } from '@/lib/linking/spread-changes'
import { type Semaphores, semaphore, semaphores } from '@/lib/semaphore'
import { inTransaction } from '@/lib/transaction'

/** How far linking again has come. */
export type RelinkProgress = { done: number; total: number }

/**
 * Links the deployments again that noted changes of a repository can concern, in order of completion, each in a
 * transaction of its own, and forgets the changes. Running twice, or at once, does no harm; what a crash leaves is done
 * by the next run. Returns how many deployments have other links than before.
 */
export async function relinkRepository(
  organizationId: number,
  repositoryId: number,
  onProgress?: (progress: RelinkProgress) => void,
): Promise<number> {
  await spread(db().people, organizationId, repositoryId)
  return linkPending(organizationId, onProgress)
}

function spread(pool: Pool, organizationId: number, repositoryId: number): Promise<void> {
  return inTransaction(pool, new AbortController().signal, (client) =>
    spreadChanges(client, { organizationId, repositoryId }),
  )
}

/** Organizations of which leftovers are linked at once, and how many before another one's turn. */
const organizationsAtOnce = 2
const sliceSize = 50

/**
 * Marks what runs that broke off left to be marked, of all organizations. Throws the last failure when all else is
 * done.
 */
export async function spreadLeftovers(): Promise<void> {
  const { rows } = await db().people.query<{ id: number; organizationId: number }>(
    `SELECT r.id, r.organization_id AS "organizationId" FROM repositories r
     WHERE EXISTS (SELECT FROM link_changes c WHERE c.repository_id = r.id)`,
  )
  await allInTurn(rows, ({ id, organizationId }) => spread(db().linking, organizationId, id))
}

/**
 * Links what is marked and due, a slice of each organization; what is marked meanwhile is in the next round. Returns
 * whether there was more. Throws the last failure when all else is done.
 */
export async function linkDue(stop: AbortSignal): Promise<boolean> {
  const { rows } = await db().people.query<{ id: number }>(
    'SELECT DISTINCT organization_id AS id FROM pending_links WHERE not_before <= now()::timestamptz(3)',
  )
  const more = await allInTurn(rows, ({ id }) => linkSlice(id, stop))
  return more.includes(true)
}

async function allInTurn<Item, T>(items: readonly Item[], work: (item: Item) => Promise<T>): Promise<T[]> {
  const turns = semaphore(organizationsAtOnce)
  const done = await Promise.allSettled(items.map((item) => turns(() => work(item))))
  const failed = done.findLast((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return done.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** What cannot be linked is not due again for a while. Throws what is in the way of others as well. */
async function linkSlice(organizationId: number, stop: AbortSignal): Promise<boolean> {
  const ids = await findPending(organizationId, true)
  for (const id of ids.slice(0, sliceSize)) {
    if (stop.aborted) break
    await requestLink({ organizationId, id }).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error
    })
  }
  return ids.length > sliceSize
}

/** Milliseconds until something that could not be linked is due again, at least 100; infinite when nothing is. */
export async function msUntilDue(): Promise<number> {
  const { rows } = await db().people.query<{ ms: number | null }>(
    'SELECT 1000 * extract(epoch FROM min(not_before) - now())::float8 AS ms FROM pending_links',
  )
  const ms = rows[0]?.ms ?? null
  return ms === null ? Number.POSITIVE_INFINITY : Math.max(ms, 100)
}

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineRelinking?: Semaphores<number> }

/**
 * Links the deployments of an organization that are marked when its turn comes, one caller after the other in a process.
 * Returns how many have other links than before. One that fails keeps its mark, and so does one that is marked meanwhile:
 * the worker links it.
 */
export function linkPending(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  holder.leadlineRelinking ??= semaphores(1)
  return holder.leadlineRelinking(organizationId, () => linkMarked(organizationId, onProgress))
}

async function linkMarked(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  const ids = await findPending(organizationId)
  let changed = 0
  for (const [index, id] of ids.entries()) {
    const linked = await linkHoweverLong({ organizationId, id }).catch((error: unknown) => {
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

/** Waits as long as a lock that linking needs is held: without a server, nothing would link it later. */
async function linkHoweverLong(task: LinkTask): Promise<Linked> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await requestLink(task, true)
    } catch (error) {
      if (!isLockTimeout(error) || tries === maxTries) throw error
    }
  }
}

/** All that is marked by now, in order of completion: to look for some time and again would sort them each time. */
async function findPending(organizationId: number, due = false): Promise<number[]> {
  const { rows } = await db().people.query<{ ids: number[] }>(
    `SELECT coalesce(array_agg(d.id::float8 ORDER BY d.completed_at, d.id), '{}') AS ids
     FROM deployments d
     WHERE d.id IN (
       SELECT deployment_id FROM pending_links
       WHERE organization_id = $1 AND (NOT $2 OR not_before <= now()::timestamptz(3)))`,
    [organizationId, due],
  )
  return rows[0]?.ids ?? []
}
