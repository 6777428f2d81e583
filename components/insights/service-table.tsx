import { ArrowDown } from 'lucide-react'
import Link from 'next/link'
import { LinkPending } from '@/components/ui/link-pending'
import { Missing } from '@/components/ui/missing'
import { formatCount } from '@/lib/format'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Figure } from '@/lib/metrics/figure'
import type { ServiceHealth } from '@/lib/metrics/service-health'
import { metricQuery } from '@/lib/reports/filters'
import type { MetricsReport } from '@/lib/reports/report'
import { exactText, valueText } from '@/lib/reports/wording'
import { type ServiceOrder, sortServices } from './service-order'

type Props = {
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
  unit: Figure['unit']
  value: (service: ServiceHealth) => number | null
  missing: string
  /** Left out where there is no room. */
  wide: boolean
}

const columns: readonly Column[] = [
  {
    order: 'deployments',
    slug: 'deployment-frequency',
    title: 'Frequency',
    unit: 'per day',
    value: ({ perDay }) => perDay,
    missing: 'Not deployed in this period',
    wide: false,
  },
  {
    order: 'lead-time',
    slug: 'lead-time',
    title: 'Lead time',
    unit: 'seconds',
    value: ({ leadTimeP50Seconds }) => leadTimeP50Seconds,
    missing: 'No pull request reached production',
    wide: false,
  },
  {
    order: 'failure-rate',
    slug: 'change-failure-rate',
    title: 'Failed',
    unit: 'share',
    value: ({ changeFailureRate }) => changeFailureRate,
    missing: 'No deployment ended',
    wide: false,
  },
  {
    order: 'recovery',
    slug: 'recovery-time',
    title: 'Recovery',
    unit: 'seconds',
    value: ({ recoveryP50Seconds }) => recoveryP50Seconds,
    missing: 'No incident was closed',
    wide: true,
  },
  {
    order: 'rework',
    slug: 'rework-rate',
    title: 'Rework',
    unit: 'share',
    value: ({ reworkRate }) => reworkRate,
    missing: 'No deployment succeeded',
    wide: true,
  },
]

const head = 'border-b border-strong-line py-2 pl-4 text-right font-medium whitespace-nowrap'

/** The numbers of each service; a column's title sorts by it. */
export function ServiceTable({ services, report, organization, order, hrefOf }: Props) {
  const rowsOf = (slug: MetricSlug, service: string | null) =>
    service === null ? null : `/${organization}/insights/${slug}${metricQuery(report.filters, { service })}`
  return (
    <table className="w-full table-fixed border-collapse text-sm tabular-nums">
      <caption className="sr-only">Services, by {columns.find((column) => column.order === order)?.title}</caption>
      <thead className="text-xs">
        <tr>
          <th className={`${head} pl-0! text-left! max-md:w-2/5`} scope="col">
            Service
          </th>
          {columns.map((column) => (
            <th
              aria-sort={column.order === order ? 'descending' : undefined}
              className={`${head} ${column.wide ? 'max-md:hidden' : ''}`}
              key={column.order}
              scope="col"
            >
              <Link
                className="inline-flex items-center gap-1 text-muted underline-offset-4 hover:text-ink hover:underline aria-[current]:text-ink"
                aria-current={column.order === order ? 'true' : undefined}
                href={`/${organization}/insights${sortedQuery(metricQuery(report.filters), column.order)}`}
                prefetch={false}
                scroll={false}
              >
                {column.order === order && <ArrowDown aria-hidden="true" className="size-3" />}
                {column.title}
                <LinkPending />
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sortServices(services, order).map((service) => (
          <tr className="border-b border-line hover:bg-raised" key={service.service ?? ''}>
            <th className="py-2.5 text-left font-normal wrap-anywhere" scope="row">
              {service.service === null ? (
                <span className="text-muted">Without a service</span>
              ) : (
                <Link
                  className="font-medium underline-offset-4 hover:underline"
                  href={hrefOf(service.service)}
                  prefetch={false}
                >
                  {service.service}
                </Link>
              )}
              <span className="block text-xs text-muted">
                {formatCount(service.deployments)} deployed, {formatCount(service.deliveries)} live
              </span>
            </th>
            {columns.map((column) => (
              <td className={`py-2.5 pl-4 text-right ${column.wide ? 'max-md:hidden' : ''}`} key={column.order}>
                <Cell column={column} href={rowsOf(column.slug, service.service)} value={column.value(service)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = { value: number | null; column: Column; href: string | null }

/** A value that leads to the rows behind it; those without a service cannot be asked for. */
function Cell({ value, column: { unit, missing }, href }: CellProps) {
  if (value === null) return <Missing why={missing} />
  const title = exactText(value, unit)
  if (href === null) return <span title={title}>{valueText(value, unit)}</span>
  return (
    <Link className="underline-offset-4 hover:underline" href={href} prefetch={false} title={title}>
      {valueText(value, unit)}
    </Link>
  )
}

function sortedQuery(query: string, order: ServiceOrder): string {
  if (order === 'deployments') return query
  return `${query === '' ? '?' : `${query}&`}sort=${order}`
}
