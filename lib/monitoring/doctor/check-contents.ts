import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { env } from '@/lib/core/env'
import { formatDuration } from '@/lib/core/format'
import { db } from '@/lib/db/db'
import { connectTo } from '@/lib/db/migrations/connect'
import { type Backlog, createBacklog } from '@/lib/monitoring/backlog'
import { deriveKey } from '@/lib/sources/connections/encryption-key'
import { type Finding, ok, warning, wrong } from './finding'

/** What the tables say of keys, hosts, destinations and what is due. The database has all migrations. */
export async function checkContents(databaseUrl: string): Promise<Finding[]> {
  const findings = await connectTo(databaseUrl, async (pool) => [
    await checkKeys(pool),
    ...(await checkHosts(pool)),
    ...(await checkDestinations(pool)),
  ])
  const backlog = await createBacklog()().finally(() => db().close())
  return [...findings, ...checkBacklog(backlog)]
}

/** Sealed texts name the key that sealed them. */
async function checkKeys(pool: pg.Pool): Promise<Finding> {
  const key = await findKey()
  const { rows } = await pool.query<{ sealed: number; lost: number }>(
    `SELECT count(*)::int AS sealed, (count(*) FILTER (WHERE split_part(secrets, '.', 2) IS DISTINCT FROM $1))::int AS lost
     FROM (SELECT sealed_secrets AS secrets FROM host_connections UNION ALL
       SELECT sealed_secrets FROM notification_destinations WHERE sealed_secrets IS NOT NULL) AS stored`,
    [key === null ? null : deriveKey(key).keyId],
  )
  const { sealed = 0, lost = 0 } = rows[0] ?? {}
  if (lost === 0) return ok('Encryption key', sealed === 0 ? 'Nothing is encrypted yet' : `Decrypts all ${sealed}`)
  const found = key === null ? 'There is none' : 'It is another one'
  return wrong(
    'Encryption key',
    `${found}: tokens and addresses of ${lost} of ${sealed} connections and destinations cannot be decrypted`,
    'Set ENCRYPTION_KEY as it was, or enter them again.',
  )
}

/** Reads it alone: looking must not generate one. */
async function findKey(): Promise<string | null> {
  const { ENCRYPTION_KEY, LEADLINE_DATA_DIR } = env()
  if (ENCRYPTION_KEY !== undefined) return ENCRYPTION_KEY
  const text = await readFile(path.join(LEADLINE_DATA_DIR, 'encryption-key'), 'utf8').catch(() => null)
  return text?.trim() || null
}

const shown = 20

async function checkHosts(pool: pg.Pool): Promise<Finding[]> {
  const { rows: connections } = await pool.query<{ name: string; problem: string | null }>(
    `SELECT o.slug || ': ' || c.name AS name, c.problem FROM host_connections c
     JOIN organizations o ON o.id = c.organization_id ORDER BY c.problem IS NULL, o.slug, c.id`,
  )
  const { rows: syncs } = await pool.query<{ name: string; problem: string | null }>(
    `SELECT o.slug || ': ' || r.full_name AS name, s.problem FROM repository_syncs s
     JOIN repositories r ON r.organization_id = s.organization_id AND r.id = s.repository_id
     JOIN organizations o ON o.id = r.organization_id
     WHERE s.state = 'failed' AND r.monitored AND r.connection_id IS NOT NULL ORDER BY 1 LIMIT ${shown + 1}`,
  )
  const failing = connections.filter(({ problem }) => problem !== null)
  if (failing.length + syncs.length === 0) {
    return [ok('Hosts', connections.length === 0 ? 'None is connected' : `${connections.length} connected`)]
  }
  const todo = 'Settings > Repositories of that organization has what to do.'
  return [...failing, ...syncs]
    .slice(0, shown)
    .map(({ name, problem }) => warning('Hosts', `${name}: ${problem ?? 'its last sync failed'}`, todo))
}

async function checkDestinations(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string; because: string | null }>(
    `SELECT o.slug || ': ' || d.name AS name, d.paused_because AS because FROM notification_destinations d
     JOIN organizations o ON o.id = d.organization_id
     WHERE d.paused_because IS NOT NULL OR d.paused_at IS NULL AND d.failing_since < now() - interval '10 minutes'
     ORDER BY 1 LIMIT ${shown}`,
  )
  return rows.map(({ name, because }) =>
    warning(
      'Notifications',
      `${name}: ${because ?? 'nothing has reached it for more than ten minutes'}`,
      'Settings > Notifications of that organization has its latest answers.',
    ),
  )
}

const overdueSeconds = { links: 5 * 60, notifications: 10 * 60, syncs: 60 * 60 }

function checkBacklog(backlog: Backlog | null): Finding[] {
  if (backlog === null) return [wrong('Workers', 'What is due cannot be read', 'Look at the load of the database.')]
  const late = [
    [backlog.pendingLinkSeconds > overdueSeconds.links, 'linking', backlog.pendingLinkSeconds],
    [backlog.notificationSeconds > overdueSeconds.notifications, 'notifications', backlog.notificationSeconds],
    [backlog.syncSeconds > overdueSeconds.syncs, 'syncs', backlog.syncSeconds],
  ] as const
  const overdue = late.filter(([isLate]) => isLate)
  if (overdue.length === 0) return [ok('Workers', 'Nothing is overdue')]
  return overdue.map(([, what, seconds]) =>
    wrong(
      'Workers',
      `The oldest of ${what} is due for ${formatDuration(seconds)}`,
      'Does a server run? Its log says why.',
    ),
  )
}
