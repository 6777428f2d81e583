import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { listServices } from './list'
import type { KnownService } from './load-known'
import { serviceKeyOf } from './service-key'

export type ServiceDetails = KnownService & {
  /** Where it lives in its repository; null where that is all of it. */
  globs: string[] | null
}

/** A service by its name, spelled in any way. Throws `not_found`. */
export async function findService(organizationId: number, name: string): Promise<ServiceDetails> {
  const key = serviceKeyOf(name)
  const service = (await listServices(organizationId)).find((known) => known.key === key)
  if (!service) throw new AppError('not_found', `No deployment names a service "${name}"`)
  const paths = await db().prisma.servicePath.findUnique({
    where: { organizationId_serviceKey: { organizationId, serviceKey: key.toLowerCase() } },
    select: { globs: true },
  })
  return { ...service, globs: paths?.globs ?? null }
}
