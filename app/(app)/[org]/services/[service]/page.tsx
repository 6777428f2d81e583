import { notFound } from 'next/navigation'
import { cache } from 'react'
import { organizationMetadata, organizationPage } from '@/app/organization-page'
import { HistoryTable } from '@/components/deployments/history-table'
import { FilterLine } from '@/components/insights/filter-line'
import { MetricCards } from '@/components/insights/metric-cards'
import { NoReport } from '@/components/insights/no-report'
import { TookTooLong } from '@/components/insights/took-too-long'
import { Trends } from '@/components/insights/trends'
import { UndeployedGroup } from '@/components/pull-requests/undeployed-group'
import { SignalList } from '@/components/risk/signal-list'
import { TeamForm } from '@/components/services/team-form'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ListKeys } from '@/components/ui/list-keys'
import { Section } from '@/components/ui/section'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { plural } from '@/lib/core/format'
import { historyQuery } from '@/lib/deployments/filters'
import { inTime } from '@/lib/http/in-time'
import { toSearchParams } from '@/lib/http/search-params'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { everything, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { findMarked } from '@/lib/insights/reports/find-marked'
import { readReport } from '@/lib/insights/reports/read-report'
import { findService } from '@/lib/insights/services/find'
import { listLatestDeployments } from '@/lib/insights/services/list-latest'
import { listUndeployed } from '@/lib/pull-requests/list-undeployed'
import { listSignalsOfService } from '@/lib/risk/list'
import { dayOf, groupByDay, titleOfDay } from '@/lib/time/days'
import { saveSignalState } from '../../risk/actions'
import { saveTeam } from './actions'
import { ServiceHead } from './service-head'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string; service: string }>; searchParams: Promise<Query> }

const maxDeployments = 5

/** So many repositories are shown what is merged in them and not deployed. */
const maxWaiting = 6

const load = cache((organizationId: number, name: string) => orNotFound(findService(organizationId, name)))

export const generateMetadata = organizationMetadata(async ({ params }: Props) => {
  const { organization } = await pageMember(params)
  const { name } = await load(organization.id, nameIn((await params).service))
  return { title: name }
})

export default organizationPage(ServicePage)

async function ServicePage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const service = await load(id, nameIn((await params).service))
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const parsed = parseMetricFilters(query, timeZone, now)
  const filters = { ...parsed.filters, service: service.key, team: null, repository: null }
  const report = await inTime(readReport(organization, filters, now))
  const latest = await listLatestDeployments(id, { spellings: service.spellings }, maxDeployments)
  const [{ listed: waiting }, filterChoices] = await Promise.all([
    listUndeployed(id, { service: service.key }),
    listFilterChoices(id),
  ])
  const [annotations, signals] = await Promise.all([
    report ? findMarked(id, filters, report.period) : [],
    mayUse(organization, 'signals', now) ? listSignalsOfService(id, service.key, now) : [],
  ])
  const deployed = service.last !== null
  const isKnown = report?.unknown.length === 0
  const path = `/${slug}/services/${encodeURIComponent(service.key)}`
  const place = { organization: slug, timeZone, now }
  const today = dayOf(now, timeZone)
  const days = groupByDay(latest, timeZone).map((day) => ({ ...day, title: titleOfDay(day.day, today) }))
  return (
    <>
      <ServiceHead report={report} service={service} {...place} />
      {deployed ? (
        <FilterLine
          choices={{ ...filterChoices, services: [], repositories: [], teams: [] }}
          filters={{ ...filters, service: null }}
          given={query}
          leadTimeFrom={report?.leadTime?.from ?? null}
          path={path}
          problems={parsed.problems}
          today={dayOf(now, organization.timeZone)}
          unknown={report?.unknown ?? []}
        />
      ) : (
        <p className="text-sm text-muted">Metrics count deployments to production; it has had none yet.</p>
      )}
      {signals.length > 0 && (
        <Section id="signals" title="Risk signals">
          <SignalList action={saveSignalState} signals={signals} {...place} />
        </Section>
      )}
      {deployed && !report && <TookTooLong />}
      {deployed &&
        report &&
        (isKnown ? (
          <MetricCards organization={slug} report={report} />
        ) : (
          <NoReport href={`${path}${metricQuery(filters, everything)}`} />
        ))}
      <Section
        actions={
          <ButtonLink href={`/${slug}/deployments${historyQuery({ service: service.name })}`}>
            All deployments
          </ButtonLink>
        }
        id="deployments"
        title="Latest deployments"
      >
        <HistoryTable days={days} {...place} />
      </Section>
      {deployed && report && isKnown && (
        <Section id="trends" title="Trends">
          <Trends annotations={annotations} organization={slug} report={report} />
        </Section>
      )}
      {waiting.slice(0, maxWaiting).map((group) => (
        <UndeployedGroup
          group={group}
          id={`waiting-${group.repository}`}
          key={group.repository}
          longestSeconds={waiting[0]?.pullRequests[0]?.ageSeconds ?? 0}
          max={5}
          title="Merged, not deployed"
          {...place}
        />
      ))}
      {waiting.length > maxWaiting && (
        <Link
          className="self-start text-sm underline underline-offset-4 hover:text-muted"
          href={`/${slug}/pull-requests/undeployed`}
          prefetch={false}
        >
          {plural(waiting.length - maxWaiting, 'more repository', 'more repositories')}
        </Link>
      )}
      {atLeast(role, 'manager') && (
        <Section id="ownership" title="Ownership">
          <TeamForm
            action={saveTeam}
            organization={slug}
            service={service.key}
            team={service.team}
            teams={filterChoices.teams.map(({ value }) => value)}
            teamsLeftOut={filterChoices.teamsLeftOut}
          />
        </Section>
      )}
      <ListKeys />
    </>
  )
}

/** The name as it stands in an address; not found when it cannot be read. */
function nameIn(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return notFound()
  }
}
