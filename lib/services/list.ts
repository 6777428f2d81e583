import { reading } from '@/lib/deployments/reading'
import { type KnownService, loadKnownServices } from './load-known'

/** All services that an organization has deployments of, by key. */
export function listServices(organizationId: number): Promise<KnownService[]> {
  return reading((read) => loadKnownServices(read, organizationId))
}
