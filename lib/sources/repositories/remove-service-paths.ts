import type { Actor } from '@/lib/accounts/actor'
import { listChange } from '@/lib/accounts/audit/list-change'
import { recordAudit } from '@/lib/accounts/audit/record'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { markServices } from '@/lib/deployments/linking/mark-services'
import { linkPending } from '@/lib/deployments/linking/relink'
import { holdRepository, markingTimeoutMs } from './find'
import { parseServiceName } from './service-name'

/**
 * Forgets where in its repository a service lives: its deployments ship pull requests of the whole repository again,
 * past ones included. Throws `not_found`.
 */
export async function removeServicePaths(
  actor: Actor,
  repositoryId: number,
  service: string,
): Promise<{ relinked: Promise<number> }> {
  const { organizationId } = actor
  const nameKey = parseServiceName(service)
  await db().prisma.$transaction(
    async (tx) => {
      const { fullName } = await holdRepository(tx, actor, repositoryId)
      const where = { organizationId, repositoryId, nameKey }
      const paths = await tx.servicePath.findFirst({ where })
      if (!paths) throw new AppError('not_found', `The service “${nameKey}” has no paths in ${fullName}`)
      await tx.servicePath.delete({ where: { organizationId_nameKey: { organizationId, nameKey } } })
      await recordAudit(tx, actor, {
        action: 'service-paths.removed',
        subject: `${nameKey} in ${fullName}`,
        subjectId: repositoryId,
        details: listChange(paths.globs, []),
      })
      await markServices(tx, organizationId, [nameKey])
    },
    { timeout: markingTimeoutMs },
  )
  return { relinked: linkPending(organizationId) }
}
