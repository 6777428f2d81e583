import { AppError } from '@/lib/core/errors'
import { serviceKeyOf } from '@/lib/core/service-key'
import type { Read } from '@/lib/db/reading'
import { delivers } from '@/lib/deployments/delivers'
import { findRepository } from '@/lib/deployments/linking/find-repository'
import { Prisma } from '@/lib/generated/prisma/client'

/** A service with paths of its own in a repository. `commitSha` is what is live of it; null when that is not known. */
export type LiveService = { service: string; globs: string[]; commitSha: string | null }

/** Each is looked up on its own. */
const maxServices = 500

/**
 * The services of a repository that have paths, with the commit of the last success of each in an environment of
 * production. Throws `not_found` for a repository that is not known and for one without such services, and as
 * `findRepository` does.
 */
export async function listLiveServices(
  read: Read,
  organizationId: number,
  { repository: name, environment }: { repository: string; environment: string },
): Promise<LiveService[]> {
  const { id, fullName } = await findRepository(read, organizationId, name)
  const services = await read<LiveService>(Prisma.sql`
    SELECT s.name_key AS service, s.globs, (
      SELECT coalesce(d.resolved_sha, d.commit_sha) FROM deployments d
      WHERE d.organization_id = ${organizationId} AND d.service_key = s.name_key
        AND d.environment_key = ${serviceKeyOf(environment)} AND ${delivers} AND d.completed_at IS NOT NULL
      ORDER BY d.completed_at DESC, d.id DESC LIMIT 1) AS "commitSha"
    FROM service_paths s
    WHERE s.organization_id = ${organizationId} AND s.repository_id = ${id}
    ORDER BY s.name_key LIMIT ${maxServices + 1}`)
  if (services.length > maxServices) {
    throw new AppError('invalid', `${fullName} has more than ${maxServices} services with paths. Name those you deploy`)
  }
  if (services.length > 0) return services
  throw new AppError('not_found', `No service has paths in ${fullName}. Add them under Settings > Repositories`)
}
