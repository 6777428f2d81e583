import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import type { Prisma } from '@/lib/generated/prisma/client'

const repositories = { max: 5_000, things: 'repositories', remedy: 'Remove one first.' }
const services = { max: 2_000, things: 'services with paths', remedy: 'Remove the paths of one first.' }

/** Refuses one more repository than an organization can have. Throws `conflict`. */
export function refuseMoreRepositories(tx: Prisma.TransactionClient, organizationId: number): Promise<void> {
  return refuseBeyond(repositories, () => tx.repository.count({ where: { organizationId } }))
}

/** Refuses one more service with paths than an organization can have. Throws `conflict`. */
export function refuseMorePaths(tx: Prisma.TransactionClient, organizationId: number): Promise<void> {
  return refuseBeyond(services, () => tx.servicePath.count({ where: { organizationId } }))
}
