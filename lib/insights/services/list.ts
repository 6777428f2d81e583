import type { Listed } from '@/lib/core/listed'
import { reading } from '@/lib/db/reading'
import { type KnownService, loadLatestServices } from './load-known'

/** The services that an organization deployed last, at most `maxListedServices`, by key. */
export function listServices(organizationId: number): Promise<Listed<KnownService>> {
  return reading((read) => loadLatestServices(read, organizationId))
}
