import { recordAudit } from '@/lib/audit/record'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { markServices } from '@/lib/linking/mark-services'
import { linkPending } from '@/lib/linking/relink'
import { holdRepository, markingTimeoutMs } from './find'
import { parseServiceName } from './service-name'

/**
 * Forgets where in its repository a service lives: its deployments ship pull requests of the whole repository again,
 * past ones included. Throws `not_found`.
 */
export async function removeServicePaths(
  organizationId: number,
  userId: number | null,
  repositoryId: number,
  service: string,
): Promise<{ relinked: Promise<number> }> {
  const serviceKey = parseServiceName(service)
  await db().prisma.$transaction(
    async (tx) => {
      const { fullName } = await holdRepository(tx, organizationId, repositoryId)
      const where = { organizationId, repositoryId, serviceKey }
      const paths = await tx.servicePath.findFirst({ where })
      if (!paths) throw new AppError('not_found', `The service “${serviceKey}” has no paths in ${fullName}`)
      await tx.servicePath.delete({ where: { id: paths.id } })
      await recordAudit(tx, {
        organizationId,
        userId,
        action: 'service-paths.removed',
        subject: `${serviceKey} in ${fullName}`,
        subjectId: repositoryId,
        details: { from: paths.globs, to: [] },
      })
      await markServices(tx, organizationId, [serviceKey])
    },
    { timeout: markingTimeoutMs },
  )
  return { relinked: linkPending(organizationId) }
}
