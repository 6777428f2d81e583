import { log } from '@/lib/core/log'
import { createShareNext, type ShareNext } from '@/lib/core/share-next'
import { db } from '@/lib/db/db'
import { dropOld } from '@/lib/db/drop-old'
import { linkPending, relinkRepository } from '@/lib/deployments/linking/relink'
import { markInTurn } from '@/lib/web/change-in-turn'
import type { FollowUp } from './receive'
import { refreshRepository } from './sync/refresh-repository'
import { requestSync } from './sync/request'

type Queue = {
  /** What waits for the run of its organization; the same work on a repository waits once. */
  waiting: Map<number, Map<string, FollowUp>>
  share: ShareNext<number, void>
}

/** The routes of the hosts are bundled apart and share one. */
const holder = globalThis as { leadlineFollowUps?: Queue }

/**
 * Does what a webhook leaves to do, one after the other for an organization: however many webhooks it sends, pages have
 * connections left. Never throws: what fails here is done by the next sync.
 */
export async function followUp(followUps: readonly FollowUp[]): Promise<void> {
  holder.leadlineFollowUps ??= { waiting: new Map(), share: createShareNext() }
  const { waiting, share } = holder.leadlineFollowUps
  const organizationIds = new Set(followUps.map(({ organizationId }) => organizationId))
  for (const task of followUps) {
    const tasks = waiting.get(task.organizationId) ?? new Map<string, FollowUp>()
    waiting.set(task.organizationId, tasks.set(`${task.work} ${task.repositoryId}`, task))
  }
  for (const organizationId of organizationIds) await share(organizationId, () => performAll(waiting, organizationId))
  await dropOldDeliveries().catch((error: unknown) => log.warn('old deliveries not dropped', { error }))
}

async function performAll(waiting: Queue['waiting'], organizationId: number): Promise<void> {
  const tasks = waiting.get(organizationId)?.values() ?? []
  waiting.delete(organizationId)
  for (const task of tasks) {
    await perform(task).catch((error: unknown) => {
      log.warn('webhook not followed up', { work: task.work, repositoryId: task.repositoryId, error })
    })
  }
}

async function perform(task: FollowUp): Promise<void> {
  const { organizationId, repositoryId } = task
  if (task.work === 'rename') {
    const rename = () => refreshRepository({ organizationId, repositoryId }, task.reported)
    await markInTurn({ organizationId, userId: null }, rename, { mustRun: true })
  } else if (task.work === 'sync') await requestSync(organizationId, repositoryId)
  else if (task.work === 'link') await linkPending(organizationId)
  else await relinkRepository(organizationId, repositoryId)
}

const keptDays = 30
const everyMs = 60 * 60 * 1000

const old = {
  table: 'host_deliveries',
  key: ['organization_id', 'connection_id', 'delivery_id'],
  isOld: `received_at < now() - interval '${keptDays} days' AND NOT permanent`,
}

let droppedAt = Number.NEGATIVE_INFINITY

/**
 * Forgets deliveries that no host sends again, at most once an hour in each process. Those that would change something
 * when a stranger sends them again, such as that a repository was deleted, are known for as long as their connection.
 */
export async function dropOldDeliveries(now = performance.now()): Promise<void> {
  if (now - droppedAt < everyMs) return
  droppedAt = now
  await dropOld(db().ingest, old)
}
