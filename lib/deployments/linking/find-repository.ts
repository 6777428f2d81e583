import { AppError } from '@/lib/core/errors'
import { repositoryNameKeyOf } from '@/lib/core/service-key'
import type { Read } from '@/lib/db/reading'
import { repositoriesOfService } from '@/lib/deployments/linking/rules'
import { Prisma } from '@/lib/generated/prisma/client'

type NamedRepository = { id: number; fullName: string; fullNameKey: string; nameKey: string; globs: string[] | null }

/**
 * The repositories that a name means: that of a service with paths, else by full name, else by last part of it, else by
 * alias, ignoring case.
 */
export async function findRepositories(read: Read, organizationId: number, name: string): Promise<NamedRepository[]> {
  const key = repositoryNameKeyOf(name)
  const matches = await read<NamedRepository>(Prisma.sql`
    SELECT r.id, r.full_name AS "fullName", r.full_name_key AS "fullNameKey", r.name_key AS "nameKey", s.globs
    FROM repositories r LEFT JOIN service_paths s
      ON s.organization_id = ${organizationId} AND s.name_key = ${key} AND s.repository_id = r.id
    WHERE r.organization_id = ${organizationId}
      AND (r.name_key = ${key} OR r.full_name_key = ${key} OR ${key} = ANY (r.aliases) OR s.id IS NOT NULL)
    ORDER BY r.full_name_key LIMIT 100`)
  return repositoriesOfService(name, matches)
}

/** The one repository that a name means. Throws `not_found`, and `invalid` for a name that means several. */
export async function findRepository(read: Read, organizationId: number, name: string): Promise<NamedRepository> {
  const [repository, ...others] = await findRepositories(read, organizationId, name)
  if (!repository) throw new AppError('not_found', 'No repository of this name is known here')
  if (others.length === 0) return repository
  const names = [repository, ...others].map(({ fullName }) => fullName).join(', ')
  throw new AppError('invalid', `Several repositories are called that: ${names}. Name one of them in full`)
}
