import { reading } from '@/lib/db/reading'
import { type ChangedField, changesOf, type TimelineEvent } from '@/lib/deployments/timeline'
import { Prisma } from '@/lib/generated/prisma/client'

export type TimelineEntry = Pick<
  TimelineEvent,
  'status' | 'environment' | 'commitSha' | 'startedAt' | 'completedAt'
> & {
  receivedAt: Date
  /** The key it was posted with, or the trusted pipeline; null when that is not known any more. */
  key: { name: string; display: string; trusted: boolean } | null
  /** Fields of the deployment that were different afterwards. */
  changed: ChangedField[]
}

/** No one reads further back; a pipeline that posts the same event in a loop must not fill the page. */
export const maxEvents = 500

type Row = TimelineEvent & { receivedAt: Date; key: TimelineEntry['key'] }

/** The latest events of a deployment in order of arrival. */
export async function loadTimeline(organizationId: number, deploymentId: bigint): Promise<TimelineEntry[]> {
  const events = await reading((read) => read<Row>(timelineQuery(organizationId, deploymentId)))
  const changes = changesOf(events)
  return events.map(({ receivedAt, status, environment, commitSha, startedAt, completedAt, ...event }, index) => ({
    receivedAt,
    status,
    environment,
    commitSha,
    startedAt,
    completedAt,
    key: event.key,
    changed: changes[index] ?? [],
  }))
}

/** Reads digests in place of what was sent along, which may be long. */
export function timelineQuery(organizationId: number, deploymentId: bigint): Prisma.Sql {
  return Prisma.sql`
    SELECT e.received_at AS "receivedAt", e.status, e.commit_sha AS "commitSha", e.environment,
      e.started_at AS "startedAt", e.completed_at AS "completedAt", e.service, e.branch,
      e.triggered_by AS "triggeredBy", e.pipeline_name AS "pipelineName",
      e.previous_commit_sha AS "previousCommitSha", e.pipeline_url AS "pipelineUrl",
      e.metadata_digest AS metadata, e.raw_payload_digest AS "rawPayload",
      CASE WHEN k.id IS NOT NULL
        THEN json_build_object('name', k.name, 'display', k.display, 'trusted', k.token_hash IS NULL) END AS key
    FROM (
      SELECT * FROM deployment_events WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId}
      ORDER BY id DESC LIMIT ${maxEvents}
    ) e
    LEFT JOIN api_keys k ON k.organization_id = ${organizationId} AND k.id = e.api_key_id
    ORDER BY e.id`
}
