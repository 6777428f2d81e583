import { notFound } from 'next/navigation'
import { cache } from 'react'
import { organizationMetadata, organizationPage, organizationSection } from '@/app/organization-page'
import { FilterLine } from '@/components/insights/filter-line'
import { MetricCards } from '@/components/insights/metric-cards'
import { NoReport } from '@/components/insights/no-report'
import { TookTooLong } from '@/components/insights/took-too-long'
import { Trends } from '@/components/insights/trends'
import { PeriodIncidents } from '@/components/period-report/period-incidents'
import { ShippedList } from '@/components/period-report/shipped-list'
import { LockedPart } from '@/components/plan/locked'
import { ServiceList } from '@/components/services/service-list'
import { ShippedCounts } from '@/components/teams/shipped-counts'
import { TeamMultiples } from '@/components/teams/team-multiples'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ListKeys } from '@/components/ui/list-keys'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { plural } from '@/lib/core/format'
import { inTime } from '@/lib/http/in-time'
import { toSearchParams } from '@/lib/http/search-params'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { everything, type MetricFilters, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { findMarked } from '@/lib/insights/reports/find-marked'
import { readReport } from '@/lib/insights/reports/read-report'
import { readShipped } from '@/lib/insights/reports/read-shipped'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { settingsWords } from '@/lib/insights/reports/settings-words'
import { beforeWords, coverWords } from '@/lib/insights/reports/wording'
import { readServices } from '@/lib/insights/services/read-services'
import { sortServices, toServiceRows } from '@/lib/insights/services/rows'
import { findTeam } from '@/lib/insights/teams/find'
import { readTeams } from '@/lib/insights/teams/read-teams'
import { countSignalsByService } from '@/lib/risk/list'
import { dayOf } from '@/lib/time/days'
import { isOver } from '@/lib/time/period'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string; team: string }>; searchParams: Promise<Query> }

const maxServices = 20
const maxShipped = { services: 6, ofEach: 4 }

const load = cache((organizationId: number, name: string) => orNotFound(findTeam(organizationId, name)))

export const generateMetadata = organizationMetadata(async ({ params }: Props) => {
  const { organization } = await pageMember(params)
  const { name } = await load(organization.id, nameIn((await params).team))
  return { title: name }
})

export default organizationPage(TeamPage)

async function TeamPage({ params, searchParams }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const team = await load(id, nameIn((await params).team))
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const parsed = parseMetricFilters(query, timeZone, now)
  const filters = { ...parsed.filters, ...everything, environment: parsed.filters.environment, team: team.name }
  const report = await inTime(readReport(organization, filters, now))
  const choices = await listFilterChoices(id)
  const isKnown = report?.unknown.length === 0
  const path = `/${slug}/teams/${encodeURIComponent(team.name)}`
  const ofAll = metricQuery(filters, { team: null })
  return (
    <>
      <div className="flex flex-col gap-4">
        <Link
          className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          href={`/${slug}/teams${ofAll}`}
        >
          Teams
        </Link>
        <PageHeader
          actions={<ButtonLink href={`/${slug}/insights${metricQuery(filters)}`}>Insights of this team</ButtonLink>}
          lead={isKnown && [coverWords(report, filters), settingsWords(report)].join(' ')}
          title={team.name}
        />
      </div>
      <FilterLine
        choices={{ ...choices, services: [], repositories: [], teams: [] }}
        filters={{ ...filters, team: null }}
        given={query}
        leadTimeFrom={report?.leadTime?.from ?? null}
        path={path}
        problems={parsed.problems}
        today={dayOf(now, timeZone)}
        unknown={report?.unknown ?? []}
      />
      {!report && <TookTooLong />}
      {report && !isKnown && <NoReport href={`${path}${metricQuery(filters, everything)}`} />}
      {report && isKnown && <TeamReport now={now} organization={organization} report={report} team={team.name} />}
      <ListKeys />
    </>
  )
}

