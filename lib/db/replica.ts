import type pg from 'pg'
import { asClaimant } from '@/lib/core/current-claimant'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import type { Queryable } from './transaction'

/** A streaming replica, while it may be read. */
export type Replica = {
  pool: pg.Pool
  /** Whether it answers, is a copy of this database, and has all that was there before the bound on its lag. */
  isUsable: () => Promise<boolean>
  /** It failed a reader: it is looked at at once, and not used before that. */
  suspect: () => void
  /** How long ago the primary was as the replica is, at most; null where that is not known. */
  lagSeconds: () => number | null
  close: () => Promise<void>
}

/** Where a server is in the log of all changes, in bytes, and what it is a server of. */
type Place = { position: number; standby: boolean; cluster: string; database: string }

const findPlace = `
  SELECT pg_is_in_recovery() AS standby, current_database() AS database,
    (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
    coalesce(pg_wal_lsn_diff(
      CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0'), 0)::float8 AS position`

/** Why the second server cannot be read in place of the first, in one sentence; null where it can. */
export async function findMisfit(primary: Queryable, replica: Queryable): Promise<string | null> {
  return misfitOf(await placeOf(primary), await placeOf(replica))
}

async function placeOf(server: Queryable): Promise<Place> {
  const { rows } = await server.query<Place>(findPlace)
  if (!rows[0]) throw new Error('The server does not say where it is')
  return rows[0]
}

function misfitOf(primary: Place, replica: Place): string | null {
  if (!replica.standby) return 'It is no standby: it can be written to, and nothing comes from the primary'
  if (primary.cluster !== replica.cluster) return 'It is a standby of another primary than that of DATABASE_URL'
  if (primary.database !== replica.database)
    return `It has the database ${replica.database}, DATABASE_URL has ${primary.database}`
  return null
}

/**
 * Looks at a replica from its first use on. Its lag is what clocks of other machines, and a primary without changes, do
 * not distort: positions of the primary are noted with their time here, and the latest that the replica has replayed is
 * how old it is at most.
 */
export function watchReplica(pool: pg.Pool, primary: pg.Pool, maxLagSeconds: number): Replica {
  const outage = createOutageLog({ log, down: 'replica not used', up: 'replica used again' })
  const boundMs = maxLagSeconds * 1_000
  const everyMs = Math.min(1_000, boundMs / 4)
  const opened = performance.now()
  let noted: { at: number; position: number }[] = []
  let asOf: number | undefined
  let answers = false
  let first: Promise<void> | undefined
  let underWay: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const isRecent = (at: number | undefined) => at !== undefined && performance.now() - at <= boundMs

  const look = async () => {
    const at = performance.now()
    // A primary that is away has an outage of its own, in which the replica is still what it was.
    const ahead = await asClaimant(() => placeOf(primary)).catch(() => null)
    if (ahead) noted = [...noted.filter((each) => isRecent(each.at)), { at, position: ahead.position }]
    const place = await placeOf(pool)
    const misfit = ahead && misfitOf(ahead, place)
    if (misfit) throw new Error(misfit)
    asOf = noted.findLast(({ position }) => position <= place.position)?.at ?? asOf
    answers = true
    if (isRecent(asOf)) outage.succeeded()
    else if (!isRecent(opened)) outage.failed(new Error(`It is more than ${maxLagSeconds} s behind the primary`))
  }
  const failed = (error: unknown) => {
    answers = false
    if (!closed) outage.failed(error)
  }
  const start = () => {
    clearTimeout(timer)
    underWay ??= look()
      .catch(failed)
      .finally(() => {
        underWay = undefined
        if (!closed) timer = setTimeout(start, everyMs).unref()
      })
    return underWay
  }
  return {
    pool,
    isUsable: async () => {
      first ??= start()
      await first
      return answers && isRecent(asOf)
    },
    suspect: () => {
      answers = false
      void start()
    },
    lagSeconds: () => (asOf === undefined ? null : (performance.now() - asOf) / 1_000),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await pool.end()
    },
  }
}
