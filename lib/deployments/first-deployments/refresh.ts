import { addLiveBefore } from '@/lib/accounts/stored-bytes/add'
import { isDayFull } from '@/lib/accounts/stored-bytes/read'
import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import type { Semaphores } from '@/lib/core/semaphore'
import { settledWithin } from '@/lib/core/settled-within'
import { slowApart } from '@/lib/core/slow-apart'
import { isLockTimeout } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import { refreshRepository } from './refresh-repository'

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

/**
 * Two repositories at once in a process, for each may keep a connection of pages while it waits for linking, and one of
 * them of an organization that took long in the last half minute: a large history holds up no others.
 */
const turnsOfOrganizations = { quick: 1, each: 1, slow: 1, slowMs: 200, restMs: 30_000 }

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as {
  leadlineFirstDeployments?: Map<number, Promise<void>>
  leadlineFirstDeploymentTurns?: Semaphores<number>
}

/**
 * Works out again, for the repositories of an organization that were marked, the first deployment of each service and
 * the pull requests that it contained. One run at a time in a process; twice, or at once in several, does no harm.
 * A repository that is being linked keeps its mark for the next run, and so do those that the organization has no room for
 * today, unless an operator waits for them, which counts in no quota. When one fails, the others are done first, and then
 * its error is thrown.
 */
export function refreshFirstDeployments(organizationId: number, { byOperator = false } = {}): Promise<void> {
  holder.leadlineFirstDeployments ??= new Map()
  const running = holder.leadlineFirstDeployments
  const known = running.get(organizationId)
  if (known) return known
  const run = refreshAll(organizationId, byOperator).finally(() => running.delete(organizationId))
  running.set(organizationId, run)
  return run
}

/** An import marks a repository again and again: the next reader does what is left. */
const maxRounds = 5

async function refreshAll(organizationId: number, byOperator: boolean): Promise<void> {
  holder.leadlineFirstDeploymentTurns ??= slowApart(turnsOfOrganizations)
  const turns = holder.leadlineFirstDeploymentTurns
  const left: number[] = []
  const failures = new Map<number, unknown>()
  for (let round = 0; round < maxRounds; round += 1) {
    const { rows } = await db().people.query<{ id: number }>(
      `SELECT DISTINCT repository_id AS id FROM stale_first_deployments
       WHERE organization_id = $1 AND repository_id <> ALL ($2::int[])`,
      [organizationId, [...left, ...failures.keys()]],
    )
    if (rows.length === 0) break
    for (const { id: repositoryId } of rows) {
      const refresh = async () => {
        if (!byOperator && (await isDayFull(organizationId))) return void left.push(repositoryId)
        const added = await refreshRepository({ organizationId, repositoryId })
        if (!byOperator) await addLiveBefore(db().people, organizationId, added)
      }
      await turns(organizationId, refresh).catch((error: unknown) => {
        const isGone = error instanceof AppError && error.code === 'not_found'
        if (isLockTimeout(error)) left.push(repositoryId)
        else if (!isGone) failures.set(repositoryId, error)
      })
    }
  }
  for (const failure of failures.values()) throw failure
}

/** How long one call goes on to the next organization. */
const leftoversMs = 10_000

/**
 * Does what no reader has needed yet, so that marks do not pile up: the organizations whose marks are the oldest first,
 * for ten seconds or until `stop` is aborted. One that takes half of what is left of them goes on while the next ones
 * begin. Throws the last failure at the end.
 */
export async function refreshLeftovers(stop: AbortSignal): Promise<void> {
  const deadline = performance.now() + leftoversMs
  const { rows } = await db().people.query<{ id: number }>(
    'SELECT organization_id AS id FROM stale_first_deployments GROUP BY organization_id ORDER BY min(id)',
  )
  let failure: unknown
  for (const { id } of rows) {
    const left = deadline - performance.now()
    if (stop.aborted || left <= 0) break
    const refreshed = refreshFirstDeployments(id).catch((error: unknown) => {
      failure = error
    })
    await settledWithin(refreshed, left / 2)
  }
  if (failure !== undefined) throw failure
}
