import { isDatabaseUnavailable } from '@/lib/database-errors'
import { db } from '@/lib/db'
import { type StoredDeployment, storedColumns } from '@/lib/deployments/store-event'
import { linkDeployment } from '@/lib/linking/link-deployment'
import { linkable, spreadChanges } from '@/lib/linking/spread-changes'
import { log } from '@/lib/log'
import { inTransaction, type Queryable } from '@/lib/transaction'

/** How far linking again has come. */
export type RelinkProgress = { done: number; total: number }

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
 * An event that looked for its commit just before that was stored, and was itself stored after its changes were spread:
 * nobody has told either of the other.
 */
const spreadMissed = `
  INSERT INTO pending_links (deployment_id, organization_id)
  SELECT DISTINCT d.id, d.organization_id
  FROM deployment_events e JOIN deployments d ON d.id = e.deployment_id
  WHERE e.id > (SELECT max(id) - 20000 FROM deployment_events) AND e.received_at > now() - interval '2 minutes'
    AND ${linkable} AND (NOT d.settled OR d.resolved_sha IS NULL AND EXISTS (
      SELECT FROM commits c WHERE c.organization_id = d.organization_id
        AND c.sha BETWEEN d.commit_sha AND d.commit_sha || 'g'))
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

const running = new Map<number, Promise<unknown>>()

/**
 * Links the marked deployments of an organization again, one caller after the other in a process. Returns how many have
 * other links than before. One that fails keeps its mark.
 */
export function linkPending(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  const before = running.get(organizationId) ?? Promise.resolve()
  const run = before.catch(() => undefined).then(() => linkAll(organizationId, onProgress))
  running.set(organizationId, run)
  const forget = () => {
    if (running.get(organizationId) === run) running.delete(organizationId)
  }
  run.then(forget, forget)
  return run
}

async function linkAll(organizationId: number, onProgress?: (progress: RelinkProgress) => void): Promise<number> {
  const failed: number[] = []
  let changed = 0
  let done = 0
  for (;;) {
    const ids = await findPending(organizationId, failed)
    if (ids.length === 0) return changed
    const total = done + ids.length
    for (const id of ids) {
      const outcome = await linkAgain(organizationId, id).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error
        log.error('deployment not linked again', { organizationId, deploymentId: id, error })
        return 'failed' as const
      })
      if (outcome === 'failed') failed.push(id)
      if (outcome === 'changed') changed += 1
      done += 1
      onProgress?.({ done, total })
    }
  }
}

/** All that is marked by now, in order of completion: to look for some time and again would sort them each time. */
async function findPending(organizationId: number, besides: readonly number[]): Promise<number[]> {
  const { rows } = await db().people.query<{ ids: number[] }>(
    `SELECT coalesce(array_agg(d.id::float8 ORDER BY d.completed_at, d.id), '{}') AS ids
     FROM pending_links p JOIN deployments d ON d.id = p.deployment_id
     WHERE p.organization_id = $1 AND d.id NOT IN (SELECT unnest($2::bigint[]))`,
    [organizationId, besides],
  )
  return rows[0]?.ids ?? []
}

/**
 * Takes the mark off before it looks: who marks the deployment meanwhile waits, and marks it anew. What another process
 * has just linked is left alone. Holds the deployment first of all, as whoever marks what it holds does.
 */
function linkAgain(organizationId: number, id: number): Promise<'changed' | 'same'> {
  return inTransaction(db().people, new AbortController().signal, async (client) => {
    const { rows } = await client.query<StoredDeployment>({
      name: 'lock-deployment-to-link',
      text: `SELECT ${storedColumns}, false AS created FROM deployments
        WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      values: [organizationId, id],
    })
    const { rowCount } = await client.query('DELETE FROM pending_links WHERE deployment_id = $1', [id])
    const [deployment] = rows
    if (!deployment || rowCount === 0) return 'same'
    const before = await describeLinks(client, id)
    await linkDeployment(client, { organizationId, hasRepositories: true }, deployment)
    return (await describeLinks(client, id)) === before ? 'same' : 'changed'
  })
}

async function describeLinks(client: Queryable, id: number): Promise<string> {
  const { rows } = await client.query<{ links: string }>({
    name: 'describe-links',
    text: `SELECT coalesce(string_agg(concat_ws(' ', pull_request_id, method, lead_time_seconds, carried_from_id), ','
        ORDER BY pull_request_id), '') AS links
      FROM deployment_pull_requests WHERE deployment_id = $1`,
    values: [id],
  })
  return rows[0]?.links ?? ''
}
