import pg from 'pg'
import type { Cluster } from './cluster'

const lockKey = 5_323_462
const checksAlone = 2

/**
 * Leaves a session in the server that stops it when no one else is connected any more: processes that are killed cannot
 * give up their leases. One session does it for all; it outlives the process that opened it.
 */
export async function postGuard(cluster: Cluster, connectionString: string): Promise<void> {
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
