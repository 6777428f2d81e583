import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import type { ComponentProps } from 'react'
import { organizationPage } from '@/app/organization-page'
import { HistoryKeys } from '@/components/deployments/history-keys'
import { FilterLine } from '@/components/insights/filter-line'
import { LockedPart } from '@/components/insights/locked'
import { NoReport } from '@/components/insights/no-report'
import { RowsMade } from '@/components/insights/rows-made'
import { RowsNumber } from '@/components/insights/rows-number'
import { TookTooLong } from '@/components/insights/took-too-long'
import { buttonClass } from '@/components/ui/button'
import { FilterProblems } from '@/components/ui/filter-problems'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { orNotFound, pageMember } from '@/lib/auth/page-member'
import { inTime } from '@/lib/in-time'
import { definitionOf, titleOf } from '@/lib/metrics/definitions'
import { settingsOf } from '@/lib/metrics/settings'
import { listFilterChoices } from '@/lib/reports/filter-choices'
import { everything, metricQuery, parseMetricFilters } from '@/lib/reports/filters'
import { findMetric, includesMetric } from '@/lib/reports/rows/find-metric'
import { narrowedWords } from '@/lib/reports/rows/in-words'
import { readRows } from '@/lib/reports/rows/read-rows'
import { parseSelection } from '@/lib/reports/rows/selection'
import { coverWords } from '@/lib/reports/wording'
import { pageOf, toSearchParams, withParams } from '@/lib/search-params'
import { Rows } from './rows'

type Params = Promise<{ org: string; metric: string }>
type Props = { params: Params; searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await pageMember(params)
  return { title: titleOf(await metricOf(params)) }
}

export default organizationPage(MetricPage)

async function MetricPage({ params, searchParams }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug: org, timeZone } = organization
  const slug = await metricOf(params)
  const query = toSearchParams(await searchParams)
  const now = new Date()
  const { filters, problems } = parseMetricFilters(query, timeZone, now)
  const { selection, problems: selectionProblems } = parseSelection(query, slug)
  const settings = settingsOf(organization, filters.leadTime)
  const path = `/${org}/insights/${slug}`
  const { title, definition } = definitionOf(slug, settings.leadTimeFrom)
  const insights = `/${org}/insights${metricQuery(filters)}`
  if (!includesMetric(organization, slug, now)) {
    return (
      <>
        <Header insights={insights} title={title} />
        <LockedPart organization={org}>{definition}</LockedPart>
      </>
    )
  }
  const page = await inTime(readRows(organization, slug, filters, now, pageOf(query), selection))
  const filterChoices = await listFilterChoices(id)
  const filterLine = (
    <>
      <FilterLine
        choices={filterChoices}
        filters={filters}
        given={new URLSearchParams(withParams(query.toString(), selection))}
        leadTimeFrom={slug === 'lead-time' ? settings.leadTimeFrom : null}
        path={path}
        problems={problems}
        unknown={page?.unknown ?? []}
      />
      <FilterProblems names={selectionNames} problems={selectionProblems} />
    </>
  )
  if (!page) {
    return (
      <>
        <Header insights={insights} title={title} />
        {filterLine}
        <TookTooLong />
      </>
    )
  }
  if (page.unknown.length > 0) {
    return (
      <>
        <Header insights={insights} title={title} />
        {filterLine}
        <NoReport href={`${path}${metricQuery(filters, everything)}`} />
      </>
    )
  }
  const { firstDay, lastDay } = page.previousPeriod
  return (
    <>
      <Header
        actions={
          <a className={buttonClass()} download href={`${path}/csv${metricQuery(filters)}`}>
            <Download aria-hidden="true" className="size-4" /> Download CSV
          </a>
        }
        insights={insights}
        lead={[coverWords(page), narrowedWords(filters)].filter(Boolean).join(' ')}
        title={title}
      />
      {filterLine}
      <RowsNumber
        figure={page.figure}
        previousHref={`${path}${withParams(metricQuery(filters, { firstDay, lastDay }), selection)}`}
        previousPeriod={page.previousPeriod}
        title={title}
      />
      <Section id="made" title="How this number was made">
        <RowsMade made={page} organization={org} settings={settings} slug={slug} />
      </Section>
      <Rows filters={filters} organization={organization} page={page} path={path} slug={slug} />
      <HistoryKeys />
    </>
  )
}

const selectionNames = { only: 'The choice of rows', sort: 'The order of rows' }

/** The head of the page under the way back to `insights`. */
function Header({ insights, ...header }: ComponentProps<typeof PageHeader> & { insights: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Link className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline" href={insights}>
        Insights
      </Link>
      <PageHeader {...header} />
    </div>
  )
}

async function metricOf(params: Params) {
  const { metric } = await params
  return orNotFound((async () => findMetric(metric))())
}
