import { reporting } from '@/lib/db/reporting'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { type KnownService, loadServicesAndUndeployed } from './load-known'
import { type LastDeployments, loadLastDeployments } from './load-last-deployments'

export type Services = Readonly<LastDeployments> & {
  /** Those of the report, those with a last deployment, and those that were never deployed to production. */
  known: readonly KnownService[]
}

/** The services that a report lists, with those that its filters also select as far as more are listed. */
export function readServices(
  organizationId: number,
  report: Pick<MetricsReport, 'filters' | 'services' | 'deploymentFrequency'>,
): Promise<Services> {
  const keys = (report.services ?? report.deploymentFrequency.byService).flatMap(({ service }) => service ?? [])
  return reporting(organizationId, async (read) => {
    const last = await loadLastDeployments(read, organizationId, report.filters, keys)
    const listed = [...keys, ...last.lasts.keys()]
    return { ...last, known: await loadServicesAndUndeployed(read, organizationId, listed) }
  })
}
