import { reading } from '@/lib/deployments/reading'
import type { Selection } from '@/lib/reports/scope'
import { type KnownService, loadKnownServices } from './load-known'
import { type LastDeployment, loadLastDeployments } from './load-last-deployments'

export type Services = {
  /** All of the organization, by key. */
  known: readonly KnownService[]
  /** The last deployment to production, whenever it was, of each that filters select. */
  lasts: ReadonlyMap<string, LastDeployment>
}

/** The services of an organization, and when those that filters select were deployed last. */
export function readServices(organizationId: number, selection: Selection): Promise<Services> {
  return reading(async (read) => ({
    known: await loadKnownServices(read, organizationId),
    lasts: await loadLastDeployments(read, organizationId, selection),
  }))
}
