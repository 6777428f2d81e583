import { AppError } from '@/lib/core/errors'
import { repositoryNameKeyOf, serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { type UnknownName, unknownWords } from '@/lib/insights/reports/wording'
import { type KnownService, loadServicesOf } from './load-known'

export type ServiceDetails = KnownService & {
  /** Where it lives in its repository; null where that is all of it. */
  globs: string[] | null
}

/** A service by its name, spelled in any way. Throws `not_found`. */
export async function findService(organizationId: number, name: string): Promise<ServiceDetails> {
  const key = serviceKeyOf(name)
  const [service] = await reading((read) => loadServicesOf(read, organizationId, [key], [name, key]))
  if (!service) throw new AppError('not_found', `No deployment names a service "${name}"`)
  const paths = await db().prisma.servicePath.findUnique({
    where: { organizationId_nameKey: { organizationId, nameKey: repositoryNameKeyOf(name) } },
    select: { globs: true },
  })
  return { ...service, globs: paths?.globs ?? null }
}

/** The service that filters name, spelled in any way, where no deployment that counts names it. */
export async function findUnknownService(
  organizationId: number,
  { service }: { service?: string },
): Promise<UnknownName[]> {
  if (service === undefined) return []
  const key = serviceKeyOf(service)
  const known = await reading((read) => loadServicesOf(read, organizationId, [key], [service, key]))
  return known.length > 0 ? [] : unknownWords({ service: service.trim() }, ['service'])
}
