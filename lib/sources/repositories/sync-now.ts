import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { repositoryGone } from '@/lib/deployments/first-deployments/repository-gone'
import { requestSync } from '@/lib/sources/hosts/sync/request'

/**
 * Asks for a repository to be brought up to date from its host now. Throws `not_found`, and `conflict` for one that is
 * not kept up to date from a host.
 */
export async function syncNow(organizationId: number, repositoryId: number): Promise<void> {
  const repository = await db().prisma.repository.findFirst({
    where: { id: repositoryId, organizationId },
    select: { fullName: true, connectionId: true, monitored: true },
  })
  if (!repository) throw repositoryGone()
  const { fullName, connectionId, monitored } = repository
  if (connectionId === null) throw new AppError('conflict', `${fullName} has no connection: import its clone again.`)
  if (!monitored) throw new AppError('conflict', `${fullName} is not monitored. Switch that on first.`)
  await requestSync(organizationId, repositoryId)
}
