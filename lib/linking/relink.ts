import type { Pool } from 'pg'
import { isDatabaseUnavailable, isLockTimeout } from '@/lib/database-errors'
import { db } from '@/lib/db'
import type { Linked, LinkTask } from '@/lib/linking/link-stored'
import { requestLink } from '@/lib/linking/linker'
import { linkable, spreadChanges } from '@/lib/linking/spread-changes'
import { semaphore } from '@/lib/semaphore'
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

/**
 * An event that looked for its commit just before that was stored, and was itself stored after its changes were spread:
 * nobody has told either of the other.
 */
const spreadMissed = `
  INSERT INTO pending_links (deployment_id, organization_id)
  SELECT DISTINCT d.id, d.organization_id
  FROM deployment_events e JOIN deployments d ON d.id = e.deployment_id
  WHERE e.id > (SELECT max(id) - 20000 FROM deployment_events) AND e.received_at > now() - interval '2 minutes'
    AND ${linkable} AND (NOT d.settled OR d.resolved_sha IS NULL AND EXISTS (
      SELECT FROM commits c WHERE c.organization_id = d.organization_id
        AND c.sha BETWEEN d.commit_sha AND d.commit_sha || 'g'))
    AND NOT EXISTS (SELECT FROM pending_links p WHERE p.deployment_id = d.id)`

/** Organizations of which leftovers are linked at once, and how many before another one's turn. */
const organizationsAtOnce = 2
const sliceSize = 50

/**
 * Does what runs that broke off, or that an event crossed, have left to do, for all organizations, until `stop` is
 * aborted. Throws what was in the way at last, when all else is done.
 */
export async function relinkLeftovers(stop: AbortSignal = new AbortController().signal): Promise<void> {
  await db().people.query(spreadMissed)
  const { rows: repositories } = await db().people.query<{ id: number; organizationId: number }>(
    `SELECT r.id, r.organization_id AS "organizationId" FROM repositories r
     WHERE EXISTS (SELECT FROM link_changes c WHERE c.repository_id = r.id)`,
  )
  const turns = semaphore(organizationsAtOnce)
  let failure: unknown
  const spreading = repositories.map(({ id, organizationId }) =>
    turns(() => spread(db().linking, organizationId, id)).catch((error: unknown) => {
      failure = error
    }),
  )
  await Promise.all(spreading)
  await linkDue(stop)
  if (failure !== undefined) throw failure
}

/** Links what is marked and due, of all organizations a slice in turn. Throws what was in the way at last. */
export async function linkDue(stop: AbortSignal): Promise<void> {
  const turns = semaphore(organizationsAtOnce)
  const stuck: number[] = []
  let failure: unknown
  const linkOne = (id: number) =>
    turns(() => linkSlice(id, stop)).catch((error: unknown) => {
      failure = error
      stuck.push(id)
    })
  for (;;) {
    const ids = await findOrganizationsWithDue(stuck)
    if (ids.length === 0 || stop.aborted) break
    await Promise.all(ids.map(linkOne))
  }
  if (failure !== undefined) throw failure
}

/** An organization that something is in the way of is left for the next run. */
async function findOrganizationsWithDue(besides: readonly number[]): Promise<number[]> {
  const { rows } = await db().people.query<{ id: number }>(
    `SELECT DISTINCT organization_id AS id FROM pending_links
     WHERE not_before <= now()::timestamptz(3) AND organization_id <> ALL ($1::int[])`,
    [besides],
  )
  return rows.map(({ id }) => id)
}

/** What cannot be linked is not due again for a while. Throws what is in the way of others as well. */
async function linkSlice(organizationId: number, stop: AbortSignal): Promise<void> {
  const ids = await findPending(organizationId, [], true)
  for (const id of ids.slice(0, sliceSize)) {
    if (stop.aborted) return
    await requestLink({ organizationId, id }).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error
    })
  }
}

/** Milliseconds until something that could not be linked is due again, at least 100; infinite when nothing is. */
export async function msUntilDue(): Promise<number> {
  const { rows } = await db().people.query<{ ms: number | null }>(
    'SELECT 1000 * extract(epoch FROM min(not_before) - now())::float8 AS ms FROM pending_links',
  )
  const ms = rows[0]?.ms ?? null
  return ms === null ? Number.POSITIVE_INFINITY : Math.max(ms, 100)
}

const running = new Map<number, Promise<unknown>>()

/**
 * Links the marked deployments of an organization again, one caller after the other in a process. Returns how many have
 * other links than before. One that fails keeps its mark.
 */
export function linkPending(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  const before = running.get(organizationId) ?? Promise.resolve()
  const run = before.catch(() => undefined).then(() => linkAll(organizationId, onProgress))
  running.set(organizationId, run)
  const forget = () => {
    if (running.get(organizationId) === run) running.delete(organizationId)
  }
  run.then(forget, forget)
  return run
}

async function linkAll(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  const failed: number[] = []
  let changed = 0
  let done = 0
  for (;;) {
    const ids = await findPending(organizationId, failed)
    if (ids.length === 0) return changed
    const total = done + ids.length
    for (const id of ids) {
      const linked = await linkHoweverLong({ organizationId, id }).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error
        failed.push(id)
        return null
      })
      if (linked?.changed) changed += 1
      done += 1
      onProgress?.({ done, total })
    }
  }
}

/** So often one second of waiting for a lock is tried again. */
const maxTries = 600

/** Bears with whoever holds a lock that linking needs: nobody else may be there to link it later. */
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
async function findPending(organizationId: number, besides: readonly number[], due = false): Promise<number[]> {
  const { rows } = await db().people.query<{ ids: number[] }>(
    `SELECT coalesce(array_agg(d.id::float8 ORDER BY d.completed_at, d.id), '{}') AS ids
     FROM deployments d
     WHERE d.id NOT IN (SELECT unnest($2::bigint[])) AND d.id IN (
       SELECT deployment_id FROM pending_links
       WHERE organization_id = $1 AND (NOT $3 OR not_before <= now()::timestamptz(3)))`,
    [organizationId, besides, due],
  )
  return rows[0]?.ids ?? []
}
