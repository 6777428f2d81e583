import { ArrowDown } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { Missing, MissingNote } from '@/components/ui/missing'
import { plural } from '@/lib/core/format'
import { withParams } from '@/lib/http/search-params'
import type { Unit } from '@/lib/insights/metrics/metric-value'
import type { MetricSlug } from '@/lib/insights/metrics/registry'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import { exactText, valueText } from '@/lib/insights/metrics/value-text'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { whyNoLeadTime } from '@/lib/insights/reports/wording'
import type { ServiceOrder } from './service-order'

type Props = {
  /** In the order that they are shown in. */
  services: readonly ServiceHealth[]
  report: MetricsReport
  organization: string
  order: ServiceOrder
  hrefOf: (service: string) => string
}

type Column = {
  order: ServiceOrder
  slug: MetricSlug
  title: string
  unit: Unit
  value: (service: ServiceHealth) => number | null
  /** Null where it is missing for all services alike. */
  missing: ((service: ServiceHealth) => string) | null
}

const columns: readonly Column[] = [
  {
    order: 'frequency',
    slug: 'deployment-frequency',
    title: 'Frequency',
    unit: 'per day',
    value: ({ perDay }) => perDay,
    missing: null,
  },
  {
    order: 'lead-time',
    slug: 'lead-time',
    title: 'Lead time',
    unit: 'seconds',
    value: ({ leadTimeP50Seconds }) => leadTimeP50Seconds,
    missing: whyNoLeadTime,
  },
  {
    order: 'failure-rate',
    slug: 'change-failure-rate',
    title: 'Change failure rate',
    unit: 'share',
    value: ({ changeFailureRate }) => changeFailureRate,
    missing: () => 'No deployment succeeded or failed',
  },
  {
    order: 'recovery',
    slug: 'recovery-time',
    title: 'Recovery',
    unit: 'seconds',
    value: ({ recoveryP50Seconds }) => recoveryP50Seconds,
    missing: () => 'No incident was closed',
  },
  {
    order: 'rework',
    slug: 'rework-rate',
    title: 'Rework',
    unit: 'share',
    value: ({ reworkRate }) => reworkRate,
    missing: () => 'No deployment succeeded',
  },
]

const head =
  'border-b border-strong-line py-2 pl-4 text-right font-medium whitespace-nowrap max-md:border-b-0 max-md:p-0'
const onPhone = 'max-md:grid max-md:grid-cols-3 max-md:gap-x-4 max-md:gap-y-2 max-md:py-3'

/** The numbers of services; a column's title sorts by it. */
export function ServiceTable({ services, report, organization, order, hrefOf }: Props) {
  const rowsOf = (slug: MetricSlug, service: string | null) =>
    service === null ? null : `/${organization}/insights/${slug}${metricQuery(report.filters, { service })}`
  return (
    <>
      <table className="w-full table-fixed border-collapse text-sm tabular-nums max-md:block">
        <caption className="sr-only">Services, by {columns.find((column) => column.order === order)?.title}</caption>
        <thead className="text-xs max-md:block max-md:border-b max-md:border-strong-line">
          <tr className="max-md:flex max-md:flex-wrap max-md:gap-x-4">
            <th className={`${head} pl-0! text-left! max-md:hidden md:w-1/4`} scope="col">
              Service
            </th>
            {columns.map((column) => (
              <th
                aria-sort={column.order === order ? 'descending' : undefined}
                className={head}
                key={column.order}
                scope="col"
              >
                <Link
                  className="text-muted underline-offset-4 hover:text-ink hover:underline aria-[current]:text-ink max-md:inline-block max-md:py-2"
                  aria-current={column.order === order ? 'true' : undefined}
                  href={`/${organization}/insights${withParams(metricQuery(report.filters), { sort: column.order === 'frequency' ? null : column.order })}`}
                  prefetch={false}
                  scroll={false}
                >
                  {column.order === order && (
                    <ArrowDown aria-hidden="true" className="mr-1 inline size-3 align-[-0.125em]" />
                  )}
                  {column.title}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {services.map((service) => (
            <tr
              className={`relative border-b border-line hover:bg-raised has-[a[data-row]:focus-visible]:bg-raised ${onPhone}`}
              key={service.service ?? ''}
            >
              <th className="py-2.5 text-left font-normal wrap-anywhere max-md:col-span-full max-md:p-0" scope="row">
                {service.service === null ? (
                  <span className="text-muted">Without a service</span>
                ) : (
                  <Link
                    className="font-medium after:absolute after:inset-0"
                    data-row
                    href={hrefOf(service.service)}
                    prefetch={false}
                  >
                    <span className="line-clamp-3">{service.service}</span>
                  </Link>
                )}
                <span className="block text-xs text-muted">
                  {plural(service.deployments, 'deployment')}
                  <span className="max-md:hidden">, {plural(service.deliveries, 'pull request')}</span>
                </span>
              </th>
              {columns.map((column) => (
                <td className="py-2.5 pl-4 text-right max-md:p-0 max-md:text-left" key={column.order}>
                  <span className="block text-xs text-muted md:hidden">{column.title}</span>
                  <Cell
                    href={rowsOf(column.slug, service.service)}
                    missing={whyMissing(column, service, report)}
                    unit={column.unit}
                    value={column.value(service)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MissingNote
        whys={services.flatMap((service) =>
          columns.flatMap((column) => (column.value(service) === null ? whyMissing(column, service, report) : [])),
        )}
      />
    </>
  )
}

function whyMissing({ missing }: Column, service: ServiceHealth, { deploymentFrequency }: MetricsReport): string {
  return missing?.(service) ?? deploymentFrequency.missing ?? 'Not enough data'
}

type CellProps = { value: number | null; unit: Unit; missing: string; href: string | null }

/** A value that leads to the rows behind it; those without a service cannot be selected. */
function Cell({ value, unit, missing, href }: CellProps) {
  if (value === null) return <Missing why={missing} />
  const title = exactText(value, unit)
  if (href === null) return <span title={title}>{valueText(value, unit)}</span>
  return (
    <Link className="relative z-1 underline-offset-4 hover:underline" href={href} prefetch={false} title={title}>
      {valueText(value, unit)}
    </Link>
  )
}
