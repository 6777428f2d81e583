import type { Sender } from '@/lib/accounts/sender'
import type { Queryable } from '@/lib/db/transaction'
import { decisiveEvents, latestFirst } from '@/lib/deployments/decisive-events'
import {
  decidedColumns,
  effective,
  eventColumns,
  eventParameters,
  eventValues,
  optionalColumns,
} from '@/lib/deployments/event-columns'
import { decidesLinks, keepsPullRequests, stillLinking } from '@/lib/deployments/linking/rules'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { isProduction } from '@/lib/deployments/status'
import { storeInOrder } from '@/lib/deployments/store-in-order'
import { type MarkedDeployment, type StoredDeployment, storedColumns } from '@/lib/deployments/stored-deployment'

// Refers to nothing that linking may hold for long.
const appendBehind = {
  name: 'append-event-behind',
  text: `
    WITH deployment AS (
      SELECT * FROM deployments WHERE organization_id = $1 AND external_id = $3
    ), event AS (
      INSERT INTO deployment_events (organization_id, deployment_id, api_key_id, ${eventColumns.join(', ')})
      SELECT $1, id, $2, ${eventParameters.join(', ')} FROM deployment
    ), mark AS (
      INSERT INTO pending_links (deployment_id, organization_id, unfolded) SELECT id, $1, true FROM deployment
      RETURNING id
    )
    SELECT ${storedColumns}, false AS created, (SELECT id::float8 FROM mark) AS "markId" FROM deployment`,
}

const findHeld = {
  name: 'find-held',
  text: `
    WITH known AS (
      SELECT id FROM deployments WHERE organization_id = $1 AND external_id = $2
    ), free AS MATERIALIZED (
      SELECT id FROM deployments WHERE organization_id = $1 AND external_id = $2 FOR NO KEY UPDATE SKIP LOCKED
    )
    SELECT EXISTS (SELECT FROM known) AND NOT EXISTS (SELECT FROM free) AS held`,
}

const appendEvent = `
  INSERT INTO deployment_events (organization_id, deployment_id, api_key_id, ${eventColumns.join(', ')})
  SELECT $1, id, $2, ${eventParameters.join(', ')} FROM deployments WHERE organization_id = $1 AND external_id = $3`

const lastThatHas = (column: string) =>
  `(SELECT e.${column} FROM decisive e WHERE e.${column} IS NOT NULL ${latestFirst})`

/** Of the deployment $2 of the organization $1. */
export const foldTimeline = `
  WITH RECURSIVE ${decisiveEvents}
  UPDATE deployments d SET
    ${decidedColumns.map((column) => `${column} = ${effective(column, `last_${column}`)}`).join(', ')},
    ${optionalColumns.map((column) => `${column} = ${effective(column, lastThatHas(column))}`).join(', ')},
    updated_at = now()
  FROM (SELECT ${decidedColumns.map((column) => `e.${column} AS last_${column}`).join(', ')} FROM decisive e ${latestFirst}) last
  WHERE d.organization_id = $1 AND d.id = $2
  RETURNING ${storedColumns}, false AS created`

const setProduction =
  'UPDATE deployments SET production = $3 WHERE organization_id = $1 AND id = $2 AND production <> $3'

/**
 * Stores any event, and marks its deployment when its links have to follow; without waiting for a process that is
 * linking it. Needs a transaction.
 */
export async function storeEvent(client: Queryable, sender: Sender, event: DeploymentEvent): Promise<MarkedDeployment> {
  const { rows } = await client.query<{ held: boolean }>({
    ...findHeld,
    values: [sender.organizationId, event.deploymentId],
  })
  const behind = rows[0]?.held ? await storeBehind(client, sender, event) : null
  return behind ?? (await storeInOrder(client, sender, event)) ?? (await storeOutOfOrder(client, sender, event))
}

/**
 * Stores an event that a later one has overtaken: locks the deployment, adds the event to its timeline, reads the
 * state off the whole timeline again, as `foldEvents` defines it, and marks it when its links have to follow. Needs a
 * transaction.
 */
export async function storeOutOfOrder(
  client: Queryable,
  sender: Sender,
  event: DeploymentEvent,
): Promise<MarkedDeployment> {
  const { rows: locked } = await client.query<StoredDeployment>(
    `SELECT ${storedColumns} FROM deployments WHERE organization_id = $1 AND external_id = $2 FOR NO KEY UPDATE`,
    [sender.organizationId, event.deploymentId],
  )
  const [before] = locked
  if (!before) throw new Error('a deployment disappeared while an event of it was stored')
  await client.query(appendEvent, eventValues(sender, event))
  const after = await foldStoredEvents(client, sender, before.id)
  if (!changesLinks(before, after)) return { ...after, markId: null }
  return { ...after, markId: await markRestated(client, sender, after) }
}

/** Whether links, its own or those of others, may be others after a change. */
export function changesLinks(before: StoredDeployment, after: StoredDeployment): boolean {
  const relevant = decidesLinks(before) || decidesLinks(after)
  return relevant && linkingInput(before) !== linkingInput(after)
}

function linkingInput(deployment: StoredDeployment): string {
  const { production, commitSha, environment, status, startedAt, completedAt, service, previousCommitSha } = deployment
  return JSON.stringify([
    production,
    commitSha,
    environment,
    status,
    startedAt,
    completedAt,
    service,
    previousCommitSha,
  ])
}

/** As `storeInOrder` does. */
async function markRestated(client: Queryable, sender: Sender, deployment: StoredDeployment): Promise<number | null> {
  const { organizationId, hasRepositories } = sender
  const { id, repositoryId } = deployment
  const links = hasRepositories || repositoryId !== null
  const withoutLinks = keepsPullRequests(deployment) ? 'no repository imported' : null
  const { rows } = await client.query<{ id: number }>(
    `WITH restated AS (UPDATE deployments SET unlinked_reason = $3 WHERE organization_id = $1::int AND id = $2::bigint)
     INSERT INTO pending_links (deployment_id, organization_id, restated) SELECT $2::bigint, $1::int, true WHERE $4::boolean
     RETURNING id::float8`,
    [organizationId, id, links ? stillLinking : withoutLinks, links],
  )
  return rows[0]?.id ?? null
}

/**
 * Stores an event of a deployment that is being linked, without waiting for that: in the timeline, with a mark, so that
 * linking reads the state off the timeline next. Returns the deployment as it stands; null when it is not stored yet.
 */
export async function storeBehind(
  client: Queryable,
  sender: Sender,
  event: DeploymentEvent,
): Promise<MarkedDeployment | null> {
  const { rows } = await client.query<MarkedDeployment>({ ...appendBehind, values: eventValues(sender, event) })
  return rows[0] ?? null
}

/**
 * Reads the state of a deployment off its whole timeline and its corrections, and stores it. Needs a transaction that
 * holds the deployment's row.
 */
export async function foldStoredEvents(
  client: Queryable,
  { organizationId, productionNames }: Pick<Sender, 'organizationId' | 'productionNames'>,
  id: number,
): Promise<StoredDeployment> {
  const { rows } = await client.query<StoredDeployment>(foldTimeline, [organizationId, id])
  const [folded] = rows
  if (!folded) throw new Error('a deployment disappeared while its events were read')
  const production = isProduction(folded.environment, productionNames)
  await client.query(setProduction, [organizationId, id, production])
  return { ...folded, production }
}
