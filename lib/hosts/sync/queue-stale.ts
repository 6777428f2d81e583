import { db } from '@/lib/db'

const queue = `
  UPDATE repository_syncs AS sync SET state = 'queued', not_before = now()
  FROM repositories AS repository
  WHERE repository.id = sync.repository_id AND repository.monitored AND repository.connection_id IS NOT NULL
    AND sync.state = 'done' AND sync.finished_at < now() - interval '1 hour'`

/** Queues what was last up to date an hour ago: webhooks get lost, and some hosts cannot reach this server. */
export async function queueStaleSyncs(): Promise<void> {
  await db().people.query(queue)
}
