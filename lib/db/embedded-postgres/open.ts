import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '@/lib/core/errors'
import { type Cluster, openCluster } from './cluster'
import { giveUpLease, type Lease, takeLease, urlOf } from './lease'
import { logTail, tryToStart } from './postmaster'

export type EmbeddedPostgres = { url: string; release: () => Promise<void> }

const timeoutMs = 15_000

/**
 * Opens the Postgres whose files lie under `dataDir`/postgres: creates them the first time, starts the server or joins
 * the one that another process started, and starts it again on the same URL should it die before `release`. The last
 * process to release it stops it.
 */
export async function openEmbeddedPostgres(dataDir: string, onNotice = printNotice): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir, onNotice)
  const released = new AbortController()
  const { signal } = released
  let lease = await acquire(cluster, signal)
  const { port } = lease
  let recovery = Promise.resolve()

  const watch = () => {
    lease.client.once('end', () => {
      if (!signal.aborted) recovery = recover()
    })
  }
  const recover = async () => {
    onNotice('the database server is gone; starting it again.')
    const renewed = await acquireAtAnyTime(cluster, signal, port, onNotice)
    if (!renewed) return
    lease = renewed
    watch()
    if (lease.port !== port) onNotice(`the database moved from port ${port} to ${lease.port}; restart this process.`)
  }
  watch()

  let release: Promise<void> | undefined
  return {
    url: urlOf(cluster, port),
    release: () => {
      released.abort()
      release ??= recovery.then(() => giveUpLease(cluster, lease))
      return release
    },
  }
}

async function acquire(cluster: Cluster, signal: AbortSignal, port?: number): Promise<Lease> {
  let deadline = Date.now() + timeoutMs
  for (;;) {
    const attempt = await takeLease(cluster)
    if (attempt.lease) {
      // Without one the server still stops with its last user, unless that is killed.
      await postGuard(cluster, urlOf(cluster, attempt.lease.port)).catch(() => undefined)
      return attempt.lease
    }
    if (attempt.inTransition) deadline = Date.now() + timeoutMs
    else if (await tryToStart(cluster, port)) continue
    if (Date.now() > deadline) {
      throw new AppError(
        'unavailable',
        `The database server does not start (${attempt.reason}). Its log, ${cluster.log}, ends:\n${await logTail(cluster)}`,
      )
    }
    await delay(100, undefined, { signal })
  }
}

async function acquireAtAnyTime(
  cluster: Cluster,
  signal: AbortSignal,
  port: number,
  onNotice: (text: string) => void,
): Promise<Lease | undefined> {
  let reported = false
  while (!signal.aborted) {
    try {
      return await acquire(cluster, signal, port)
    } catch (error) {
      if (signal.aborted) return undefined
      if (!reported) onNotice(error instanceof Error ? error.message : String(error))
      reported = true
    }
  }
  return undefined
}

function printNotice(text: string): void {
  process.stderr.write(`leadline: ${text}\n`)
}

const lockKey = 5_323_462
const checksAlone = 2

/**
 * Leaves a session in the server that stops it when no one else is connected any more: processes that are killed cannot
 * give up their leases. One session does it for all; it outlives the process that opened it.
 */
async function postGuard(cluster: Cluster, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'leadline guard', statement_timeout: 0 })
  client.on('error', () => undefined)
  await client.connect()
  const onDuty = new Promise((resolve) => client.once('notice', resolve))
  const ended = client.query(watch(stopCommand(cluster)))
  await Promise.race([onDuty, ended])
  ended.catch(() => undefined)
  await client.end()
}

/** Commits after each look, so that no old snapshot keeps VACUUM from its work. */
function watch(command: string): string {
  return `DO $guard$
    DECLARE alone int := 0;
    BEGIN
      IF NOT pg_try_advisory_lock(${lockKey}) THEN RETURN; END IF;
      RAISE NOTICE 'on duty';
      WHILE alone < ${checksAlone} LOOP
        COMMIT;
        PERFORM pg_sleep(1);
        IF EXISTS (
          SELECT FROM pg_stat_activity
          WHERE backend_type IN ('client backend', 'walsender') AND pid <> pg_backend_pid()
        ) THEN alone := 0;
        ELSE alone := alone + 1;
        END IF;
      END LOOP;
      COPY (SELECT) TO PROGRAM ${pg.escapeLiteral(command)};
    END $guard$`
}

function stopCommand({ binaries, data }: Cluster): string {
  return [binaries.pgCtl, 'stop', '-m', 'fast', '-W', '-D', data].map(quote).join(' ')
}

function quote(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`
}
