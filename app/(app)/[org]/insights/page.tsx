import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { FilterLine } from '@/components/insights/filter-line'
import { NoReport } from '@/components/insights/no-report'

import { TookTooLong } from '@/components/insights/took-too-long'
import { OpenSignals } from '@/components/risk/open-signals'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { ListKeys } from '@/components/ui/list-keys'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { inTime } from '@/lib/http/in-time'
import { toSearchParams } from '@/lib/http/search-params'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { defaultPreset, everything, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { listWaiting } from '@/lib/insights/reports/list-waiting'
import { readReport } from '@/lib/insights/reports/read-report'
import { settingsWords } from '@/lib/insights/reports/settings-words'
import { coverWords } from '@/lib/insights/reports/wording'
import { numbersOfService } from '@/lib/insights/services/numbers'
import { parseServiceSort } from '@/lib/insights/services/rows'
import { countOpenSignals } from '@/lib/risk/list'
import { NoProduction } from './no-production'
import { ReportView } from './report-view'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Insights' }

export default organizationPage(InsightsPage)

async function InsightsPage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const query = toSearchParams(await searchParams)
  const now = new Date()
  const { filters, problems } = parseMetricFilters(query, timeZone, now)
  const report = await inTime(readReport(organization, filters, now))
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
  // Not at the same time as the report, which takes two connections itself.
  const [filterChoices, waiting, signals] = await Promise.all([
    listFilterChoices(id),
    report && isKnown ? listWaiting(id, filters) : [],
    mayUse(organization, 'signals', now) ? countOpenSignals(id, now) : null,
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
        lead={report && isKnown && [coverWords(report), settingsWords(report)].join(' ')}
        title="Insights"
      />
      <FilterLine
        choices={filterChoices}
        filters={filters}
        given={query}
        leadTimeFrom={report?.leadTime?.from ?? null}
        path={path}
        problems={problems}
        unknown={unknown}
      />
      {signals && <OpenSignals organization={slug} {...signals} />}
      {!isKnown && <NoReport href={`${path}${metricQuery(filters, everything)}`} />}
      {report && isKnown && (
        <ReportView
          order={parseServiceSort(query.get('sort'), numbersOfService)}
          organization={organization}
          report={report}
          waiting={waiting}
        />
      )}
      {!report && <TookTooLong />}
      <ListKeys />
    </>
  )
}
