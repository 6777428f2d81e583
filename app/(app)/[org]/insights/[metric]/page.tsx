import type { Metadata } from 'next'
import type { ComponentProps } from 'react'
import { organizationPage } from '@/app/organization-page'
import { TrendChart } from '@/components/charts/trend-chart'
import { FilterLine } from '@/components/insights/filter-line'
import { NoReport } from '@/components/insights/no-report'
import { Provenance } from '@/components/insights/provenance'
import { RowsNumber } from '@/components/insights/rows-number'
import { TookTooLong } from '@/components/insights/took-too-long'
import { WhatChanged } from '@/components/insights/what-changed'
import { LockedPart } from '@/components/plan/locked'
import { buttonClass } from '@/components/ui/button'
import { FilterProblems } from '@/components/ui/filter-problems'
import { Download } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { ListKeys } from '@/components/ui/list-keys'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { inTime } from '@/lib/http/in-time'
import { pageOf, toSearchParams, withParams } from '@/lib/http/search-params'
import { findGoals } from '@/lib/insights/goals'
import type { Course } from '@/lib/insights/metrics/define-metric'
import { parseSelection } from '@/lib/insights/metrics/drilldown/selection'
import { noiseWords } from '@/lib/insights/metrics/noise'
import { findMetric } from '@/lib/insights/metrics/registry'
import { settingsOf } from '@/lib/insights/metrics/settings'
import { chartBuckets, openRows } from '@/lib/insights/reports/buckets'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { everything, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { findMarked } from '@/lib/insights/reports/find-marked'
import { chartGoals, goalWords } from '@/lib/insights/reports/goal-words'
import { readRows } from '@/lib/insights/reports/rows/read-rows'
import { coverWords, narrowedWords } from '@/lib/insights/reports/wording'
import { changeSentence } from '@/lib/insights/reports/wording-changes'
import { digestOf } from '@/lib/summaries/metric-facts'
import { changeSubject } from '@/lib/summaries/subject'
import { dayOf } from '@/lib/time/days'
import { WordsFromModel } from '../../summaries/words-from-model'
import { Rows } from './rows'

type Params = Promise<{ org: string; metric: string }>
type Props = { params: Params; searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await pageMember(params)
  const { title } = await metricOf(params)
  return { title }
}

export default organizationPage(MetricPage)

async function MetricPage({ params, searchParams }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug: org, timeZone } = organization
  const metric = await metricOf(params)
  const { title } = metric
  const query = toSearchParams(await searchParams)
  const now = new Date()
  const { filters, problems } = parseMetricFilters(query, timeZone, now)
  const { selection, problems: selectionProblems } = parseSelection(query, metric.rows)
  const settings = settingsOf(organization, filters.leadTime)
  const path = `/${org}/insights/${metric.slug}`
  const insights = `/${org}/insights${metricQuery(filters)}`
  if (!mayUse(organization, metric.feature, now)) {
    return (
      <>
        <Header insights={insights} title={title} />
        <LockedPart organization={org}>{metric.define(settings).definition}</LockedPart>
      </>
    )
  }
  const page = await inTime(readRows(organization, metric, filters, now, pageOf(query), selection))
  const filterChoices = await listFilterChoices(id)
  const filterLine = (
    <>
      <FilterLine
        choices={filterChoices}
        filters={filters}
        given={new URLSearchParams(withParams(query.toString(), selection))}
        leadTimeFrom={metric.variant ? settings.leadTimeFrom : null}
        path={path}
        problems={problems}
        today={dayOf(now, organization.timeZone)}
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
  const goals = { goals: await findGoals(id, filters, settings), filters }
  const annotations = page.trend ? await findMarked(id, filters, page.period) : []
  return (
    <>
      <Header
        actions={
          <a className={buttonClass()} download href={`${path}/csv${metricQuery(filters)}`}>
            <Download /> Download CSV
          </a>
        }
        insights={insights}
        lead={[coverWords(page, filters), narrowedWords(filters)].filter(Boolean).join(' ')}
        title={title}
      />
      {filterLine}
      <RowsNumber
        goal={goalWords(goals, metric, page.result)}
        metric={metric}
        previousHref={`${path}${withParams(metricQuery(filters, { firstDay, lastDay }), selection)}`}
        previousPeriod={page.previousPeriod}
        result={page.result}
      />
      {page.result.change && (
        <WordsFromModel
          digest={digestOf([[metric, page.result]])}
          now={now}
          organization={organization}
          subject={changeSubject(metric, filters)}
        />
      )}
      {page.trend && (
        <Section id="trend" title="Trend">
          <TrendChart
            buckets={chartBuckets(page.trend.course.buckets, annotations)}
            goals={chartGoals(goals, metric, page.trend.course.buckets)}
            id="trend-chart"
            kind={page.trend.course.kind}
            previous={page.trend.previous && previousCourse(page.trend.previous)}
            rows={openRows(path, filters)}
            title={page.trend.course.words}
            unit={page.trend.course.unit}
            values={page.trend.course.values}
          />
        </Section>
      )}
      {page.result.contributions && (
        <Section
          id="what-changed"
          lead={[changeSentence(metric, page.result), noiseWords].filter(Boolean).join(' ')}
          title="What changed"
        >
          <WhatChanged filters={filters} metric={metric} path={path} result={page.result} />
        </Section>
      )}
      <Section id="made" title="How this number was made">
        <Provenance
          calculation={page.calculation}
          coverage={metric.slug === 'coverage' ? null : page.coverage}
          metric={metric}
          organization={org}
          result={page.result}
          settings={settings}
        />
      </Section>
      <Rows filters={filters} organization={organization} page={page} path={path} sorts={metric.rows.sort} />
      <ListKeys />
    </>
  )
}

function previousCourse({ buckets, values }: Course) {
  return { names: chartBuckets(buckets).names, values }
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
