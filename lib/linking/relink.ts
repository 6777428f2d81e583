import { db } from '@/lib/db'
import { type StoredDeployment, storedColumns } from '@/lib/deployments/store-event'
import { linkDeployment } from '@/lib/linking/link-deployment'
import { linkable, spreadChanges } from '@/lib/linking/spread-changes'
import { normal } from '@/lib/linking/stream'
import { inTransaction, type Queryable } from '@/lib/transaction'

/** How far linking again has come. */
export type RelinkProgress = { done: number; total: number }

const spreadServices = `
  INSERT INTO pending_links (deployment_id, organization_id)
  SELECT d.id, $1 FROM deployments d
  WHERE d.organization_id = $1 AND ${linkable} AND ${normal('d.service')} IN (SELECT ${normal('name')} FROM unnest($2::text[]) AS name)
  ON CONFLICT DO NOTHING`

/**
 * Links the deployments again that noted changes of a repository can concern, in order of completion, each in a
 * transaction of its own, and forgets the changes. Running twice, or at once, does no harm; what a crash leaves is done
 * by the next run. Returns how many deployments have other links than before.
 */
export async function relinkRepository(
  organizationId: number,
  repositoryId: number,
  onProgress?: (progress: RelinkProgress) => void,
): Promise<number> {
  await inTransaction(db().people, new AbortController().signal, (client) =>
    spreadChanges(client, { organizationId, repositoryId }),
  )
  return linkPending(organizationId, onProgress)
}

/**
 * The same for the deployments of services whose name means another repository, or other paths in it, than before.
 * Names as events send them; case and surrounding space do not matter.
 */
export async function relinkServices(organizationId: number, services: readonly string[]): Promise<number> {
  await db().people.query(spreadServices, [organizationId, services])
  return linkPending(organizationId)
}

/**
 * An event that looked for its commit just before that was stored, and was itself stored after its changes were spread:
 * nobody has told either of the other.
 */
const spreadMissed = `
  INSERT INTO pending_links (deployment_id, organization_id)
  SELECT DISTINCT d.id, d.organization_id
  FROM deployment_events e JOIN deployments d ON d.id = e.deployment_id
  WHERE e.id > (SELECT max(id) - 20000 FROM deployment_events) AND e.received_at > now() - interval '2 minutes'
    AND ${linkable} AND d.resolved_sha IS NULL AND EXISTS (
      SELECT FROM commits c WHERE c.organization_id = d.organization_id
        AND c.sha BETWEEN d.commit_sha AND d.commit_sha || 'g')
  ON CONFLICT DO NOTHING`

/** Does what runs that broke off, or that an event crossed, have left to do, for all organizations. */
export async function relinkLeftovers(): Promise<void> {
  await db().people.query(spreadMissed)
  const { rows: repositories } = await db().people.query<{ id: number; organizationId: number }>(
    `SELECT r.id, r.organization_id AS "organizationId" FROM repositories r
     WHERE EXISTS (SELECT FROM link_changes c WHERE c.repository_id = r.id)`,
  )
  for (const { id, organizationId } of repositories) await relinkRepository(organizationId, id)
  const { rows: organizations } = await db().people.query<{ id: number }>(
    'SELECT DISTINCT organization_id AS id FROM pending_links',
  )
  for (const { id } of organizations) await linkPending(id)
}

const batchSize = 1_000

async function linkPending(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  let changed = 0
  let done = 0
  for (let pending = await findPending(organizationId); pending.ids.length > 0; ) {
    for (const id of pending.ids) {
      if (await linkAgain(organizationId, id)) changed += 1
      done += 1
      onProgress?.({ done, total: Math.max(pending.total, done) })
    }
    pending = await findPending(organizationId)
    pending.total += done
  }
  return changed
}

async function findPending(organizationId: number): Promise<{ ids: string[]; total: number }> {
  const { rows } = await db().people.query<{ id: string; total: number }>(
    `SELECT d.id, count(*) OVER ()::int AS total FROM pending_links p JOIN deployments d ON d.id = p.deployment_id
     WHERE p.organization_id = $1 ORDER BY d.completed_at, d.id LIMIT $2`,
    [organizationId, batchSize],
  )
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/**
 * Takes the mark off first: who marks the deployment meanwhile waits, and marks it anew. Returns whether it has other
 * links than before.
 */
function linkAgain(organizationId: number, id: string): Promise<boolean> {
  return inTransaction(db().people, new AbortController().signal, async (client) => {
    await client.query('DELETE FROM pending_links WHERE deployment_id = $1', [id])
    const { rows } = await client.query<StoredDeployment>({
      name: 'lock-deployment-to-link',
      text: `SELECT ${storedColumns}, false AS created FROM deployments
        WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      values: [organizationId, id],
    })
    const [deployment] = rows
    if (!deployment) return false
    const before = await describeLinks(client, id)
    await linkDeployment(client, { organizationId, hasRepositories: true }, deployment)
    return (await describeLinks(client, id)) !== before
  })
}

async function describeLinks(client: Queryable, id: string): Promise<string> {
  const { rows } = await client.query<{ links: string }>({
    name: 'describe-links',
    text: `SELECT coalesce(string_agg(concat_ws(' ', pull_request_id, method, lead_time_seconds, carried_from_id), ','
        ORDER BY pull_request_id), '') AS links
      FROM deployment_pull_requests WHERE deployment_id = $1`,
    values: [id],
  })
  return rows[0]?.links ?? ''
}
