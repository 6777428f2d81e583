import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { FilterLine } from '@/components/insights/filter-line'
import { NoReport } from '@/components/insights/no-report'
import { TookTooLong } from '@/components/insights/took-too-long'
import { LockedPart } from '@/components/plan/locked'
import { TeamMultiples } from '@/components/teams/team-multiples'
import { TeamTable } from '@/components/teams/team-table'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListKeys } from '@/components/ui/list-keys'
import { Notice } from '@/components/ui/notice'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { plural, teamsLeftOutText } from '@/lib/core/format'
import { pageOfRows } from '@/lib/core/page-number'
import { inTime } from '@/lib/http/in-time'
import { pageOf, toSearchParams, withParams } from '@/lib/http/search-params'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { everything, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { settingsWords } from '@/lib/insights/reports/settings-words'
import { beforeWords, coverWords } from '@/lib/insights/reports/wording'
import { parseServiceSort } from '@/lib/insights/services/rows'
import { readTeams, type TeamsReport } from '@/lib/insights/teams/read-teams'
import { sortTeams, type TeamSort, teamSorts } from '@/lib/insights/teams/sort-teams'
import { dayOf } from '@/lib/time/days'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Teams' }

export default organizationPage(TeamsPage)

async function TeamsPage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const parsed = parseMetricFilters(query, timeZone, now)
  const filters = { ...parsed.filters, ...everything, environment: parsed.filters.environment }
  const choices = await listFilterChoices(id)
  if (choices.teams.length === 0) {
    return (
      <>
        <PageHeader title="Teams" />
        <NoTeamYet mayName={atLeast(role, 'manager')} slug={slug} />
      </>
    )
  }
  const report = await inTime(readTeams(organization, filters, now))
  const path = `/${slug}/teams`
  return (
    <>
      <PageHeader
        lead={report && report.unknown.length === 0 && [coverWords(report, filters), settingsWords(report)].join(' ')}
        title="Teams"
      />
      <FilterLine
        choices={{ ...choices, services: [], repositories: [], teams: [] }}
        filters={filters}
        given={query}
        leadTimeFrom={report && !report.locked.includes('services') ? report.settings.leadTimeFrom : null}
        path={path}
        problems={parsed.problems}
        today={dayOf(now, timeZone)}
        unknown={report?.unknown ?? []}
      />
      {!report && <TookTooLong />}
      {report && report.unknown.length > 0 && <NoReport href={`${path}${metricQuery(filters, everything)}`} />}
      {report && report.unknown.length === 0 && (
        <Teams
          page={pageOf(query)}
          path={path}
          report={report}
          slug={slug}
          sort={parseServiceSort(query.get('sort'), teamSorts)}
        />
      )}
      <ListKeys />
    </>
  )
}

type TeamsProps = {
  report: TeamsReport
  slug: string
  path: string
  sort: TeamSort
  /** As it stands in the address. */
  page: number
}

function Teams({ report, slug, path, sort, page: requested }: TeamsProps) {
  const { filters, teams, locked, settings, period, previousPeriod } = report
  const full = !locked.includes('services')
  const all = sortTeams(teams.listed, sort)
  const { rows, first, last, page, pages } = pageOfRows(all, requested)
  const hrefInOrder = (by: TeamSort, number: string | null) =>
    `${path}${withParams(metricQuery(filters), { sort: by === 'deployments' ? null : by, page: number })}`
  const hrefOf = (team: string) => `${path}/${encodeURIComponent(team)}${metricQuery(filters)}`
  return (
    <>
      {teams.leftOut > 0 && (
        <Notice kind="info">{teamsLeftOutText(teams.leftOut)}; those with the most deployments are listed.</Notice>
      )}
      <div className="flex flex-col gap-3">
        {pages > 1 && (
          <p className="text-sm text-muted tabular-nums">
            {plural(all.filter(({ key }) => key !== null).length, 'team')}, {first} to {last}
          </p>
        )}
        <TeamTable
          before={beforeWords(filters, period, previousPeriod)}
          full={full}
          hrefOf={hrefOf}
          leadTimeFrom={settings.leadTimeFrom}
          sort={sort}
          sortHref={(by) => hrefInOrder(by, null)}
          teams={rows}
        />
        <NumberedPager
          after="Next"
          before="Previous"
          page={page}
          pages={pages}
          to={(number) => hrefInOrder(sort, String(number))}
        />
      </div>
      {!full && (
        <LockedPart organization={slug}>
          Lead time, change failure rate, recovery and open incidents of each team.
        </LockedPart>
      )}
      <TeamMultiples hrefOf={hrefOf} report={report} />
    </>
  )
}

function NoTeamYet({ slug, mayName }: { slug: string; mayName: boolean }) {
  return (
    <EmptyState title="No team yet">
      <p>
        A team is a name that services share.{' '}
        {mayName
          ? 'Open a service and write its team under Ownership; the team appears here at once.'
          : 'An owner or a manager opens a service and writes its team under Ownership; the team then appears here.'}
      </p>
      <ButtonLink href={`/${slug}/services`}>Services</ButtonLink>
    </EmptyState>
  )
}
