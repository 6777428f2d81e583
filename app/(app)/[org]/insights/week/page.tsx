import type { Metadata } from 'next'
import { organizationPage, organizationSection } from '@/app/organization-page'
import { filterNames } from '@/components/insights/filter-line'
import { NoReport } from '@/components/insights/no-report'
import { Waiting } from '@/components/insights/waiting'
import { FilterProblems } from '@/components/ui/filter-problems'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { UnknownNames } from '@/components/ui/unknown-names'
import { SignalRows } from '@/components/week/signal-rows'
import { WeekLinks } from '@/components/week/week-links'
import { pageMember } from '@/lib/accounts/auth/page-member'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { baseUrl } from '@/lib/core/base-url'
import { formatExact } from '@/lib/core/format'
import { inTime } from '@/lib/http/in-time'
import { toSearchParams } from '@/lib/http/search-params'
import { type MetricFilterName, parseMetricFilters, subjectNames } from '@/lib/insights/reports/filters'
import { listWaiting } from '@/lib/insights/reports/list-waiting'
import { readReport } from '@/lib/insights/reports/read-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { settingsWords } from '@/lib/insights/reports/settings-words'
import { daysText, unknownWords } from '@/lib/insights/reports/wording'
import { listSignalsOfPeriod } from '@/lib/risk/list'
import { dayOf } from '@/lib/time/days'
import { addWeeks, type IsoWeek, isoWeekOf, parseIsoWeek } from '@/lib/time/iso-week'
import { WeekReport } from './week-report'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Week' }

export default organizationPage(WeekPage)

async function WeekPage({ params, searchParams }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug, name, timeZone } = organization
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const { week, previous, next, latest, problem } = chosenWeek(query.get('week'), now, timeZone)
  const { firstDay, lastDay } = week
  const today = dayOf(now, timeZone)
  const isOver = lastDay < today
  const { filters: subject, problems } = parseMetricFilters(query, timeZone, now)
  const filters = { ...subject, firstDay, lastDay: isOver ? lastDay : today, preset: null }
  const report = await inTime(readReport(organization, filters, now))
  const unknown = report?.unknown ?? []
  const isKnown = unknown.length === 0
  const waiting = latest && report && isKnown ? await listWaiting(id, filters) : []
  const path = `/${slug}/insights/week`
  const linkTo = (name: string) => ({ name, href: `${path}${weekQuery(query, name)}` })
  const { service, team, repository, environment } = filters
  const before = report && daysText(report.previousPeriod.firstDay, report.previousPeriod.lastDay)
  const narrowed = [service, team, repository, environment].filter((text) => text !== null)
  return (
    <>
      {problem && (
        <div className="print:hidden">
          <Notice kind="refused">{problem}</Notice>
        </div>
      )}
      <PageHeader
        actions={<WeekLinks next={next && linkTo(next.name)} previous={linkTo(previous.name)} />}
        lead={[
          `${[name, ...narrowed].join(' · ')}, week ${week.name}${isOver ? '' : ', not over yet'}.`,
          `Days in ${timeZone}${before ? `, against ${before}` : ''}.`,
          report && isKnown && settingsWords(report),
        ]
          .filter(Boolean)
          .join(' ')}
        title={daysText(firstDay, lastDay)}
      />
      <FilterProblems names={filterNames} problems={problems.filter(({ name }) => !dayNames.includes(name))} />
      <UnknownNames names={unknownWords(filters, unknown)} />
      {!isKnown && <NoReport href={`${path}${weekQuery(query, week.name, [...dayNames, ...subjectNames])}`} />}
      {report && isKnown && <WeekReport organization={organization} report={report} week={week} />}
      {!report && <Notice kind="refused">This week took too long to read. Reload the page to try again.</Notice>}
      {report && isKnown && <WeekSignals latest={latest} organization={organization} report={report} />}
      {latest && report && isKnown && (
        <Section
          id="waiting"
          lead={`The oldest merge of each service and how long it waits, as of ${formatExact(now, timeZone)}.`}
          title="Merged, not deployed"
        >
          <Waiting groups={waiting} organization={slug} />
        </Section>
      )}
      <p className="hidden text-xs text-muted print:block">
        Made by Leadline on {formatExact(now, timeZone)}: {baseUrl()}
        {path}
        {weekQuery(query, week.name)}
      </p>
    </>
  )
}

const dayNames: readonly MetricFilterName[] = ['range', 'from', 'to']

function weekQuery(query: URLSearchParams, week: string, without = dayNames): string {
  const params = new URLSearchParams(query)
  for (const name of without) params.delete(name)
  params.set('week', week)
  return `?${params}`
}

type ChosenWeek = {
  week: IsoWeek
  previous: IsoWeek
  /** Null for the week that goes on. */
  next: IsoWeek | null
  /** Whether it is the week that goes on, or the one before. */
  latest: boolean
  /** What cannot be shown of the requested week, as a sentence. */
  problem: string | null
}

/** The week that an address names; the last whole one unless it names one. */
function chosenWeek(requested: string | null, now: Date, timeZone: string): ChosenWeek {
  const current = isoWeekOf(dayOf(now, timeZone))
  const last = addWeeks(current, -1)
  const given = requested === null ? last : parseIsoWeek(requested)
  const week = given && given.firstDay <= current.firstDay ? given : last
  return {
    week,
    previous: addWeeks(week, -1),
    next: week.firstDay < current.firstDay ? addWeeks(week, 1) : null,
    latest: week.firstDay >= last.firstDay,
    problem: week === given ? null : problemOf(given, last),
  }
}

function problemOf(given: IsoWeek | null, last: IsoWeek): string {
  const why = given ? `Week ${given.name} has not begun.` : 'There is no such week; a week is named like 2026-W47.'
  return `${why} This is the last whole one, ${last.name}.`
}

/** `latest` for the last whole week and the one that goes on: what is open now is a matter of these. */
type WeekSignalsProps = { organization: Organization; report: MetricsReport; latest: boolean }

/** The risk signals of a week; nothing where there are none, or the plan does not include them. */
const WeekSignals = organizationSection(readWeekSignals)

async function readWeekSignals({ organization, report: { filters, period }, latest }: WeekSignalsProps) {
  if (!mayUse(organization, 'signals', period.now)) return null
  const signals = await listSignalsOfPeriod(organization.id, filters, period, latest)
  if (signals.listed.length === 0) return null
  return (
    <Section
      id="signals"
      lead={latest ? 'New this week, and all that are open now.' : 'New this week.'}
      title="Risk signals"
    >
      <SignalRows now={period.now} organization={organization.slug} signals={signals} timeZone={period.timeZone} />
    </Section>
  )
}
