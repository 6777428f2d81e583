import type { Read } from '@/lib/db/reading'
import { findRepositories } from '@/lib/deployments/linking/find-repository'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Full name of the repository whose import brings the commits of a service: the one that the service means; without a
 * service, the only one there is. Null where that is not known.
 */
export async function nameToImport(read: Read, organizationId: number, service: string | null): Promise<string | null> {
  const found =
    service === null
      ? await read<{ fullName: string }>(Prisma.sql`
          SELECT full_name AS "fullName" FROM repositories WHERE organization_id = ${organizationId} LIMIT 2`)
      : await findRepositories(read, organizationId, service)
  return found.length === 1 ? (found[0]?.fullName ?? null) : null
}
