import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { checkRepository, type RepositoryKey } from '@/lib/hosts/check-repository'
import { log } from '@/lib/log'
import { settledWithin } from '@/lib/settled-within'
import { inTransaction } from '@/lib/transaction'
import { findContained } from './find-contained'
import { storeFirsts } from './store-firsts'

/** So long a reader waits for what changed just now; a history of hundreds of thousands of commits takes some seconds. */
const readerTimeoutMs = 1_000

/** Makes sure that readers see what was live before the first deployments, as far as that does not take long. */
export async function freshFirstDeployments(organizationId: number): Promise<void> {
  const { rows } = await db().people.query<{ stale: boolean }>({
    name: 'has-stale-first-deployments',
    text: 'SELECT EXISTS (SELECT FROM stale_first_deployments WHERE organization_id = $1) AS stale',
    values: [organizationId],
  })
  if (!rows[0]?.stale) return
  const refreshed = refreshFirstDeployments(organizationId).catch((error: unknown) => {
    log.error('first deployments not worked out again', { organizationId, error })
  })
  await settledWithin(refreshed, readerTimeoutMs)
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

/** An import marks a repository again and again: the next reader does what is left. */
const maxRounds = 5

async function refreshAll(organizationId: number): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const { rows } = await db().people.query<{ id: number }>(
      'SELECT DISTINCT repository_id AS id FROM stale_first_deployments WHERE organization_id = $1',
      [organizationId],
    )
    if (rows.length === 0) return
    await refreshEach(organizationId, rows)
  }
}

async function refreshEach(organizationId: number, repositories: readonly { id: number }[]): Promise<void> {
  for (const { id: repositoryId } of repositories) {
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
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [replacingNamespace, repository.repositoryId])
    for (const [{ serviceKey }, pullRequestIds] of contained) {
      await client.query(removeOthers, [repository.repositoryId, serviceKey, pullRequestIds])
      await client.query(addMissing, [repository.repositoryId, serviceKey, pullRequestIds])
    }
    await client.query(removeGone, [repository.repositoryId])
    await client.query('DELETE FROM stale_first_deployments WHERE id = ANY ($1::bigint[])', [marks])
  })
}

const nobodyAborts = new AbortController().signal

/** Of the advisory locks of repositories for which this is stored. Not that of linking: it takes longer than events wait. */
const replacingNamespace = 5_323_463

const removeOthers = `
  DELETE FROM live_before
  WHERE repository_id = $1 AND service_key = $2 AND pull_request_id NOT IN (SELECT unnest($3::int[]))`

const addMissing = `
  INSERT INTO live_before (repository_id, service_key, pull_request_id)
  SELECT $1, $2, id FROM pull_requests WHERE repository_id = $1 AND id = ANY ($3::int[])
  ON CONFLICT DO NOTHING`

const removeGone = `
  DELETE FROM live_before WHERE repository_id = $1
    AND service_key NOT IN (SELECT service_key FROM first_deployments WHERE repository_id = $1)`
