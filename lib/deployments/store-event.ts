import type { Sender } from '@/lib/deployments/find-sender'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { eventInstant, isProduction, progressOf } from '@/lib/deployments/status'
import type { LinkableDeployment, UnlinkedReason } from '@/lib/linking/rules'
import type { Queryable } from '@/lib/transaction'

/** A deployment as it stands after an event, and linked as it was before. */
export type StoredDeployment = LinkableDeployment & { created: boolean }

const decidedColumns = ['commit_sha', 'environment', 'status', 'started_at', 'completed_at', 'instant', 'progress']
const optionalColumns = [
  'service',
  'branch',
  'triggered_by',
  'pipeline_name',
  'previous_commit_sha',
  'pipeline_url',
  'metadata',
  'raw_payload',
]
const correctable = ['environment', 'service']
const eventColumns = [...decidedColumns, ...optionalColumns]
const eventParameters = eventColumns.map((_, index) => `$${index + 4}`)
const productionParameter = `$${eventColumns.length + 4}`
const reasonParameter = `$${eventColumns.length + 5}`
const reachParameter = `$${eventColumns.length + 6}`

/** Columns of a StoredDeployment, but for `created`. */
export const storedColumns = `
  id::float8, status, production, commit_sha AS "commitSha", previous_commit_sha AS "previousCommitSha", environment,
  service, started_at AS "startedAt", completed_at AS "completedAt", repository_id AS "repositoryId",
  resolved_sha AS "resolvedSha", voided_at IS NOT NULL AS voided`

/** What a column becomes: what somebody set right, else what the events say. */
function effective(column: string, sent: string): string {
  return correctable.includes(column) ? `coalesce(d.${column}_correction, ${sent})` : sent
}

const latestFirst = 'ORDER BY e.instant DESC, e.progress DESC, e.id DESC LIMIT 1'

const upsertInOrder = {
  name: 'upsert-deployment',
  text: `
    WITH deployment AS (
      INSERT INTO deployments AS d (organization_id, external_id, ${eventColumns.join(', ')}, production, unlinked_reason)
      VALUES ($1, $3, ${eventParameters.join(', ')}, ${productionParameter}, ${reasonParameter})
      ON CONFLICT (organization_id, external_id) DO UPDATE SET
        production = CASE WHEN d.environment_correction IS NULL THEN excluded.production ELSE d.production END,
        updated_at = now(),
        ${decidedColumns.map((column) => `${column} = ${effective(column, `excluded.${column}`)}`).join(', ')},
        ${optionalColumns
          .map((column) => `${column} = ${effective(column, `coalesce(excluded.${column}, d.${column})`)}`)
          .join(', ')}
      WHERE (excluded.instant, excluded.progress) >= (d.instant, d.progress)
        AND (${reachParameter} = 'any'
          OR ${reachParameter} = 'unlinked' AND d.environment_correction IS NULL
            AND NOT (d.production AND d.status IN ('success', 'rolled_back')))
      RETURNING *, xmax = 0 AS created
    ), event AS (
      INSERT INTO deployment_events (organization_id, deployment_id, api_key_id, ${eventColumns.join(', ')})
      SELECT $1, id, $2, ${eventParameters.join(', ')} FROM deployment
    )
    SELECT ${storedColumns}, created FROM deployment`,
}

const appendEvent = `
  INSERT INTO deployment_events (organization_id, deployment_id, api_key_id, ${eventColumns.join(', ')})
  SELECT $1, id, $2, ${eventParameters.join(', ')} FROM deployments WHERE organization_id = $1 AND external_id = $3`

const decisiveEvent = `FROM deployment_events e WHERE e.deployment_id = d.id ${latestFirst}`
const lastThatHas = (column: string) => `(
  SELECT e.${column} FROM deployment_events e
  WHERE e.deployment_id = d.id AND e.${column} IS NOT NULL ${latestFirst})`

const foldTimeline = `
  UPDATE deployments d SET
    (${decidedColumns.join(', ')}) =
      (SELECT ${decidedColumns.map((column) => effective(column, `e.${column}`)).join(', ')} ${decisiveEvent}),
    ${optionalColumns.map((column) => `${column} = ${effective(column, lastThatHas(column))}`).join(', ')},
    updated_at = now()
  WHERE d.id = $1
  RETURNING ${storedColumns}, false AS created`

/** Deployments that an event may be added to: new ones, also such as have no pull requests, or any. */
type Reach = 'new' | 'unlinked' | 'any'

/**
 * Stores an event that is not older than the state it meets, in one statement: what it carries replaces what is
 * stored, but for corrections; what it lacks stays; a new deployment keeps the reason for having no pull request.
 * Returns null, and stores nothing, when a later event came first or the deployment is out of reach.
 */
export async function appendInOrder(
  client: Queryable,
  caller: Sender,
  event: DeploymentEvent,
  reach: Reach,
  unlinkedReason: UnlinkedReason | null = null,
): Promise<StoredDeployment | null> {
  const production = isProduction(event.environment, caller.productionNames)
  const values = [...eventValues(caller, event), production, unlinkedReason, reach]
  const { rows } = await client.query<StoredDeployment>({ ...upsertInOrder, values })
  return rows[0] ?? null
}

/**
 * Stores an event that a later one has overtaken: locks the deployment, adds the event to its timeline and reads the
 * state off the whole timeline again, as `foldEvents` defines it. Needs a transaction.
 */
export async function appendOutOfOrder(
  client: Queryable,
  caller: Sender,
  event: DeploymentEvent,
): Promise<StoredDeployment> {
  const { rows: locked } = await client.query<{ id: string }>(
    'SELECT id FROM deployments WHERE organization_id = $1 AND external_id = $2 FOR NO KEY UPDATE',
    [caller.organizationId, event.deploymentId],
  )
  await client.query(appendEvent, eventValues(caller, event))
  return foldStoredEvents(client, caller, Number(locked[0]?.id))
}

/**
 * Reads the state of a deployment off its whole timeline and its corrections, and stores it. Needs a transaction that
 * holds the deployment's row.
 */
export async function foldStoredEvents(
  client: Queryable,
  { productionNames }: Pick<Sender, 'productionNames'>,
  id: number,
): Promise<StoredDeployment> {
  const { rows } = await client.query<StoredDeployment>(foldTimeline, [id])
  const [folded] = rows
  if (!folded) throw new Error('a deployment disappeared while its events were read')
  const production = isProduction(folded.environment, productionNames)
  await client.query('UPDATE deployments SET production = $2 WHERE id = $1 AND production <> $2', [id, production])
  return { ...folded, production }
}

function eventValues(caller: Sender, event: DeploymentEvent): unknown[] {
  return [
    caller.organizationId,
    caller.apiKeyId,
    event.deploymentId,
    event.commitSha,
    event.environment,
    event.status,
    event.startedAt,
    event.completedAt,
    eventInstant(event),
    progressOf(event.status),
    event.service,
    event.branch,
    event.triggeredBy,
    event.pipelineName,
    event.previousCommitSha,
    event.pipelineUrl,
    event.metadata && JSON.stringify(event.metadata),
    event.rawPayload && JSON.stringify(event.rawPayload),
  ]
}
