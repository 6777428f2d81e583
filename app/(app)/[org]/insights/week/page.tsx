import type { Metadata } from 'next'
import { Waiting } from '@/components/insights/waiting'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { UnknownNames } from '@/components/ui/unknown-names'
import { WeekLinks } from '@/components/week/week-links'
import { pageMember } from '@/lib/auth/page-member'
import { dayOf } from '@/lib/deployments/days'
import { formatExact } from '@/lib/format'
import { inTime } from '@/lib/in-time'
import { readChoices } from '@/lib/metric-choices/read'
import { parseMetricFilters } from '@/lib/reports/filters'
import { listWaiting } from '@/lib/reports/list-waiting'
import { readReport } from '@/lib/reports/read-report'
import { daysText, unknownWords } from '@/lib/reports/wording'
import { toSearchParams } from '@/lib/search-params'
import { chosenWeek } from './chosen-week'
import { WeekReport } from './week-report'

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
  const today = dayOf(now, timeZone)
  const isOver = lastDay < today
  const subject = parseMetricFilters(query, timeZone, now).filters
  const filters = { ...subject, firstDay, lastDay: isOver ? lastDay : today, preset: null }
  const choices = await readChoices(user.id)
  const report = await inTime(readReport(organization, filters, choices, now))
  const waiting = latest && report ? await listWaiting(id, filters) : []
  const linkTo = (name: string) => ({ name, href: `/${slug}/insights/week${weekQuery(query, name)}` })
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
        ].join(' ')}
        title={daysText(firstDay, lastDay)}
      />
      {report && <UnknownNames names={unknownWords(filters, report.unknown)} />}
      {report ? (
        <WeekReport organization={organization} report={report} />
      ) : (
        <Notice kind="refused">This week took too long to read. Reload the page to try again.</Notice>
      )}
      {latest && report && (
        <Section
          id="waiting"
          lead={`The oldest merge of each service and how long it waits, as of ${formatExact(now, timeZone)}.`}
          title="Merged, not deployed"
        >
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
