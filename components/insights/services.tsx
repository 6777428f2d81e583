import { percentilesOf } from '@/components/charts/distribution-cells'
import { RangeStrip } from '@/components/charts/range-strip'
import { Link } from '@/components/ui/link'
import { plural } from '@/lib/core/format'
import { withParams } from '@/lib/http/search-params'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import { type MetricFilters, metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { type NumberName, numbersOfService } from '@/lib/insights/services/numbers'
import { sortServices } from '@/lib/insights/services/rows'
import { NumbersTable } from './numbers-table'
import { serviceHref } from './service-href'
import { ServiceMultiples } from './service-multiples'

type Props = { services: readonly ServiceHealth[]; report: MetricsReport; organization: string; order: NumberName }

/** So many services have a row in the table and in the chart of lead times. */
const maxRows = 12

/** The services of a report: their weeks side by side, then their numbers, then their lead times. */
export function Services({ services, report, organization, order }: Props) {
  const { filters, leadTime } = report
  const serviceQuery = metricQuery(filters, { service: null, team: null })
  const hrefOf = (service: string) => serviceHref(organization, service, serviceQuery)
  const drawn = services.map((health) => ({
    ...health,
    note: [plural(health.deployments, 'deployment'), health.team].filter((text) => text !== null).join(', '),
  }))
  const active = services.filter((health) => health.deployments + health.deliveries + health.openIncidents > 0)
  const rows = sortServices(
    active.map((health) => ({ key: health.service, health })),
    order,
  )
    .slice(0, maxRows)
    .map(({ key, health }) => ({
      key,
      health: numbersAlone(health),
      query: metricQuery(filters, { service: key }),
    }))
  const byService = leadTime?.byService ?? []
  const isCut = rows.length < services.length
  return (
    <div className="flex flex-col gap-10">
      <ServiceMultiples hrefOf={hrefOf} report={report} services={drawn} />
      <div className="flex flex-col gap-3">
        {rows.length > 0 ? (
          <NumbersTable
            missing={report.deploymentFrequency.missing}
            order={order}
            organization={organization}
            rows={rows}
            serviceQuery={serviceQuery}
            sortHrefs={sortHrefsOf(organization, filters)}
          />
        ) : (
          <p className="text-sm text-muted">No service was deployed in this period.</p>
        )}
        {isCut && (
          <Link
            className="w-fit text-sm underline underline-offset-4 hover:text-muted"
            href={`/${organization}/services${metricQuery(filters)}`}
            prefetch={false}
          >
            All services
          </Link>
        )}
      </div>
      {byService.length > 1 && (
        <RangeStrip
          id="lead-time-by-service"
          rows={byService.slice(0, maxRows).map(({ service, distribution }) => ({
            label: service ?? 'Without a service',
            href: service === null ? null : `/${organization}/insights/lead-time${metricQuery(filters, { service })}`,
            percentiles: percentilesOf(distribution),
            note: plural(distribution.count, 'pull request'),
          }))}
          title={`Lead time by service${byService.length > maxRows ? `, the ${maxRows} with the most pull requests` : ''}`}
        />
      )}
    </div>
  )
}

/** A service without what the table does not show: it is sent to the browser. */
function numbersAlone(health: ServiceHealth) {
  const { deployments, deliveries, perDay, leadTimeP50Seconds, changeFailureRate, recoveryP50Seconds, reworkRate } =
    health
  return { deployments, deliveries, perDay, leadTimeP50Seconds, changeFailureRate, recoveryP50Seconds, reworkRate }
}

/** Where the page stands in each order; the first unless an address names another. */
function sortHrefsOf(organization: string, filters: MetricFilters): Record<NumberName, string> {
  const hrefs = numbersOfService.map((name, index) => [
    name,
    `/${organization}/insights${withParams(metricQuery(filters), { sort: index === 0 ? null : name })}`,
  ])
  return Object.fromEntries(hrefs) as Record<NumberName, string>
}
