import type { Metadata } from 'next'
import { OutcomeBars } from '@/components/charts/outcome-bars'
import { Headline } from '@/components/insights/headline'
import { LockedPart } from '@/components/insights/locked'
import { Waiting } from '@/components/insights/waiting'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { WeekFigures } from '@/components/week/week-figures'
import { WeekLinks } from '@/components/week/week-links'
import { pageMember } from '@/lib/auth/page-member'
import { formatExact } from '@/lib/format'
import { readChoices } from '@/lib/metric-choices/read'
import { linkBuckets } from '@/lib/reports/buckets'
import { parseMetricFilters } from '@/lib/reports/filters'
import { instrumentsOf } from '@/lib/reports/instruments'
import { listWaiting } from '@/lib/reports/list-waiting'
import { readReport } from '@/lib/reports/read-report'
import { daysText } from '@/lib/reports/wording'
import { headline } from '@/lib/reports/wording-headline'
import { toSearchParams } from '@/lib/search-params'
import { chosenWeek } from './chosen-week'
import { WeekDetails } from './week-details'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Week' }

export default async function WeekPage({ params, searchParams }: Props) {
  const { organization, user } = await pageMember(params)
  const { id, slug, name, timeZone } = organization
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const { week, previous, next, latest, problem } = chosenWeek(query.get('week'), now, timeZone)
  const { firstDay, lastDay } = week
  const subject = parseMetricFilters(query, timeZone, now).filters
  const filters = { ...subject, firstDay, lastDay, preset: null }
  const choices = await readChoices(user.id)
  const [report, waiting] = await Promise.all([
    readReport(organization, filters, choices, now),
    latest ? listWaiting(id, filters) : [],
  ])
  const linkTo = (name: string) => ({ name, href: `/${slug}/insights/week${weekQuery(query, name)}` })
  const { perDay } = report.deploymentFrequency
  const buckets = linkBuckets(report.period.days, `/${slug}/insights/deployment-frequency`, filters)
  const { service, team, repository, environment } = filters
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
        lead={`${[name, ...narrowed].join(' · ')}, week ${week.name}. Days are those of ${timeZone}.`}
        title={daysText(firstDay, lastDay)}
      />
      <Headline phrases={headline(report)} />
      <WeekFigures instruments={instrumentsOf(report)} previousPeriod={report.previousPeriod} />
      <div className="print:[&_details]:hidden">
        <OutcomeBars
          buckets={buckets.map((bucket, index) => {
            const { success = 0, failure = 0, rolledBack = 0 } = perDay[index] ?? {}
            return { ...bucket, success, failed: failure + rolledBack }
          })}
          title="Deployments per day"
          unit="deployments"
        />
      </div>
      {report.leadTime && report.recoveryTime ? (
        <WeekDetails
          leadTime={report.leadTime}
          organization={organization}
          recoveryTime={report.recoveryTime}
          report={report}
        />
      ) : (
        <LockedPart organization={slug}>
          What was shipped, incidents with their recovery, and the slowest pull requests would stand here.
        </LockedPart>
      )}
      {latest && (
        <Section id="waiting" lead={`As of ${formatExact(now, timeZone)}.`} title="Merged, not deployed">
          <Waiting groups={waiting} organization={slug} />
        </Section>
      )}
      <p className="hidden text-xs text-muted print:block">
        Made by Leadline on {formatExact(now, timeZone)}: /{slug}/insights/week{weekQuery(query, week.name)}
      </p>
    </>
  )
}

function weekQuery(query: URLSearchParams, week: string): string {
  const params = new URLSearchParams(query)
  for (const name of ['range', 'from', 'to']) params.delete(name)
  params.set('week', week)
  return `?${params}`
}
