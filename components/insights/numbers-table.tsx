'use client'

import { MissingNumbersNote, ServiceNumberValue } from '@/components/services/service-number'
import { ServiceTable } from '@/components/services/service-table'
import { plural } from '@/lib/core/format'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import { type HealthNumbers, type NumberName, numbersOfService, serviceNumbers } from '@/lib/insights/services/numbers'
import { serviceHref } from './service-href'

type Row = {
  /** The name of the service, or null. */
  key: string | null
  health: HealthNumbers & Pick<ServiceHealth, 'deployments'>
  /** What selects the service in an address of rows. */
  query: string
}

type Props = {
  /** Its slug. */
  organization: string
  rows: readonly Row[]
  /** The days of the report, in an address of a service. */
  serviceQuery: string
  order: NumberName
  /** The address of the page in another order. */
  sortHrefs: Record<NumberName, string>
  /** Why there is no number where that is the same for all services. */
  missing: string | null
}

/** The numbers of services, each of which leads to the rows behind it. */
export function NumbersTable({ organization, rows, serviceQuery, order, sortHrefs, missing }: Props) {
  const columns = numbersOfService.map((name) => {
    const { slug, title } = serviceNumbers[name]
    return {
      title,
      look: 'as-table:text-right',
      sort: name,
      cell: ({ key, health, query }: Row) => (
        <ServiceNumberValue
          health={health}
          href={key && `/${organization}/insights/${slug}${query}`}
          missing={missing}
          name={name}
        />
      ),
    }
  })
  return (
    <>
      <ServiceTable
        caption={`Services, by ${serviceNumbers[order].title}`}
        columns={columns}
        hrefOf={(service) => serviceHref(organization, service, serviceQuery)}
        name={{ look: 'as-table:w-1/4', cell: ({ health }) => <Amounts {...health} /> }}
        onPhone="as-cards:*:grid-cols-3"
        rows={rows.map((row) => ({ ...row, name: row.key }))}
        sort={order}
        sortHref={(by) => numbersOfService.flatMap((name) => (name === by ? sortHrefs[name] : []))[0] ?? ''}
      />
      <MissingNumbersNote missing={missing} names={numbersOfService} rows={rows} />
    </>
  )
}

/** What the numbers of a service were made of. */
function Amounts({ deployments, deliveries }: Row['health']) {
  return (
    <span className="block text-xs text-muted">
      {plural(deployments, 'deployment')}
      <span className="max-md:hidden">, {plural(deliveries, 'pull request')}</span>
    </span>
  )
}
