import { env } from '@/lib/core/env'
import { eventFields, isOvertaken } from '@/lib/deployments/decisive-events'
import { batchSize, dropInBatches, eventKey } from '@/lib/deployments/drop-in-batches'

// A deployment stays locked for a moment only, and one that is being written is left for the next round.
// Numbers follow from the first event and the first success (risk) and from the earliest start (hosts) as well. Each
// batch keeps those of its part of a timeline; later rounds compare what is left of all parts.
// A deployment that is still to be linked keeps all events: links of others may follow from what it was before.
export const dropBatch = `
  WITH batch AS MATERIALIZED (
    SELECT ${eventKey}, instant, progress, status, started_at, ${eventFields} AS fields,
      received_at < now() - make_interval(days => $4) AS due
    FROM deployment_events e WHERE organization_id = $1 AND (${eventKey}) > ($2, $3) ORDER BY ${eventKey} LIMIT ${batchSize}
  ), ordered AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY deployment_id ORDER BY started_at, id) AS start_number,
      row_number() OVER (PARTITION BY deployment_id ORDER BY instant, progress, id) AS number,
      row_number() OVER (PARTITION BY deployment_id, status ORDER BY instant, id) AS status_number
    FROM batch
  ), candidates AS MATERIALIZED (
    SELECT ${eventKey}, instant, progress, fields FROM ordered
    WHERE due AND start_number > 1 AND number > 1 AND (status <> 'success' OR status_number > 1)
  ), undecisive AS MATERIALIZED (
    SELECT ${eventKey} FROM candidates c WHERE ${isOvertaken}
  ), free AS MATERIALIZED (
    SELECT id FROM deployments d
    WHERE organization_id = $1 AND id IN (SELECT deployment_id FROM undecisive) AND NOT EXISTS (
      SELECT FROM pending_links p WHERE p.organization_id = $1 AND p.deployment_id = d.id)
    FOR NO KEY UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM deployment_events e USING undecisive
    WHERE e.organization_id = $1 AND (e.deployment_id, e.id) = (undecisive.deployment_id, undecisive.id)
      AND e.deployment_id IN (SELECT id FROM free)
  )
  SELECT ARRAY[deployment_id, id]::text[] AS last FROM batch ORDER BY deployment_id DESC, id DESC LIMIT 1`

/**
 * Drops the events that came more than so many days ago and that nothing follows from, a few at a time, so that no one
 * waits for it: the state of a deployment, its links and its numbers stay what they are, also after events that come
 * late. Ends early when `stop` is aborted.
 */
export function dropOldEvents(days: number, stop: AbortSignal): Promise<void> {
  return dropInBatches(dropBatch, days, stop)
}

const dayMs = 24 * 60 * 60 * 1000

/** After how many days events of a deployment are dropped that decided nothing; null while it is too young for that. */
export function eventsDroppedAfterDays({ createdAt }: { createdAt: Date }, now: Date): number | null {
  const days = env().EVENT_DAYS
  return days !== undefined && now.getTime() - createdAt.getTime() > days * dayMs ? days : null
}
