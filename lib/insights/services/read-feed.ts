import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { versionOf } from '@/lib/http/version'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { listLatestProduction } from './list-latest-production'

type Feed = {
  /** The deployments to production that filters mean and that run, or ended last: what happened last first. */
  deployments: DeploymentSummary[]
  /** Another one after each of them changes, and every minute: the numbers of a period move with the time. */
  version: string
}

const maxShown = 16
const minuteMs = 60_000

/** What happened last, for a screen that no one touches. */
export async function readFeed(organizationId: number, filters: MetricFilters, now: Date): Promise<Feed> {
  const deployments = await listLatestProduction(organizationId, filters, maxShown)
  const shown = deployments.map(({ id, status, completedAt, linkedPRs }) => [id, status, completedAt, linkedPRs])
  return { deployments, version: versionOf([shown, Math.floor(now.getTime() / minuteMs)]) }
}
