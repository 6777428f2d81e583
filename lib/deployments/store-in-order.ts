import type { Sender } from '@/lib/accounts/sender'
import type { Queryable } from '@/lib/db/transaction'
import { endedStatuses, keptStatuses } from '@/lib/deployments/delivers'
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
import { type MarkedDeployment, storedColumns } from '@/lib/deployments/stored-deployment'

const productionParameter = `$${eventColumns.length + 4}`
const reasonParameter = `$${eventColumns.length + 5}`
const repositoriesParameter = `$${eventColumns.length + 6}::boolean`

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

const among = (statuses: string, production: unknown, status: unknown) =>
  `d.voided_at IS NULL AND ${production} AND ${status} IN (${statuses})`
const after = [`(${merged.get('production')})`, merged.get('status')] as const
const keepsAfter = among(keptStatuses, ...after)

/** Whether links, its own or those of others, do not follow from the event's state: only then there is something to link. */
const outdated = `
  ((${among(endedStatuses, 'd.production', 'd.status')}) OR (${among(endedStatuses, ...after)}))
  AND (${linkedBy.map((column) => `d.${column}`).join(', ')})
    IS DISTINCT FROM (${linkedBy.map((column) => merged.get(column)).join(', ')})`

/** Every column of a row that is returned costs each event time: these are what `storedColumns` and the mark are made of. */
const returned = `
  id, status, production, commit_sha, previous_commit_sha, environment, service, started_at, completed_at, repository_id,
  resolved_sha, voided_at, unlinked_reason`

const upsertInOrder = {
  name: 'upsert-deployment',
  text: `
    WITH deployment AS (
      INSERT INTO deployments AS d (organization_id, external_id, ${eventColumns.join(', ')}, production, unlinked_reason)
      VALUES ($1, $3, ${eventParameters.join(', ')}, ${productionParameter}, ${reasonParameter})
      ON CONFLICT (organization_id, external_id) DO UPDATE SET
        ${[...merged].map(([column, value]) => `${column} = ${value}`).join(', ')},
        unlinked_reason = CASE
          WHEN NOT (${outdated}) THEN d.unlinked_reason
          WHEN ${repositoriesParameter} OR d.repository_id IS NOT NULL THEN '${stillLinking}'
          WHEN ${keepsAfter} THEN 'no repository imported' END,
        updated_at = now()
      WHERE (excluded.instant, excluded.progress) >= (d.instant, d.progress)
      RETURNING ${returned}, xmax = 0 AS created
    ), event AS (
      INSERT INTO deployment_events (organization_id, deployment_id, api_key_id, ${eventColumns.join(', ')})
      SELECT $1, id, $2, ${eventParameters.join(', ')} FROM deployment
    ), mark AS (
      INSERT INTO pending_links (deployment_id, organization_id, restated, created)
      SELECT id, $1, NOT created, created FROM deployment WHERE unlinked_reason = '${stillLinking}'
      RETURNING id
    )
    SELECT ${storedColumns}, created, (SELECT id::float8 FROM mark) AS "markId" FROM deployment`,
}

/**
 * Stores an event that is not older than the state it meets, in one statement: what it carries replaces what is
 * stored, but for corrections; what it lacks stays; the deployment is marked when its links have to follow. Returns
 * null, and stores nothing, when a later event came first.
 */
export async function storeInOrder(
  client: Queryable,
  sender: Sender,
  event: DeploymentEvent,
): Promise<MarkedDeployment | null> {
  const production = isProduction(event.environment, sender.productionNames)
  const state = { ...event, production, voided: false }
  const withoutLinks = keepsPullRequests(state) ? 'no repository imported' : null
  const reason = sender.hasRepositories && decidesLinks(state) ? stillLinking : withoutLinks
  const values = [...eventValues(sender, event), production, reason, sender.hasRepositories]
  const { rows } = await client.query<MarkedDeployment>({ ...upsertInOrder, values })
  return rows[0] ?? null
}
