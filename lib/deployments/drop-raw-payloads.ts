import { batchSize, dropInBatches, eventKey } from '@/lib/deployments/drop-in-batches'

// What a deployment is made of stays locked for a moment only, and one that is being written is left for the next round.
// A deployment shows the payload of one of its events, so it keeps its own while one of them may.
const dropBatch = `
  WITH batch AS MATERIALIZED (
    SELECT ${eventKey}, raw_payload IS NOT NULL AND received_at < now() - make_interval(days => $4) AS due
    FROM deployment_events WHERE organization_id = $1 AND (${eventKey}) > ($2, $3) ORDER BY ${eventKey} LIMIT ${batchSize}
  ), free AS MATERIALIZED (
    SELECT id FROM deployments
    WHERE organization_id = $1 AND id IN (SELECT deployment_id FROM batch WHERE due) FOR NO KEY UPDATE SKIP LOCKED
  ), dropped AS (
    UPDATE deployment_events e SET raw_payload = NULL FROM batch
    WHERE e.organization_id = $1 AND (e.deployment_id, e.id) = (batch.deployment_id, batch.id)
      AND batch.due AND e.deployment_id IN (SELECT id FROM free)
  ), shown AS (
    UPDATE deployments d SET raw_payload = NULL FROM free
    WHERE d.organization_id = $1 AND d.id = free.id AND d.raw_payload IS NOT NULL AND NOT EXISTS (
      SELECT FROM deployment_events e
      WHERE e.organization_id = $1 AND e.deployment_id = d.id AND e.raw_payload IS NOT NULL
        AND e.received_at >= now() - make_interval(days => $4))
  )
  SELECT ARRAY[deployment_id, id]::text[] AS last FROM batch ORDER BY deployment_id DESC, id DESC LIMIT 1`

/**
 * Drops `rawPayload` of the events that came more than so many days ago, and of their deployments, a few at a time, so
 * that no one waits for it. No number is made of it. Ends early when `stop` is aborted.
 */
export function dropRawPayloads(days: number, stop: AbortSignal): Promise<void> {
  return dropInBatches(dropBatch, days, stop)
}
