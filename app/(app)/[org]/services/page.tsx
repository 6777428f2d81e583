import type { Metadata } from 'next'
import { HistoryKeys } from '@/components/deployments/history-keys'
import { FilterLine } from '@/components/insights/filter-line'
import { LockedPart } from '@/components/insights/locked'
import { ServiceTable } from '@/components/services/service-table'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/auth/page-member'
import { plural } from '@/lib/format'
import { readChoices } from '@/lib/metric-choices/read'
import { listFilterChoices } from '@/lib/reports/filter-choices'
import { metricQuery, parseMetricFilters } from '@/lib/reports/filters'
import { readReport } from '@/lib/reports/read-report'
import { daysText } from '@/lib/reports/wording'
import { toSearchParams } from '@/lib/search-params'
import { listServices } from '@/lib/services/list'
import { parseServiceSort, type ServiceSort, sortServices, toServiceRows } from '@/lib/services/rows'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Services' }

export default async function ServicesPage({ params, searchParams }: Props) {
  const { organization, user } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const { filters, problems } = parseMetricFilters(query, timeZone, now)
  const choices = await readChoices(user.id)
  const [report, known, filterChoices] = await Promise.all([
    readReport(organization, filters, choices, now),
    listServices(id),
    listFilterChoices(id),
  ])
  const sort = parseServiceSort(query.get('sort'))
  const rows = sortServices(toServiceRows(report, known), sort)
  const path = `/${slug}/services`
  const sortHref = (by: ServiceSort) => `${path}${withSort(metricQuery(filters), by)}`
  const { firstDay, lastDay } = report.period
  return (
    <>
      <PageHeader
        lead={`${plural(rows.length, 'service')}, ${daysText(firstDay, lastDay)}. Deployments to production; days are those of ${timeZone}.`}
        title="Services"
      />
      <FilterLine choices={filterChoices} filters={filters} given={query} path={path} problems={problems}>
        {null}
      </FilterLine>
      {report.services === null && (
        <LockedPart organization={slug}>
          Lead time, failure rate, recovery and open incidents of each service.
        </LockedPart>
      )}
      {rows.length > 0 ? (
        <ServiceTable
          full={report.services !== null}
          now={now}
          organization={slug}
          query={metricQuery(filters, { service: null, team: null, repository: null })}
          rows={rows}
          sort={sort}
          sortHref={sortHref}
          timeZone={timeZone}
          weeks={report.period.weeks}
        />
      ) : (
        <NoServices known={known.length} path={path} slug={slug} />
      )}
      <HistoryKeys />
    </>
  )
}

function withSort(query: string, sort: ServiceSort): string {
  if (sort === 'deployments') return query
  return `${query === '' ? '?' : `${query}&`}sort=${sort}`
}

function NoServices({ known, path, slug }: { known: number; path: string; slug: string }) {
  if (known > 0) {
    return (
      <EmptyState title="No service matches">
        <ButtonLink href={path}>Clear all filters</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No service yet">
      <p>
        A service appears here with the first deployment that names it in the field <code>service</code>. Services are
        not set up by hand.
      </p>
      <ButtonLink href={`/${slug}/settings/deployments`}>How to send deployments</ButtonLink>
    </EmptyState>
  )
}
