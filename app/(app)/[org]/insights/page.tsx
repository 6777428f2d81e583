import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { HistoryKeys } from '@/components/deployments/history-keys'
import { ChoicesForm } from '@/components/insights/choices-form'
import { FilterLine } from '@/components/insights/filter-line'
import { NoReport } from '@/components/insights/no-report'
import { parseServiceOrder } from '@/components/insights/service-order'
import { TookTooLong } from '@/components/insights/took-too-long'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/auth/page-member'
import { inTime } from '@/lib/in-time'
import { readChoices } from '@/lib/metric-choices/read'
import { benchmarkYears } from '@/lib/metrics/levels'
import { chosenWords } from '@/lib/reports/chosen-words'
import { listFilterChoices } from '@/lib/reports/filter-choices'
import { defaultPreset, everything, metricQuery, parseMetricFilters } from '@/lib/reports/filters'
import { listWaiting } from '@/lib/reports/list-waiting'
import { readReport } from '@/lib/reports/read-report'
import { coverWords } from '@/lib/reports/wording'
import { toSearchParams } from '@/lib/search-params'
import { choose } from './actions'
import { NoProduction } from './no-production'
import { ReportView } from './report-view'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Insights' }

export default async function InsightsPage({ params, searchParams }: Props) {
  const { user, organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const query = toSearchParams(await searchParams)
  const now = new Date()
  const { filters, problems } = parseMetricFilters(query, timeZone, now)
  const choices = await readChoices(user.id)
  const report = await inTime(readReport(organization, filters, choices, now))
  const path = `/${slug}/insights`
  if (report?.dataFrom === null) {
    return (
      <>
        <PageHeader title="Insights" />
        <NoProduction organization={organization} role={role} />
      </>
    )
  }
  const unknown = report?.unknown ?? []
  const isKnown = unknown.length === 0
  // Not beside the report, which takes two connections itself.
  const [filterChoices, waiting] = await Promise.all([
    listFilterChoices(id),
    report && isKnown ? listWaiting(id, filters) : [],
  ])
  return (
    <>
      <PageHeader
        actions={
          isKnown && (
            <>
              <ButtonLink href={`/${slug}/wall${metricQuery(filters)}`} look="quiet">
                Wall
              </ButtonLink>
              <ButtonLink href={`${path}/week${metricQuery(filters, { preset: defaultPreset })}`} look="quiet">
                Week
              </ButtonLink>
              <a className={buttonClass()} download href={`${path}/deployment-frequency/csv${metricQuery(filters)}`}>
                <Download aria-hidden="true" className="size-4" />
                Deployments as CSV
              </a>
            </>
          )
        }
        lead={report && isKnown && [coverWords(report), chosenWords(report, user)].filter(Boolean).join(' ')}
        title="Insights"
      />
      <FilterLine
        choices={filterChoices}
        filters={filters}
        given={query}
        path={path}
        problems={problems}
        unknown={unknown}
      >
        <details className="text-sm open:basis-full">
          <summary className="w-fit text-muted underline-offset-4 hover:text-ink hover:underline">
            How you read the numbers
          </summary>
          <div className="pt-3 pb-2">
            <ChoicesForm action={choose} choices={choices} years={benchmarkYears} />
          </div>
        </details>
      </FilterLine>
      {!isKnown && <NoReport href={`${path}${metricQuery(filters, everything)}`} />}
      {report && isKnown && (
        <ReportView
          order={parseServiceOrder(query.get('sort'))}
          organization={organization}
          report={report}
          waiting={waiting}
        />
      )}
      {!report && <TookTooLong />}
      <HistoryKeys />
    </>
  )
}
