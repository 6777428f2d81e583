import { randomUUID } from 'node:crypto'
import type { ClientBase, QueryConfig } from 'pg'
import { log } from '@/lib/core/log'
import { allAnswered } from './transaction'

/** Settings of Postgres by name. */
export type SessionSettings = Readonly<Record<string, string | number>>

const ofPlans = 'plan_cache_mode'

/** No statement here runs for as long as Postgres takes to compile it: 50 to 300 ms, for each session. */
const ofAll: SessionSettings = { jit: 'off' }

/** Only of one's own session: a pooler invents the process that it names to those who connect. */
const apply = `
  SELECT pg_backend_pid() = $1 AS direct, cluster.found AS cluster,
    set_config(s.name, CASE WHEN cluster.found AND s.name = '${ofPlans}' THEN 'auto' ELSE s.value END,
      pg_backend_pid() IS DISTINCT FROM $1)
  FROM unnest($2::text[], $3::text[]) AS s (name, value),
    (SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS found) AS cluster`

/** As long as a new connection may take to be there. */
const query_timeout = 2_500

type Query = (...args: unknown[]) => Promise<unknown>

/** Which statements outside of a transaction are to have settings behind a pooler: a read holds up no one else's. */
type Alone = 'all' | 'writing' | 'none'

type SetUp = (client: ClientBase, itsOwn: SessionSettings, alone: Alone) => Promise<void>

/**
 * What gives new connections to one database their settings. Behind a pooler such as PgBouncer the next transaction may
 * have another session: there each transaction begins with them, in the same message. Statements outside of one,
 * `alone`, are made transactions too: `all` of them on connections that send ahead, in the same round trip, where named
 * statements keep their names if the pooler knows of them, or those that may wait for locks, `writing`. On Citus, which
 * plans most statements for their values alone, no `plan_cache_mode` is set, and each transaction says how long it
 * waits for locks: they are on other servers.
 */
export function createSessionSetUp(): SetUp {
  let kept: Promise<boolean> | undefined
  const areNamesKept = (client: ClientBase) => {
    kept ??= findWhetherNamesAreKept(client).catch((error) => {
      kept = undefined
      throw error
    })
    return kept
  }
  return async (client, itsOwn, alone) => {
    const settings = { ...ofAll, ...itsOwn }
    const processId = (client as { processID?: number }).processID ?? null
    const values = [processId, Object.keys(settings), Object.values(settings).map(String)]
    const { rows } = await client.query({ text: apply, values, query_timeout } as QueryConfig)
    const { direct, cluster } = rows[0] ?? {}
    const query = client.query.bind(client) as Query
    if (direct) {
      if (!cluster || settings.lock_timeout === undefined) return
      await query("SET citus.propagate_set_commands = 'local'")
      client.query = onServers(query, settings.lock_timeout) as ClientBase['query']
      return
    }
    const named = alone === 'all' && (await areNamesKept(client))
    const assignments = Object.entries(settings)
      .filter(([name]) => !(cluster && name === ofPlans))
      .map(([name, value]) => `; SET LOCAL ${name} = ${value}`)
    client.query = throughPooler({ query, set: assignments.join(''), alone, named }) as ClientBase['query']
  }
}

/**
 * Locks are on the servers of Citus, which are told what is set in a transaction: as the whole message that it came in,
 * which is not to hold BEGIN as well.
 */
function onServers(query: Query, lockTimeout: string | number): Query {
  return (...args) => {
    const answer = query(...args)
    if (/^BEGIN\b/.test(textOf(args[0]))) query(`SET LOCAL lock_timeout = ${lockTimeout}`).catch(() => undefined)
    return answer
  }
}

/** Also `FOR UPDATE`. */
const writes = /\b(INSERT|UPDATE|DELETE)\b/

type Pooled = { query: Query; set: string; alone: Alone; named: boolean }

function throughPooler({ query, set, alone, named }: Pooled): Query {
  let inside = false
  const send: Query = (statement, ...rest) => query(named ? statement : withoutName(statement), ...rest)
  const asTransaction: Query = async (...args) => {
    const [, answer] = await allAnswered([query(`BEGIN${set}`), send(...args), query('COMMIT')])
    return answer
  }
  return (...args) => {
    const [statement, ...rest] = args
    const text = textOf(statement)
    if (/^BEGIN\b/.test(text)) {
      inside = true
      return query(text.replace(/^[^;]*/, `$&${set}`), ...rest)
    }
    if (/^(COMMIT|ROLLBACK)$/.test(text)) inside = false
    else if (!inside && (alone === 'all' || (alone === 'writing' && writes.test(text))))
      return answering(args, asTransaction)
    return send(...args)
  }
}

/** A pool of pg calls back; everything else waits for a promise. */
function answering(args: unknown[], send: Query): Promise<unknown> {
  const callback = args.at(-1)
  if (typeof callback !== 'function') return send(...args)
  return send(...args.slice(0, -1)).then(
    (answer) => callback(undefined, answer),
    (error) => callback(error),
  )
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String(Object(statement).text)
}

function withoutName(statement: unknown): unknown {
  return typeof statement === 'string' || !Object.hasOwn(Object(statement), 'name')
    ? statement
    : { ...Object(statement), name: undefined }
}

/**
 * Whether named statements may be used. PgBouncer from 1.21 on gives them names of its own, and prepares them wherever
 * a transaction runs. A pooler that leaves the name as it is may run the next transaction where no such name is known.
 */
async function findWhetherNamesAreKept(client: ClientBase): Promise<boolean> {
  const name = `leadline ${randomUUID()}`
  const find = `SELECT EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${name}') AS unchanged`
  try {
    await client.query('BEGIN')
    const { rows } = await client.query({ name, text: find, query_timeout } as QueryConfig)
    if (!rows[0]?.unchanged) return true
    await client.query(`DEALLOCATE "${name}"`)
  } finally {
    await client.query('ROLLBACK')
  }
  log.warn('the pooler of the database keeps no prepared statements', { help })
  return false
}

const help =
  'Every event is planned again. Use PgBouncer 1.21 or newer in transaction mode with max_prepared_statements above 0.'