type ReportProps = { organization: Organization; report: MetricsReport; team: string; now: Date }

/** What a team shipped, its numbers, what it broke, its services and the other teams. */
const TeamReport = organizationSection(readTeamReport)

async function readTeamReport({ organization, report, team, now }: ReportProps) {
  const { id, slug } = organization
  const { filters, period, previousPeriod, leadTime, recoveryTime, settings } = report
  // One after the other: each takes two connections.
  const teams = await inTime(readTeams(organization, { ...filters, team: null }, now))
  const shipped = leadTime && (await inTime(readShipped(organization, filters, now, maxShipped)))
  const services = await inTime(readServices(id, report))
  const annotations = await findMarked(id, filters, period)
  const signals =
    mayUse(organization, 'signals', now) && !isOver(period) ? await countSignalsByService(id, now) : new Map()
  const own = teams?.teams.listed.find(({ name }) => name === team)
  const query = metricQuery(filters)
  const rows = services && sortServices(toServiceRows(report, services).listed, 'deployments')
  return (
    <>
      <Section id="shipped" title="Shipped">
        {own && (
          <ShippedCounts
            before={beforeWords(filters, period, previousPeriod)}
            hrefs={{
              deployments: `/${slug}/insights/deployment-frequency${query}#rows`,
              pullRequests: leadTime ? `/${slug}/insights/lead-time${query}#rows` : null,
            }}
            {...own}
          />
        )}
        {shipped && leadTime && (
          <ShippedList
            allHref={(service) => `/${slug}/insights/lead-time${metricQuery(filters, { service })}`}
            leadTime={leadTime}
            organization={slug}
            shipped={shipped}
          />
        )}
        {(!teams || (leadTime && !shipped)) && <TookTooLong />}
      </Section>
      <Section id="numbers" title="Numbers">
        <MetricCards organization={slug} report={report} />
      </Section>
      <Section id="incidents" title="Incidents">
        {recoveryTime ? (
          <PeriodIncidents organization={slug} period={period} recoveryTime={recoveryTime} />
        ) : (
          <LockedPart organization={slug}>What failed, and how long it took until the next success.</LockedPart>
        )}
      </Section>
      <Section
        actions={<ButtonLink href={`/${slug}/services${query}`}>All services of the team</ButtonLink>}
        id="services"
        lead={
          rows &&
          rows.length > maxServices &&
          `The ${maxServices} with the most deployments of ${plural(rows.length, 'service')}.`
        }
        title="Services"
      >
        {rows ? (
          <ServiceList
            full={report.services !== null}
            hrefOf={(service) =>
              `/${slug}/services/${encodeURIComponent(service)}${metricQuery(filters, { team: null })}`
            }
            leadTimeFrom={settings.leadTimeFrom}
            period={period}
            rows={rows.slice(0, maxServices)}
            signals={signals}
            sort="deployments"
            sortHref={(by) => servicesSorted(slug, filters, by)}
          />
        ) : (
          <TookTooLong />
        )}
      </Section>
      {teams && teams.teams.listed.length > 1 && (
        <Section id="teams-beside" title="Next to the other teams">
          <TeamMultiples
            first={team}
            hrefOf={(name) => `/${slug}/teams/${encodeURIComponent(name)}${metricQuery(filters, { team: null })}`}
            report={teams}
          />
        </Section>
      )}
      <Section id="trends" title="Trends">
        <Trends annotations={annotations} organization={slug} report={report} />
      </Section>
    </>
  )
}

/** Sorted, all services of the team are on their own page. */
function servicesSorted(slug: string, filters: MetricFilters, by: string): string {
  const params = new URLSearchParams(metricQuery(filters))
  params.set('sort', by)
  return `/${slug}/services?${params}`
}

/** The name as it stands in an address; not found when it cannot be read. */
function nameIn(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return notFound()
  }
}
