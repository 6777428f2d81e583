import { reading } from '@/lib/db/reading'
import { isDelivery, shownLeadTimeSeconds } from '@/lib/deployments/links'
import { Prisma } from '@/lib/generated/prisma/client'

/** How long the pull requests that a deployment delivered took: those that were live before are not among them. */
export type LeadTimes = {
  count: number
  /** Median; null without any, as are the others. */
  p50Seconds: number | null
  minSeconds: number | null
  maxSeconds: number | null
}

/** The lead times of what a deployment of an organization delivered. The shortest is of those over 0 s. */
export function loadLeadTimes(organizationId: number, deploymentId: number): Promise<LeadTimes> {
  return reading(async (read) => {
    const [found] = await read<LeadTimes>(Prisma.sql`
      SELECT count(*)::int, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS "p50Seconds",
        min(seconds) FILTER (WHERE seconds > 0) AS "minSeconds", max(seconds) AS "maxSeconds"
      FROM (
        SELECT ${shownLeadTimeSeconds} AS seconds FROM deployment_pull_requests l
        WHERE l.organization_id = ${organizationId} AND l.deployment_id = ${deploymentId} AND ${isDelivery(organizationId)}
      ) own`)
    return found ?? { count: 0, p50Seconds: null, minSeconds: null, maxSeconds: null }
  })
}
