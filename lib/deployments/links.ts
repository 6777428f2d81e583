import { Prisma } from '@/lib/generated/prisma/client'

/** Seconds from merge to production of a link `l`; 0, as metrics count it, where clocks have it live before its merge. */
export const shownLeadTimeSeconds = Prisma.sql`greatest(l.lead_time_seconds, 0)`

/** Whether a link `l` belongs to the deployment that made its pull request live, which is what lead time is measured on. */
export const isDelivery = (organizationId: number) => Prisma.sql`EXISTS (
  SELECT FROM deliveries WHERE organization_id = ${organizationId} AND pull_request_id = l.pull_request_id
    AND deployment_id = l.deployment_id)`
