import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { checkRepository, type RepositoryKey } from '@/lib/hosts/check-repository'
import { settledWithin } from '@/lib/settled-within'
import { inTransaction, type Queryable } from '@/lib/transaction'
import { findContained } from './find-contained'
import { type First, storeFirsts } from './store-firsts'

/** So long a reader waits for what changed just now; a history of hundreds of thousands of commits takes some seconds. */
const readerTimeoutMs = 1_000

/** Makes sure that readers see what was live before the first deployments, as far as that does not take long. */
export async function freshFirstDeployments(organizationId: number): Promise<void> {
  const { rows } = await db().people.query<{ stale: boolean }>({
    name: 'has-stale-first-deployments',
    text: 'SELECT EXISTS (SELECT FROM stale_first_deployments WHERE organization_id = $1) AS stale',
    values: [organizationId],
  })
  if (rows[0]?.stale) await settledWithin(refreshFirstDeployments(organizationId), readerTimeoutMs)
}

const running = new Map<number, Promise<void>>()

/**
 * Works out again, for the repositories of an organization that were marked, the first deployment of each service and
 * the pull requests that it contained. One run at a time in a process; twice, or at once in several, does no harm.
 */
export function refreshFirstDeployments(organizationId: number): Promise<void> {
  const known = running.get(organizationId)
  if (known) return known
  const run = refreshAll(organizationId).finally(() => running.delete(organizationId))
  running.set(organizationId, run)
  return run
}

async function refreshAll(organizationId: number): Promise<void> {
  const { rows } = await db().people.query<{ id: number }>(
    'SELECT DISTINCT repository_id AS id FROM stale_first_deployments WHERE organization_id = $1',
    [organizationId],
  )
  for (const { id: repositoryId } of rows) {
    await refreshRepository({ organizationId, repositoryId }).catch((error: unknown) => {
      const isGone = error instanceof AppError && error.code === 'not_found'
      if (!isGone) throw error
    })
  }
}

async function refreshRepository(repository: RepositoryKey): Promise<void> {
  const { marks, firsts } = await inTransaction(db().people, nobodyAborts, async (client) => {
    await checkRepository(client, repository)
    const { rows } = await client.query<{ ids: string[] }>(
      `SELECT coalesce(array_agg(id), '{}') AS ids FROM stale_first_deployments WHERE repository_id = $1`,
      [repository.repositoryId],
    )
    return { marks: rows[0]?.ids ?? [], firsts: await storeFirsts(client, repository) }
  })
  const contained = await findContained(db().people, repository, firsts)
  await inTransaction(db().people, nobodyAborts, async (client) => {
    await checkRepository(client, repository)
    for (const [first, pullRequestIds] of contained) await replace(client, repository, first, pullRequestIds)
    await client.query('DELETE FROM stale_first_deployments WHERE id = ANY ($1::bigint[])', [marks])
  })
}

const nobodyAborts = new AbortController().signal

/** Two that replace at once would wait for each other's rows: the first deployment's row is held first. */
async function replace(
  client: Queryable,
  { repositoryId }: RepositoryKey,
  { serviceKey }: First,
  pullRequestIds: readonly number[],
): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM first_deployments WHERE repository_id = $1 AND service_key = $2 FOR UPDATE',
    [repositoryId, serviceKey],
  )
  if (rowCount === 0) return
  await client.query(
    `DELETE FROM live_before WHERE repository_id = $1 AND service_key = $2
       AND pull_request_id NOT IN (SELECT unnest($3::int[]))`,
    [repositoryId, serviceKey, pullRequestIds],
  )
  await client.query(
    `INSERT INTO live_before (repository_id, service_key, pull_request_id)
     SELECT $1, $2, id FROM pull_requests WHERE repository_id = $1 AND id = ANY ($3::int[])
     ON CONFLICT DO NOTHING`,
    [repositoryId, serviceKey, pullRequestIds],
  )
}
