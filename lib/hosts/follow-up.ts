import { linkPending, relinkRepository } from '@/lib/linking/relink'
import { log } from '@/lib/log'
import { dropOldDeliveries } from './drop-old-deliveries'
import type { FollowUp } from './receive'
import { refreshRepository } from './sync/refresh-repository'
import { requestSync } from './sync/request'

/** Does what a webhook leaves to do. Never throws: what fails here is done by the next sync. */
export async function followUp(followUps: readonly FollowUp[]): Promise<void> {
  for (const task of followUps) {
    await perform(task).catch((error: unknown) => {
      log.warn('webhook not followed up', { work: task.work, repositoryId: task.repositoryId, error })
    })
  }
  await dropOldDeliveries().catch((error: unknown) => log.warn('old deliveries not dropped', { error }))
}

async function perform(task: FollowUp): Promise<void> {
  const { organizationId, repositoryId } = task
  if (task.work === 'rename') await refreshRepository({ organizationId, repositoryId }, task.told)
  else if (task.work === 'sync') await requestSync(organizationId, repositoryId)
  else if (task.work === 'link') await linkPending(organizationId)
  else await relinkRepository(organizationId, repositoryId)
}
