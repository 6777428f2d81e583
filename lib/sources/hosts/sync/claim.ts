import { randomUUID } from 'node:crypto'
import { AppError } from '@/lib/core/errors'
import { claimWithin, maxFound } from '@/lib/db/claim-within'
import { db } from '@/lib/db/db'
import { repositoryGone } from '@/lib/deployments/first-deployments/repository-gone'
import { parseCursor, type SyncCursor } from './cursor'
import { type SyncPhase, toPhase } from './sync-view'

/** How long no other process touches a sync after the one that runs it renewed its lease. */
export const leaseSeconds = 60

/** A sync that this process runs, and where it stands. */
export type Claim = {
  organizationId: number
  repositoryId: number
  connectionId: number | null
  hostId: string | null
  phase: SyncPhase | null
  done: number
  total: number | null
  attempts: number
  cursor: SyncCursor
}

/**
 * What is free: queued and due, or left by a process that does not answer any more; each time that it was left, and
 * nothing stored since, longer after that, for it may be what ended the process. The column is of milliseconds, and
 * what was queued in this one is due.
 */
const free = `(
  (sync.state = 'queued' AND sync.not_before <= now()::timestamptz(3)) OR (
    sync.state = 'running' AND sync.leased_until < now() - (2 ^ least(sync.attempts, 6) - 1) * interval '1 minute')
)`

const take = `
  UPDATE repository_syncs AS sync SET
    state = 'running', attempts = sync.attempts + (sync.state = 'running')::int, again = false,
    leased_until = now() + ${leaseSeconds} * interval '1 second',
    cursor = coalesce(cursor, '{}') - 'gaps' || jsonb_build_object('run', $1::text)
      || CASE WHEN cursor ? 'gaps' THEN '{"provisional": true}' ELSE '{}' END::jsonb
  FROM repositories AS repository
  WHERE repository.organization_id = sync.organization_id AND repository.id = sync.repository_id
    AND sync.organization_id = $2 AND sync.repository_id = (`

const returning = `
  ) RETURNING sync.*, repository.connection_id, repository.host_id`

const findDue = `
  SELECT sync.organization_id AS id FROM repository_syncs AS sync
  JOIN repositories AS r ON r.organization_id = sync.organization_id AND r.id = sync.repository_id
  LEFT JOIN (
    SELECT organization_id, count(*) AS running FROM repository_syncs
    WHERE state = 'running' AND leased_until >= now() GROUP BY organization_id
  ) AS busy ON busy.organization_id = sync.organization_id
  WHERE ${free} AND r.monitored AND r.connection_id IS NOT NULL
    AND (sync.organization_id <> ALL ($1::int[]) OR $2 AND (SELECT min(id) = max(id) FROM organizations))
  GROUP BY sync.organization_id, busy.running
  ORDER BY coalesce(busy.running, 0), min(sync.not_before) LIMIT ${maxFound}`

const takeDue = `${take}
    SELECT sync.repository_id FROM repository_syncs AS sync
    JOIN repositories AS r ON r.organization_id = sync.organization_id AND r.id = sync.repository_id
    WHERE sync.organization_id = $2 AND ${free} AND r.monitored AND r.connection_id IS NOT NULL
    ORDER BY sync.not_before LIMIT 1 FOR UPDATE OF sync SKIP LOCKED
  ${returning}`

const takeNow = `${take}
    SELECT sync.repository_id FROM repository_syncs AS sync
    WHERE sync.organization_id = $2 AND sync.repository_id = $3 AND (sync.state <> 'running' OR sync.leased_until < now())
    FOR UPDATE SKIP LOCKED
  ${returning}`

type Row = {
  organization_id: number
  repository_id: number
  connection_id: number | null
  host_id: string | null
  phase: string | null
  done: number
  total: number | null
  attempts: number
  cursor: unknown
}

/**
 * Takes the sync that has been due for longest among the organizations that run the fewest; null when there is none. Of
 * those that have their share none is taken, unless there is no other organization and `orAlone`.
 */
export async function claimDueSync(haveTheirShare: readonly number[] = [], orAlone = true): Promise<Claim | null> {
  const { people } = db()
  return claimWithin(
    () => people.query<{ id: number }>(findDue, [haveTheirShare, orAlone]),
    async (id) => {
      const { rows } = await people.query<Row>(takeDue, [randomUUID(), id])
      return rows[0] ? toClaim(rows[0]) : null
    },
  )
}

/**
 * Takes the sync of one repository, due or not. AppErrors `not_found`, and `conflict` while another process runs it.
 */
export async function claimSync(organizationId: number, repositoryId: number): Promise<Claim> {
  const create = `
    INSERT INTO repository_syncs (organization_id, repository_id)
    SELECT organization_id, id FROM repositories WHERE organization_id = $1 AND id = $2 FOR KEY SHARE
    ON CONFLICT (organization_id, repository_id) DO UPDATE SET repository_id = EXCLUDED.repository_id`
  const { rowCount } = await db().people.query(create, [organizationId, repositoryId])
  if (rowCount !== 1) throw repositoryGone()
  const { rows } = await db().people.query<Row>(takeNow, [randomUUID(), organizationId, repositoryId])
  if (rows[0]) return toClaim(rows[0])
  throw new AppError('conflict', 'This repository is being read by another process. Wait a minute and try again.')
}

function toClaim(row: Row): Claim {
  return {
    organizationId: row.organization_id,
    repositoryId: row.repository_id,
    connectionId: row.connection_id,
    hostId: row.host_id,
    phase: toPhase(row.phase),
    done: row.done,
    total: row.total,
    attempts: row.attempts,
    cursor: parseCursor(row.cursor),
  }
}
