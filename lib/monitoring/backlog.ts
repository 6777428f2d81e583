import { includedSql } from '@/lib/accounts/plans/included-sql'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'

/** What is due in the whole installation: how much of it, and for how many seconds the first has been due. */
export type Backlog = {
  pendingLinks: number
  pendingLinkSeconds: number
  notifications: number
  notificationSeconds: number
  syncs: number
  syncSeconds: number
  syncedSeconds: number
}

const keepMs = 15_000
const timeoutMs = 2_000

/**
 * Reads what is due; null when the database does not answer within two seconds. However often it is called, the
 * database is asked once in 15 seconds, and not again before it has answered.
 */
export function createBacklog(now = () => performance.now()): () => Promise<Backlog | null> {
  const outage = createOutageLog({ log, down: 'backlog cannot be read', up: 'backlog can be read again' })
  let underWay: Promise<Backlog | null> | undefined
  let kept: { at: number; backlog: Backlog | null } | undefined
  const start = () => {
    underWay = readBacklog()
      .then((backlog) => {
        outage.succeeded()
        return backlog
      })
      .catch((error) => {
        outage.failed(error)
        return null
      })
      .finally(() => {
        underWay = undefined
      })
    void underWay.then((backlog) => {
      kept = { at: now(), backlog }
    })
    return underWay
  }
  return async () => {
    if (kept && now() - kept.at < keepMs) return kept.backlog
    return atMost(underWay ?? start())
  }
}

async function atMost<T>(work: Promise<T | null>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null)
  })
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}

async function readBacklog(): Promise<Backlog> {
  return inTransaction(db().people, never, async (client) => {
    await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`)
    const { rows: waits } = await client.query<Pick<Backlog, 'pendingLinkSeconds'>>(oldestMark)
    const { rows } = await client.query<Omit<Backlog, 'pendingLinkSeconds'>>(statement)
    if (!waits[0] || !rows[0]) throw new Error('the database did not say what is due')
    return { ...waits[0], ...rows[0] }
  })
}

const maxCounted = 10_000

/** How long ago a moment was, in seconds; 0 when there is none, or it is yet to come. */
const since = (moment: string) => `coalesce(greatest(extract(epoch FROM now() - ${moment}), 0), 0)::float8`

/** A statement of its own: a cluster takes no function of several columns next to tables. */
const oldestMark = `SELECT ${since('min(not_before)')} AS "pendingLinkSeconds" FROM first_marks()`

const statement = `
  SELECT l.pending AS "pendingLinks", n.due AS notifications,
    n.seconds AS "notificationSeconds", s.due AS syncs, s.seconds AS "syncSeconds", a.seconds AS "syncedSeconds"
  FROM
    (SELECT count(*)::int AS pending FROM (SELECT 1 FROM pending_links LIMIT ${maxCounted}) AS marks) AS l,
    (SELECT count(*)::int AS due, ${since('min(due_at)')} AS seconds
      FROM (SELECT n.due_at FROM notification_destinations d JOIN organizations o ON o.id = d.organization_id
        JOIN notifications n ON n.organization_id = d.organization_id AND n.destination_id = d.id
        WHERE d.paused_at IS NULL AND ${includedSql} AND n.state = 'pending' AND n.due_at <= now()
        LIMIT ${maxCounted}) AS first) AS n,
    (SELECT count(*)::int AS due, ${since('min(not_before)')} AS seconds
      FROM (SELECT s.not_before FROM repository_syncs s
        JOIN repositories r ON r.organization_id = s.organization_id AND r.id = s.repository_id
        WHERE s.state = 'queued' AND s.not_before <= now() AND r.monitored AND r.connection_id IS NOT NULL
        LIMIT ${maxCounted}) AS first) AS s,
    (SELECT ${since('min(s.finished_at)')} AS seconds
      FROM repository_syncs s
      JOIN repositories r ON r.organization_id = s.organization_id AND r.id = s.repository_id
      WHERE s.state = 'done' AND r.monitored AND r.connection_id IS NOT NULL) AS a`
