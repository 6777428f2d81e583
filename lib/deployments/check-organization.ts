import type { DeploymentEvent } from '@/lib/deployments/schema'
import { AppError } from '@/lib/errors'

/** Refuses an event that names another organization than its key belongs to. Throws `forbidden`. */
export function checkOrganization(caller: { slug: string }, event: DeploymentEvent): void {
  if (event.organizationSlug !== null && event.organizationSlug !== caller.slug) {
    throw new AppError('forbidden', 'Organization slug does not match API key')
  }
}
