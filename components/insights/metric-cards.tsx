import { LockedMetric } from '@/components/plan/locked'
import { keyMetricsOf } from '@/lib/insights/reports/metric-cards'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { MetricCard } from './metric-card'

/** `organization` is its slug. */
type Props = { report: MetricsReport; organization: string }

/** The five numbers of a report in a row. */
export function MetricCards({ report, organization }: Props) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-3 xl:grid-cols-5 max-md:[&>:first-child]:col-span-2 print:grid-cols-5 print:gap-x-4 print:[&>:first-child]:col-span-1">
      {keyMetricsOf(report).map(({ metric, result }) =>
        result ? (
          <MetricCard key={metric.slug} metric={metric} organization={organization} report={report} result={result} />
        ) : (
          <LockedMetric key={metric.slug} metric={metric} organization={organization} settings={report.settings} />
        ),
      )}
    </div>
  )
}
