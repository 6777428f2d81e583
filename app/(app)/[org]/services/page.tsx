import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { FilterLine } from '@/components/insights/filter-line'
import { NoReport } from '@/components/insights/no-report'
import { TookTooLong } from '@/components/insights/took-too-long'
import { ViewLine } from '@/components/insights/view-line'
import { LockedPart } from '@/components/plan/locked'
import { ServiceList } from '@/components/services/service-list'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListKeys } from '@/components/ui/list-keys'
import { Notice } from '@/components/ui/notice'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { plural } from '@/lib/core/format'
import { pageOfRows } from '@/lib/core/page-number'
import { inTime } from '@/lib/http/in-time'
import { pageOf, toSearchParams, withParams } from '@/lib/http/search-params'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { everything, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { readReport } from '@/lib/insights/reports/read-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { settingsWords } from '@/lib/insights/reports/settings-words'
import { daysText, leftOutWords } from '@/lib/insights/reports/wording'
import { type Services as AllServices, readServices } from '@/lib/insights/services/read-services'
import {
  parseServiceSort,
  type ServiceRow,
  type ServiceSort,
  sortServices,
  toServiceRows,
} from '@/lib/insights/services/rows'
import { countSignalsByService, type OpenSignals } from '@/lib/risk/list'
import { dayOf } from '@/lib/time/days'
import { isOver } from '@/lib/time/period'
import { saveMyView } from '../insights/actions'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Services' }

const none: ReadonlyMap<string, OpenSignals> = new Map()

export default organizationPage(ServicesPage)

async function ServicesPage({ params, searchParams }: Props) {
  const { organization, view } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const { filters, problems } = parseMetricFilters(query, timeZone, now)
  const report = await inTime(readReport(organization, filters, now))
  // Not at the same time as the report, which takes two connections itself.
  const [services, filterChoices] = await Promise.all([
    report && inTime(readServices(id, report)),
    listFilterChoices(id),
  ])
  const hasSignals = report && mayUse(organization, 'signals', now) && !isOver(report.period)
  const signals = hasSignals ? await countSignalsByService(id, now) : none
  const path = `/${slug}/services`
  if (services?.known.length === 0 && filterChoices.environments.length === 0) {
    return (
      <>
        <PageHeader title="Services" />
        <NoServiceYet slug={slug} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        lead={[
          `${daysText(filters.firstDay, filters.lastDay)}. Deployments to production; days are those of ${timeZone}.`,
          report && settingsWords(report),
        ]
          .filter(Boolean)
          .join(' ')}
        title="Services"
      />
      <FilterLine
        choices={filterChoices}
        filters={filters}
        given={query}
        leadTimeFrom={report?.services ? report.settings.leadTimeFrom : null}
        path={path}
        problems={problems}
        today={dayOf(now, organization.timeZone)}
        unknown={report?.unknown ?? []}
      />
      <ViewLine filters={filters} organization={slug} path={path} save={saveMyView} view={view} />
      {!(report && services) && <TookTooLong />}
      {report && report.unknown.length > 0 && <NoReport href={`${path}${metricQuery(filters, everything)}`} />}
      {report && services && report.unknown.length === 0 && (
        <Services
          page={pageOf(query)}
          path={path}
          report={report}
          services={services}
          signals={signals}
          sort={parseServiceSort(query.get('sort'), sorts)}
        />
      )}
      <ListKeys />
    </>
  )
}

const sorts = ['deployments', 'name', 'lead-time', 'failure-rate', 'recovery', 'last'] as const

type ServicesProps = {
  report: MetricsReport
  services: AllServices
  signals: ReadonlyMap<string, OpenSignals>
  sort: ServiceSort
  /** As it stands in the address. */
  page: number
  path: string
}

function Services({ report, services, signals, sort, page: requested, path }: ServicesProps) {
  const { organization: slug, filters, period, settings } = report
  const { listed, leftOut } = toServiceRows(report, services)
  const all = sortServices(listed, sort)
  const { rows, first, last, page, pages } = pageOfRows(all, requested)
  const ofService = metricQuery(filters, { service: null, team: null, repository: null })
  const hrefOf = (by: ServiceSort, number: string | null) =>
    `${path}${withParams(metricQuery(filters), { sort: by === 'deployments' ? null : by, page: number })}`
  return (
    <>
      {report.services === null && (
        <LockedPart organization={slug}>
          Lead time, change failure rate, recovery and open incidents of each service.
        </LockedPart>
      )}
      {rows.length > 0 ? (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-muted tabular-nums">
            {countWords(all)}
            {pages > 1 && `, ${first} to ${last}`}
          </p>
          {leftOut > 0 && (
            <Notice kind="info">
              {leftOutWords(leftOut, 'with the most deployments')} Choose a service, a team or a repository for others.
            </Notice>
          )}
          <ServiceList
            full={report.services !== null}
            hrefOf={(service) => `${path}/${encodeURIComponent(service)}${ofService}`}
            leadTimeFrom={settings.leadTimeFrom}
            period={period}
            rows={rows}
            signals={signals}
            sort={sort}
            sortHref={(by) => hrefOf(by, null)}
          />
          <NumberedPager
            after="Next"
            before="Previous"
            page={page}
            pages={pages}
            to={(number) => hrefOf(sort, String(number))}
          />
        </div>
      ) : (
        <EmptyState title="No service matches">
          <ButtonLink href={`${path}${metricQuery(filters, everything)}`}>Clear all filters</ButtonLink>
        </EmptyState>
      )}
    </>
  )
}

function countWords(rows: readonly ServiceRow[]): string {
  const named = rows.filter(({ key }) => key !== null).length
  if (named === 0) return 'Deployments without a service'
  return `${plural(named, 'service')}${named < rows.length ? ' and deployments without one' : ''}`
}

function NoServiceYet({ slug }: { slug: string }) {
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
