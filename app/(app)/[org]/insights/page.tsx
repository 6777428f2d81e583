import { setTimeout as delay } from 'node:timers/promises'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { organizationSection, readInTurn } from '@/app/organization-page'
import { refusable } from '@/app/refusable'
import { FilterLine } from '@/components/insights/filter-line'
import { NoReport } from '@/components/insights/no-report'
import { TookTooLong } from '@/components/insights/took-too-long'
import { ViewLine } from '@/components/insights/view-line'
import { OpenSignals } from '@/components/risk/open-signals'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Download } from '@/components/ui/icons'
import { ListKeys } from '@/components/ui/list-keys'
import { LoadingLine } from '@/components/ui/loading-line'
import { PageHeader } from '@/components/ui/page-header'
import { Snippet } from '@/components/ui/snippet'
import { pageMember } from '@/lib/accounts/auth/page-member'
import type { Member } from '@/lib/accounts/auth/require-member'
import { atLeast } from '@/lib/accounts/members/roles'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { baseUrl } from '@/lib/core/base-url'
import { findExample } from '@/lib/deployments/find-example'
import { curl } from '@/lib/deployments/snippets/curl'
import { inTime } from '@/lib/http/in-time'
import { toSearchParams, withParams } from '@/lib/http/search-params'
import { defaultPreset } from '@/lib/insights/reports/chosen-days'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { everything, type MetricFilters, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { listWaiting } from '@/lib/insights/reports/list-waiting'
import { readReportHead } from '@/lib/insights/reports/read-head'
import { readReport } from '@/lib/insights/reports/read-report'
import { settingsWords } from '@/lib/insights/reports/settings-words'
import { coverWords, narrowedWords } from '@/lib/insights/reports/wording'
import { numbersOfService } from '@/lib/insights/services/numbers'
import { parseServiceSort } from '@/lib/insights/services/rows'
import { countOpenSignals } from '@/lib/risk/list'
import { calendarTitle } from '@/lib/time/calendar-period'
import { dayOf } from '@/lib/time/days'
import { inOnePiece } from '@/lib/web/in-one-piece'
import { runBeginning } from '@/lib/web/run-report'
import { SetUpChecklist } from '../set-up-checklist'
import { saveMyView } from './actions'
import { ReportView } from './report-view'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Insights' }

export default refusable(InsightsPage)

/** A report that is not read by then follows what is known without it. */
const beginAfterMs = 100

async function InsightsPage({ params, searchParams }: Props) {
  const member = await pageMember(params)
  const { organization, role } = member
  const { id, slug, timeZone } = organization
  const query = toSearchParams(await searchParams)
  const now = new Date()
  const { filters, problems } = parseMetricFilters(query, timeZone, now)
  const reading = readInTurn(member, () => readInsights(organization, filters, now))
  // It may fail after the page has ended without it.
  reading.catch(() => undefined)
  const early = await (query.has(inOnePiece) ? reading : Promise.race([reading, delay(beginAfterMs, null)]))
  const { head, filterChoices, signals } = await runBeginning(member, async () => ({
    head: early?.report ?? (await readReportHead(organization, filters, now)),
    filterChoices: await listFilterChoices(id),
    signals: mayUse(organization, 'signals', now) ? await countOpenSignals(id, now) : null,
  }))
  const path = `/${slug}/insights`
  if (head.dataFrom === null) {
    return (
      <>
        <PageHeader title="Insights" />
        {atLeast(role, 'manager') && <SetUpChecklist organization={organization} />}
        <NoProduction organization={organization} role={role} />
      </>
    )
  }
  const isKnown = head.unknown.length === 0
  const view = { organization, order: parseServiceSort(query.get('sort'), numbersOfService) }
  return (
    <>
      <PageHeader
        actions={isKnown && <Actions filters={filters} organization={slug} />}
        lead={
          isKnown && [coverWords(head, filters), settingsWords(head), narrowedWords(filters)].filter(Boolean).join(' ')
        }
        title="Insights"
      />
      <FilterLine
        choices={filterChoices}
        filters={filters}
        given={query}
        leadTimeFrom={head.locked.includes('leadTime') ? null : head.settings.leadTimeFrom}
        path={path}
        problems={problems}
        today={dayOf(now, organization.timeZone)}
        unknown={head.unknown}
      />
      <ViewLine filters={filters} organization={slug} path={path} save={saveMyView} view={member.view} />
      {signals && <OpenSignals organization={slug} {...signals} />}
      {!isKnown && <NoReport href={`${path}${metricQuery(filters, everything)}`} />}
      {isKnown && early && <Insights {...early} {...view} />}
      {isKnown && !early && (
        <Suspense fallback={<NotYet query={query} />}>
          <LateInsights reading={reading} {...view} />
        </Suspense>
      )}
      <ListKeys />
    </>
  )
}

async function readInsights(organization: Organization, filters: MetricFilters, now: Date) {
  const report = await inTime(readReport(organization, filters, now))
  const waiting = report?.unknown.length === 0 ? await listWaiting(organization.id, filters) : []
  return { report, waiting }
}

type Reading = Awaited<ReturnType<typeof readInsights>>
type View = Pick<Parameters<typeof ReportView>[0], 'organization' | 'order'>

function Insights({ report, ...rest }: Reading & View) {
  return report ? <ReportView report={report} {...rest} /> : <TookTooLong />
}

const LateInsights = refusable(async ({ reading, ...view }: View & { reading: Promise<Reading> }) => (
  <Insights {...(await reading)} {...view} />
))

/** In the place of a report that is being read. Without JavaScript the page is loaded again, in one piece. */
function NotYet({ query }: { query: URLSearchParams }) {
  const again = new URLSearchParams([...query, [inOnePiece, '1']])
  return (
    <>
      <p className="text-sm text-muted">Reading the deployments of these days.</p>
      <LoadingLine />
      <noscript>
        <meta content={`0; url=?${again}`} httpEquiv="refresh" />
      </noscript>
    </>
  )
}

function Actions({ organization, filters }: { organization: string; filters: MetricFilters }) {
  const path = `/${organization}/insights`
  const { calendar, ...subject } = filters
  const kind = calendar?.kind ?? 'week'
  return (
    <>
      <ButtonLink className="max-sm:-ml-3.5" href={`/${organization}/wall${metricQuery(filters)}`} look="quiet">
        Wall
      </ButtonLink>
      <ButtonLink
        href={`${path}/${kind}${withParams(metricQuery({ ...subject, preset: defaultPreset }), { [kind]: calendar?.name ?? null })}`}
        look="quiet"
      >
        {calendar ? calendarTitle(calendar) : 'Week'}
      </ButtonLink>
      <a className={buttonClass()} download href={`${path}/deployment-frequency/csv${metricQuery(filters)}`}>
        <Download />
        Deployments as CSV
      </a>
    </>
  )
}

/** No deployment to production was ever recorded: how the first one gets here. */
const NoProduction = organizationSection(readNoProduction)

async function readNoProduction({ organization, role }: Pick<Member, 'organization' | 'role'>) {
  const { service } = await findExample(organization.id)
  const { text, file } = curl({ baseUrl: baseUrl(), service })
  const settings = `/${organization.slug}/settings/deployments`
  return (
    <EmptyState title="No deployment to production yet">
      <p>
        Every number on this page is made of deployments to {organization.productionNames.join(', ')}. A pipeline
        reports each with one request.{' '}
        {atLeast(role, 'manager') ? 'Generate an API key' : 'Get an API key from an owner or a manager'}, put it into
        this command and run it in a clone of what you deploy.
      </p>
      {atLeast(role, 'manager') && (
        <ButtonLink href={settings} look="primary">
          Generate API key
        </ButtonLink>
      )}
      <div className="w-full min-w-0 text-ink">
        <Snippet label={file} text={text} />
      </div>
      <p>
        Is production called something else?{' '}
        <a className="underline underline-offset-4 hover:text-ink" href={settings}>
          Say how under Settings &gt; Deployments
        </a>
        .
      </p>
    </EmptyState>
  )
}
