import { RangeStrip } from '@/components/charts/range-strip'
import { SmallMultiple } from '@/components/charts/small-multiple'
import { outcomeScale } from '@/lib/charts/outcome-scale'
import { plural } from '@/lib/format'
import { isOver } from '@/lib/metrics/period'
import type { ServiceHealth } from '@/lib/metrics/service-health'
import { linkBuckets } from '@/lib/reports/buckets'
import { metricQuery } from '@/lib/reports/filters'
import type { MetricsReport } from '@/lib/reports/report'
import type { ServiceOrder } from './service-order'
import { ServiceTable } from './service-table'

type Props = { services: readonly ServiceHealth[]; report: MetricsReport; organization: string; order: ServiceOrder }

const mostCharts = 8

/** Every service of a report: its weeks side by side with the others', then its numbers, then its lead times. */
export function Services({ services, report, organization, order }: Props) {
  const { filters, period, leadTime } = report
  const hrefOf = (service: string) =>
    `/${organization}/services/${encodeURIComponent(service)}${metricQuery(filters, { service: null, team: null })}`
  const weeks = linkBuckets(period.weeks, '', filters)
  const shown = services.filter(({ service, deployments }) => service !== null && deployments > 0).slice(0, mostCharts)
  const scale = outcomeScale(shown.flatMap(({ weekly }) => weekly))
  return (
    <div className="flex flex-col gap-10">
      <div className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-4">
        {shown.map(({ service, team, deployments, openIncidents, weekly }) => (
          <SmallMultiple
            href={hrefOf(service ?? '')}
            key={service}
            scale={scale}
            title={service ?? ''}
            weeks={weeks.map((week, index) => ({ ...week, success: 0, failed: 0, ...weekly[index] }))}
          >
            <p className="text-xs text-muted tabular-nums">
              {plural(deployments, 'deployment')}
              {team && `, ${team}`}
              {openIncidents > 0 && (
                <span className="font-medium text-failure">, incident open{isOver(period) && ' at the end'}</span>
              )}
            </p>
          </SmallMultiple>
        ))}
      </div>
      <ServiceTable hrefOf={hrefOf} order={order} report={report} services={services} organization={organization} />
      {leadTime && leadTime.byService.length > 1 && (
        <RangeStrip
          rows={leadTime.byService.map(({ service, distribution }) => ({
            label: service ?? 'Without a service',
            href: service === null ? null : `/${organization}/insights/lead-time${metricQuery(filters, { service })}`,
            distribution,
            note: plural(distribution.count, 'pull request'),
          }))}
          title="Lead time by service"
        />
      )}
    </div>
  )
}
