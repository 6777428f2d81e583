import { RangeStrip } from '@/components/charts/range-strip'
import { MissingNumbersNote, ServiceNumberValue } from '@/components/services/service-number'
import { ServiceTable } from '@/components/services/service-table'
import { Link } from '@/components/ui/link'
import { plural } from '@/lib/core/format'
import { withParams } from '@/lib/http/search-params'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { serviceNumbers } from '@/lib/insights/services/numbers'
import { sortServices } from '@/lib/insights/services/rows'
import { serviceHref } from './service-href'
import { ServiceMultiples } from './service-multiples'

/** The numbers of each service, and what the table is sorted by; the first unless an address names another. */
export const numbersOfService = ['frequency', 'lead-time', 'failure-rate', 'recovery', 'rework'] as const
export type NumberName = (typeof numbersOfService)[number]

type Props = { services: readonly ServiceHealth[]; report: MetricsReport; organization: string; order: NumberName }

/** So many services have a row in the table and in the chart of lead times. */
const maxRows = 12

/** The services of a report: their weeks side by side, then their numbers, then their lead times. */
export function Services({ services, report, organization, order }: Props) {
  const { filters, leadTime } = report
  const hrefOf = (service: string) => serviceHref(organization, service, filters)
  const drawn = services.map((health) => ({
    ...health,
    note: [plural(health.deployments, 'deployment'), health.team].filter((text) => text !== null).join(', '),
  }))
  const active = services.filter((health) => health.deployments + health.deliveries + health.openIncidents > 0)
  const rows = sortServices(active.map(toRow), order).slice(0, maxRows)
  const byService = leadTime?.byService ?? []
  const isCut = rows.length < services.length
  return (
    <div className="flex flex-col gap-10">
      <ServiceMultiples hrefOf={hrefOf} report={report} services={drawn} />
      <div className="flex flex-col gap-3">
        {rows.length > 0 ? (
          <NumbersTable hrefOf={hrefOf} order={order} organization={organization} report={report} rows={rows} />
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
          rows={byService.slice(0, maxRows).map(({ service, distribution }) => ({
            label: service ?? 'Without a service',
            href: service === null ? null : `/${organization}/insights/lead-time${metricQuery(filters, { service })}`,
            distribution,
            note: plural(distribution.count, 'pull request'),
          }))}
          title={`Lead time by service${byService.length > maxRows ? `, the ${maxRows} with the most pull requests` : ''}`}
        />
      )}
    </div>
  )
}

type Row = { key: string | null; name: string | null; health: ServiceHealth }

const toRow = (health: ServiceHealth): Row => ({ key: health.service, name: health.service, health })

type TableProps = Omit<Props, 'services'> & { rows: readonly Row[]; hrefOf: (service: string) => string }

/** The numbers of services, each of which leads to the rows behind it. */
function NumbersTable({ rows, report: { filters, deploymentFrequency }, organization, order, hrefOf }: TableProps) {
  const { missing } = deploymentFrequency
  const columns = numbersOfService.map((name) => {
    const { slug, title } = serviceNumbers[name]
    const rowsOf = (service: string) => `/${organization}/insights/${slug}${metricQuery(filters, { service })}`
    return {
      title,
      look: 'text-right',
      sort: name,
      cell: ({ key, health }: Row) => (
        <ServiceNumberValue health={health} href={key && rowsOf(key)} missing={missing} name={name} />
      ),
    }
  })
  return (
    <>
      <ServiceTable
        caption={`Services, by ${serviceNumbers[order].title}`}
        columns={columns}
        hrefOf={hrefOf}
        name={{ look: 'md:w-1/4', cell: ({ health }) => <Amounts {...health} /> }}
        onPhone="max-lg:grid-cols-3"
        rows={rows}
        sort={order}
        sortHref={(by) =>
          `/${organization}/insights${withParams(metricQuery(filters), { sort: by === 'frequency' ? null : by })}`
        }
      />
      <MissingNumbersNote missing={missing} names={numbersOfService} rows={rows} />
    </>
  )
}

/** What the numbers of a service were made of. */
function Amounts({ deployments, deliveries }: ServiceHealth) {
  return (
    <span className="block text-xs text-muted">
      {plural(deployments, 'deployment')}
      <span className="max-md:hidden">, {plural(deliveries, 'pull request')}</span>
    </span>
  )
}
