import type { Sender } from '@/lib/accounts/sender'
import type { Queryable } from '@/lib/db/transaction'
import { endedStatuses, keptStatuses } from '@/lib/deployments/delivers'
import {
  decidedColumns,
  effective,
  eventColumns,
  eventFields,
  eventRecord,
  optionalColumns,
} from '@/lib/deployments/event-columns'
import { keepsPullRequests, stillLinking, unlinkedAtFirst } from '@/lib/deployments/linking/rules'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { isProduction } from '@/lib/deployments/status'
import { type MarkedDeployment, storedColumns } from '@/lib/deployments/stored-deployment'

const merged = new Map([
  ...decidedColumns.map((column) => [column, effective(column, `excluded.${column}`)] as const),
  ...optionalColumns.map((column) => [column, effective(column, `coalesce(excluded.${column}, d.${column})`)] as const),
  ['production', 'CASE WHEN d.environment_correction IS NULL THEN excluded.production ELSE d.production END'] as const,
])

/** What links follow from. */
const linkedBy = [
  'production',
  'commit_sha',
  'environment',
  'status',
  'started_at',
  'completed_at',
  'service',
  'previous_commit_sha',
]

const among = (statuses: string, production: unknown, status: unknown, row = 'd') =>
  `${row}.voided_at IS NULL AND ${production} AND ${status} IN (${statuses})`
const after = [`(${merged.get('production')})`, merged.get('status')] as const
const keepsAfter = among(keptStatuses, ...after)

/** Whether links, its own or those of others, do not follow from the event's state: only then there is something to link. */
const outdated = `
  ((${among(endedStatuses, 'd.production', 'd.status')}) OR (${among(endedStatuses, ...after)}))
  AND (${linkedBy.map((column) => `d.${column}`).join(', ')})
    IS DISTINCT FROM (${linkedBy.map((column) => merged.get(column)).join(', ')})`

/** Every column of a row that is returned costs each event time: these are what `storedColumns` and the mark are made of. */
const returned = `
  id, external_id, status, production, commit_sha, previous_commit_sha, environment, service, started_at, completed_at,
  repository_id, resolved_sha, voided_at, unlinked_reason`

const known = 'FROM deployments WHERE organization_id = $1 AND external_id = sent.external_id'

const upsertInOrder = {
  name: 'upsert-deployments',
  text: `
    WITH sent AS MATERIALIZED (
      SELECT * FROM json_to_recordset($2) AS sent (
        external_id text, api_key_id integer, ${eventRecord}, production boolean, unlinked_reason text)
    ), held AS MATERIALIZED (
      SELECT sent.external_id
      FROM sent CROSS JOIN LATERAL (SELECT ${known} OFFSET 0) known
        LEFT JOIN LATERAL (SELECT 1 AS free ${known} OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED) own ON true
      WHERE free IS NULL
    ), deployment AS (
      INSERT INTO deployments AS d (organization_id, external_id, ${eventColumns.join(', ')}, production, unlinked_reason,
        updated_at)
      SELECT $1, external_id, ${eventColumns.join(', ')}, production, unlinked_reason, now() FROM sent
      WHERE external_id <> ALL (ARRAY(SELECT external_id FROM held))
      ON CONFLICT (organization_id, external_id) DO UPDATE SET
        ${[...merged].map(([column, value]) => `${column} = ${value}`).join(', ')},
        unlinked_reason = CASE
          WHEN NOT (${outdated}) THEN d.unlinked_reason
          WHEN $3::boolean OR d.repository_id IS NOT NULL THEN '${stillLinking}'
          WHEN ${keepsAfter} THEN 'no repository imported' END,
        updated_at = excluded.updated_at
      WHERE (excluded.instant, excluded.progress) >= (d.instant, d.progress)
      RETURNING ${returned}, xmax = 0 AS created
    ), event AS (
      INSERT INTO deployment_events (organization_id, deployment_id, api_key_id, ${eventColumns.join(', ')})
      SELECT $1, id, api_key_id, ${eventColumns.map((column) => `sent.${column}`).join(', ')}
      FROM deployment JOIN sent USING (external_id)
    ), mark AS (
      INSERT INTO pending_links (deployment_id, organization_id, restated, created)
      SELECT id, $1, NOT created, created FROM deployment
      WHERE unlinked_reason = '${stillLinking}'
        OR created AND $3::boolean AND ${among(endedStatuses, 'production', 'status', 'deployment')}
      RETURNING id, deployment_id
    )
    SELECT ${storedColumns}, created, external_id AS "externalId",
      (SELECT mark.id::float8 FROM mark WHERE mark.deployment_id = deployment.id) AS "markId"
    FROM deployment`,
}

/** What all events of a group depend on. */
export type GroupSender = Pick<Sender, 'organizationId' | 'hasRepositories'>

/** An event as `storeGroupInOrder` takes it: JSON of its row. */
export function rowOf(sender: Sender, event: DeploymentEvent): string {
  const production = isProduction(event.environment, sender.productionNames)
  const state = { ...event, production, voided: false }
  const reason = sender.hasRepositories ? unlinkedAtFirst : 'no repository imported'
  return JSON.stringify({
    external_id: event.deploymentId,
    api_key_id: sender.apiKeyId,
    ...eventFields(event),
    production,
    unlinked_reason: keepsPullRequests(state) ? reason : null,
  })
}

/**
 * Stores an event that is not older than the state it meets, in one statement: what it carries replaces what is
 * stored, but for corrections; what it lacks stays; the deployment is marked when its links have to follow. Returns
 * null, and stores nothing, when a later event came first, or another process holds the deployment.
 */
export async function storeInOrder(
  client: Queryable,
  sender: Sender,
  event: DeploymentEvent,
): Promise<MarkedDeployment | null> {
  const stored = await storeGroupInOrder(client, sender, [rowOf(sender, event)])
  return stored.get(event.deploymentId) ?? null
}

/**
 * The same for events of one organization at once, in rows of `rowOf`, no two of them of one deployment. Returns the
 * deployments that are stored by the id that was sent. Who stores several keeps one order of these ids, so that two
 * never wait for each other in a circle.
 */
export async function storeGroupInOrder(
  client: Queryable,
  { organizationId, hasRepositories }: GroupSender,
  rows: readonly string[],
): Promise<Map<string, MarkedDeployment>> {
  const values = [organizationId, `[${rows.join(',')}]`, hasRepositories]
  const stored = await client.query<MarkedDeployment & { externalId: string }>({ ...upsertInOrder, values })
  return new Map(stored.rows.map(({ externalId, ...deployment }) => [externalId, deployment]))
}
