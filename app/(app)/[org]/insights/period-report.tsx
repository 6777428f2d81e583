import { organizationSection } from '@/app/organization-page'
import { AnnotationList } from '@/components/charts/annotations'
import { DeploymentBars } from '@/components/insights/deployment-bars'
import { Headline } from '@/components/insights/headline'
import { Slowest } from '@/components/insights/slowest'
import { PeriodIncidents } from '@/components/period-report/period-incidents'
import { PeriodMetrics } from '@/components/period-report/period-metrics'
import { ShippedList } from '@/components/period-report/shipped-list'
import { LockedPart } from '@/components/plan/locked'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { isDaily } from '@/lib/insights/metrics/deployment-frequency'
import type { LeadTime } from '@/lib/insights/metrics/lead-time'
import type { RecoveryTime } from '@/lib/insights/metrics/recovery-time'
import { findMetric } from '@/lib/insights/metrics/registry'
import { startText } from '@/lib/insights/metrics/settings'
import { chartBuckets, openRows } from '@/lib/insights/reports/buckets'
import { metricQuery } from '@/lib/insights/reports/filters'
import { findMarked } from '@/lib/insights/reports/find-marked'
import { chartGoals } from '@/lib/insights/reports/goal-words'
import { nameReport } from '@/lib/insights/reports/name-report'
import { readShipped } from '@/lib/insights/reports/read-shipped'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { headline, shippedWords } from '@/lib/insights/reports/wording-headline'
import { digestOf, metricsOf } from '@/lib/summaries/metric-facts'
import { weekSubject } from '@/lib/summaries/subject'
import type { CalendarPeriod } from '@/lib/time/calendar-period'
import { partUnit } from '@/lib/time/period'
import { WordsFromModel } from '../summaries/words-from-model'

type Props = { organization: Organization; report: MetricsReport; calendar: CalendarPeriod }

/** A week, a month or a quarter from its sentence down to what it shipped. */
export const PeriodReport = organizationSection(readPeriodReport)

async function readPeriodReport({ organization, report, calendar }: Props) {
  const annotations = await findMarked(organization.id, report.filters, report.period)
  const daily = isDaily(report.period)
  const buckets = chartBuckets(daily ? report.period.days : report.period.parts, annotations)
  const shipped = shippedWords(report)
  const { slug } = organization
  const { leadTime, recoveryTime, deploymentFrequency } = report
  return (
    <>
      <div className="flex flex-col gap-2">
        <Headline phrases={headline(report)} />
        {shipped && <Headline className="max-w-4xl" phrases={shipped} />}
      </div>
      <PeriodMetrics organization={slug} report={report} />
      {calendar.kind === 'week' && (
        <WordsFromModel
          digest={digestOf(metricsOf(report))}
          now={report.period.now}
          organization={organization}
          subject={weekSubject(calendar, report.filters)}
        />
      )}
      <div className="flex flex-col gap-2 print:[&_details]:hidden">
        <DeploymentBars
          buckets={buckets}
          goals={chartGoals(
            report,
            findMetric('deployment-frequency'),
            daily ? report.period.days : report.period.parts,
          )}
          outcomes={daily ? deploymentFrequency.perDay : deploymentFrequency.perPart}
          rolledBackFails={report.settings.rolledBackFails}
          rows={openRows(`/${slug}/insights/deployment-frequency`, report.filters)}
          title={`Deployments per ${daily ? 'day' : partUnit(report.period)}`}
        />
        <AnnotationList buckets={buckets} />
      </div>
      {leadTime && recoveryTime ? (
        <PeriodDetails leadTime={leadTime} organization={organization} recoveryTime={recoveryTime} report={report} />
      ) : (
        <LockedPart organization={slug}>
          What was shipped, incidents with their recovery and the slowest pull requests.
        </LockedPart>
      )}
    </>
  )
}

type PeriodDetailsProps = {
  organization: Organization
  report: MetricsReport
  leadTime: LeadTime
  recoveryTime: RecoveryTime
}

const maxShipped = { services: 8, ofEach: 3 }
const maxSlowest = 5

/** What a period shipped, broke and took long for. */
const PeriodDetails = organizationSection(readPeriodDetails)

async function readPeriodDetails({ organization, report, leadTime, recoveryTime }: PeriodDetailsProps) {
  const { filters, period } = report
  const { id, slug } = organization
  const [shipped, names] = await Promise.all([
    readShipped(organization, filters, period.now, maxShipped),
    nameReport(id, { leadTime, recoveryTime: null }, 0),
  ])
  return (
    <>
      <Section
        id="shipped"
        lead={
          shipped.services.length > 0 &&
          `Services with the most pull requests come first, and of each the latest to reach production. Times are lead times ${startText[leadTime.from]}.`
        }
        title="Shipped"
      >
        <ShippedList
          allHref={(service) => `/${slug}/insights/lead-time${metricQuery(filters, { service })}`}
          leadTime={leadTime}
          organization={slug}
          shipped={shipped}
        />
      </Section>
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2 print:grid-cols-2 print:gap-x-6 [&>:only-child]:col-span-full">
        <Section id="incidents" title="Incidents">
          <PeriodIncidents organization={slug} period={period} recoveryTime={recoveryTime} />
        </Section>
        {leadTime.slowest.length > 0 && (
          <Section id="slowest" title="Slowest to production">
            <Slowest
              missing={leadTime.missing}
              names={names.pullRequests}
              organization={slug}
              slowest={leadTime.slowest.slice(0, maxSlowest)}
            />
          </Section>
        )}
      </div>
    </>
  )
}
