import { organizationSection } from '@/app/organization-page'
import { filterNames } from '@/components/insights/filter-line'
import { NoReport } from '@/components/insights/no-report'
import { Waiting } from '@/components/insights/waiting'
import { PeriodPager } from '@/components/period-report/period-pager'
import { SignalRows } from '@/components/period-report/signal-rows'
import { FilterProblems } from '@/components/ui/filter-problems'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { UnknownNames } from '@/components/ui/unknown-names'
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
import { coverWords, daysText, unknownWords } from '@/lib/insights/reports/wording'
import { listSignalsOfPeriod } from '@/lib/risk/list'
import {
  addPeriods,
  type CalendarKind,
  type CalendarPeriod,
  calendarPeriodOf,
  calendarTitle,
  parseCalendarPeriod,
} from '@/lib/time/calendar-period'
import { dayOf } from '@/lib/time/days'
import { PeriodReport } from './period-report'

type Query = Record<string, string | string[] | undefined>
export type PeriodPageProps = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

/** The page of a week, a month or a quarter, which prints on two sheets; `?week=2026-W47` names one. */
export async function readPeriodPage(kind: CalendarKind, { params, searchParams }: PeriodPageProps) {
  const { organization } = await pageMember(params)
  const { id, slug, name, timeZone } = organization
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const { calendar, next, latest, problem } = chosenPeriod(kind, query.get(kind), now, timeZone)
  const { filters: subject, problems } = parseMetricFilters(reportQuery(query, calendar), timeZone, now)
  const report = await inTime(readReport(organization, subject, now))
  const unknown = report?.unknown ?? []
  const isKnown = unknown.length === 0
  const waiting = latest && report && isKnown ? await listWaiting(id, subject) : []
  const path = `/${slug}/insights/${kind}`
  const linkTo = (to: CalendarPeriod) => ({
    kind,
    name: kind === 'week' ? to.name : calendarTitle(to),
    days: daysText(to.firstDay, to.lastDay),
    href: `${path}${periodQuery(query, kind, to.name)}`,
  })
  const { service, team, repository, environment } = subject
  const narrowed = [service, team, repository, environment].filter((text) => text !== null)
  const title = kind === 'week' ? `week ${calendar.name}` : calendarTitle(calendar)
  return (
    <>
      {problem && (
        <div className="print:hidden">
          <Notice kind="refused">{problem}</Notice>
        </div>
      )}
      <PageHeader
        actions={<PeriodPager next={next && linkTo(next)} previous={linkTo(addPeriods(calendar, -1))} />}
        lead={[
          `${[name, ...narrowed].join(' · ')}, ${title}${subject.lastDay < calendar.lastDay ? ', not over yet' : ''}.`,
          report ? coverWords(report, subject) : `Days in ${timeZone}.`,
          report && isKnown && settingsWords(report),
        ]
          .filter(Boolean)
          .join(' ')}
        title={kind === 'week' ? daysText(calendar.firstDay, calendar.lastDay) : title}
      />
      <FilterProblems names={filterNames} problems={problems} />
      <UnknownNames names={unknownWords(subject, unknown)} />
      {!isKnown && (
        <NoReport href={`${path}${periodQuery(query, kind, calendar.name, [...dayNames, ...subjectNames])}`} />
      )}
      {report && isKnown && <PeriodReport calendar={calendar} organization={organization} report={report} />}
      {!report && <Notice kind="refused">It took too long to read. Reload the page to try again.</Notice>}
      {report && isKnown && <PeriodSignals latest={latest} organization={organization} report={report} />}
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
        {periodQuery(query, kind, calendar.name)}
      </p>
    </>
  )
}

const dayNames: readonly MetricFilterName[] = ['range', 'period', 'from', 'to']

function periodQuery(query: URLSearchParams, kind: CalendarKind, name: string, without = dayNames): string {
  const params = new URLSearchParams(query)
  for (const other of without) params.delete(other)
  params.set(kind, name)
  return `?${params}`
}

/** What the same report is called as one of Insights. */
function reportQuery(query: URLSearchParams, { kind, name }: CalendarPeriod): URLSearchParams {
  const params = new URLSearchParams(query)
  for (const other of dayNames) params.delete(other)
  params.delete(kind)
  params.set('period', name)
  return params
}

type ChosenPeriod = {
  calendar: CalendarPeriod
  /** Null for the one that goes on. */
  next: CalendarPeriod | null
  /** Whether it is the one that goes on, or the one before. */
  latest: boolean
  /** What cannot be shown of the requested one, as a sentence. */
  problem: string | null
}

/** The week, month or quarter that an address names; the last whole one unless it names one. */
function chosenPeriod(kind: CalendarKind, requested: string | null, now: Date, timeZone: string): ChosenPeriod {
  const current = calendarPeriodOf(kind, dayOf(now, timeZone))
  const last = addPeriods(current, -1)
  const named = requested === null ? last : parseCalendarPeriod(requested)
  const given = named?.kind === kind ? named : null
  const calendar = given && given.firstDay <= current.firstDay ? given : last
  return {
    calendar,
    next: calendar.firstDay < current.firstDay ? addPeriods(calendar, 1) : null,
    latest: calendar.firstDay >= last.firstDay,
    problem: calendar === given ? null : problemOf(kind, given, last),
  }
}

const examples: Record<CalendarKind, string> = { week: '2026-W47', month: '2026-11', quarter: '2026-Q4' }

function problemOf(kind: CalendarKind, given: CalendarPeriod | null, last: CalendarPeriod): string {
  const why = given
    ? `${given.name} has not begun.`
    : `There is no such ${kind}; a ${kind} is named like ${examples[kind]}.`
  return `${why} This is the last whole one, ${last.name}.`
}

type SignalsProps = { organization: Organization; report: MetricsReport; latest: boolean }

/**
 * The risk signals of a period; nothing where there are none, or the plan does not include them. `latest` for the last
 * whole one and the one that goes on: what is open now is a matter of these.
 */
const PeriodSignals = organizationSection(readPeriodSignals)

async function readPeriodSignals({ organization, report: { filters, period }, latest }: SignalsProps) {
  if (!mayUse(organization, 'signals', period.now)) return null
  const signals = await listSignalsOfPeriod(organization.id, filters, period, latest)
  if (signals.listed.length === 0) return null
  return (
    <Section
      id="signals"
      lead={latest ? 'New in this period, and all that are open now.' : 'New in this period.'}
      title="Risk signals"
    >
      <SignalRows now={period.now} organization={organization.slug} signals={signals} timeZone={period.timeZone} />
    </Section>
  )
}
