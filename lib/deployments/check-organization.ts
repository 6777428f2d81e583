import { AppError } from '@/lib/core/errors'
import type { DeploymentEvent } from '@/lib/deployments/schema'

/** Refuses an event that names another organization than its key belongs to. Throws `forbidden`. */
export function checkOrganization(sender: { slug: string }, event: DeploymentEvent): void {
  if (event.organizationSlug !== null && event.organizationSlug !== sender.slug) {
    throw new AppError('forbidden', 'Organization slug does not match API key')
  }
}
