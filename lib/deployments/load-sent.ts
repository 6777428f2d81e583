import { db } from '@/lib/db/db'

/** What the events of a deployment say, whatever was corrected since. */
export type SentFields = { service: string | null; environment: string }

/** Service and environment of a deployment as they were sent; null for one that is not known. */
export async function loadSent(organizationId: number, id: number): Promise<SentFields | null> {
  const latestFirst = [{ instant: 'desc' }, { progress: 'desc' }, { id: 'desc' }] as const
  const { deploymentEvent } = db().prisma
  const where = { organizationId, deploymentId: id }
  const decisive = await deploymentEvent.findFirst({ where, orderBy: [...latestFirst], select: { environment: true } })
  if (!decisive) return null
  const named = await deploymentEvent.findFirst({
    where: { ...where, service: { not: null } },
    orderBy: [...latestFirst],
    select: { service: true },
  })
  return { environment: decisive.environment, service: named?.service ?? null }
}
