import { allAnswered, type Queryable } from '@/lib/db/transaction'
import { linkDeployment } from '@/lib/deployments/linking/link-deployment'
import { type CreatedDeployment, isUntouched, type LookedAhead, lookAhead } from '@/lib/deployments/linking/look-ahead'
import { markUnfound } from '@/lib/deployments/linking/mark-unfound'
import { deliversPullRequests } from '@/lib/deployments/linking/rules'
import { changesLinks, foldStoredEvents } from '@/lib/deployments/store-event'
import { type StoredDeployment, storedColumns } from '@/lib/deployments/stored-deployment'

/** A stored deployment to link; `created` is what is known of one that was just created. */
export type LinkTask = { organizationId: number; id: number; created?: CreatedDeployment }

/**
 * What linking came to: pull requests that count, and whether there are others than before, which is null unless
 * requested.
 */
export type Linked = { linkedPRs: number; changed: boolean | null }

/** How many rows are stored more than before, also of other deployments. */
type Stored = { rows: number }

const lockDeployment = {
  name: 'lock-deployment-to-link',
  text: `
    SELECT ${storedColumns}, false AS created FROM deployments
    WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
}

const takeMarks = {
  name: 'take-marks',
  text: `
    DELETE FROM pending_links WHERE organization_id = $1 AND deployment_id = $2 RETURNING created, restated, unfolded`,
}

type Owner = { organizationId: number; hasRepositories: boolean; productionNames: string[] }

const readOwner = {
  name: 'read-owner-to-link',
  text: `
    SELECT id AS "organizationId", production_names AS "productionNames",
      EXISTS (SELECT FROM repositories WHERE organization_id = $1) AS "hasRepositories"
    FROM organizations WHERE id = $1`,
}

/**
 * Links a stored deployment that is marked, as its events say by now; leaves one alone that another process has linked.
 * Takes the marks off before it looks at anything that they may be set for: one that is set meanwhile stays. Needs a
 * transaction, and holds the deployment first of all, as everyone does who marks what they hold.
 */
export async function linkStored(client: Queryable, task: LinkTask, compare = false): Promise<Linked & Stored> {
  const { organizationId, id, created } = task
  const [{ rows }, { rows: marks }, { rows: owners }, ahead] = await allAnswered([
    client.query<StoredDeployment>({ ...lockDeployment, values: [organizationId, id] }),
    client.query<Mark>({ ...takeMarks, values: [organizationId, id] }),
    client.query<Owner>({ ...readOwner, values: [organizationId] }),
    created && lookAhead(client, organizationId, created),
  ])
  const [held] = rows
  if (!held) return { linkedPRs: 0, changed: false, rows: 0 }
  if (marks.length === 0) return { linkedPRs: await countLinks(client, organizationId, held), changed: false, rows: 0 }
  const [owner] = owners
  if (!owner) throw new Error('an organization disappeared while a deployment of it was held')
  const before = compare ? await describeLinks(client, organizationId, id) : null
  const isAsCreated = created !== undefined && isUntouched(created, { ...held, created: true })
  const linked = await linkMarked(client, owner, held, marks, isAsCreated ? ahead : undefined)
  return { ...linked, changed: before === null ? null : before !== (await describeLinks(client, organizationId, id)) }
}

type Mark = { created: boolean; restated: boolean; unfolded: boolean }

async function linkMarked(
  client: Queryable,
  owner: Owner,
  held: StoredDeployment,
  marks: readonly Mark[],
  ahead: LookedAhead | undefined,
): Promise<Pick<Linked, 'linkedPRs'> & Stored> {
  const unfolded = marks.some((mark) => mark.unfolded)
  const deployment = unfolded ? await foldStoredEvents(client, owner, held.id) : held
  const onlyUnfolded = marks.every((mark) => mark.unfolded)
  if (onlyUnfolded && !changesLinks(held, deployment)) {
    return { linkedPRs: await countLinks(client, owner.organizationId, deployment), rows: 0 }
  }
  // What was found for a new deployment holds while no other process marked it.
  const untouched = ahead !== undefined && marks.every(({ created }) => created)
  // Only then others may have to be linked again for what they read of it.
  const change = marks.some((mark) => mark.created || mark.restated || mark.unfolded) ? 'event' : 'none'
  const { linkedPRs, found, rows } = untouched
    ? await linkDeployment(client, owner, { ...deployment, created: true }, change, ahead)
    : await linkDeployment(client, owner, deployment, change)
  if (unfolded && !found) await markUnfound(client, owner.organizationId, held.id)
  if (marks.some(({ restated }) => restated)) {
    await client.query({ ...refreshDeliveries, values: [owner.organizationId, held.id] })
  }
  return { linkedPRs, rows }
}

/** Where links stay, but not what they count for; that of links that come or go is kept by triggers. */
const refreshDeliveries = {
  name: 'refresh-deliveries',
  text: `SELECT refresh_deliveries($1, ARRAY(
    SELECT pull_request_id FROM deployment_pull_requests WHERE organization_id = $1 AND deployment_id = $2))`,
}

/** How many pull requests of a deployment count: none unless it is a production success. */
export async function countLinks(
  client: Queryable,
  organizationId: number,
  deployment: StoredDeployment,
): Promise<number> {
  if (!deliversPullRequests(deployment)) return 0
  const { rows } = await client.query<{ count: number }>({
    name: 'count-links',
    text: `
      SELECT count(*)::int AS count FROM deployment_pull_requests
      WHERE organization_id = $1 AND deployment_id = $2`,
    values: [organizationId, deployment.id],
  })
  return rows[0]?.count ?? 0
}

async function describeLinks(client: Queryable, organizationId: number, id: number): Promise<string> {
  const { rows } = await client.query<{ links: string }>({
    name: 'describe-links',
    text: `SELECT coalesce(string_agg(concat_ws(' ', pull_request_id, method, lead_time_seconds), ','
        ORDER BY pull_request_id), '') AS links
      FROM deployment_pull_requests WHERE organization_id = $1 AND deployment_id = $2`,
    values: [organizationId, id],
  })
  return rows[0]?.links ?? ''
}
