import { organizationSection } from '@/app/organization-page'
import { Headline } from '@/components/insights/headline'
import { Incidents, mostIncidents } from '@/components/insights/incidents'
import { Instruments } from '@/components/insights/instruments'
import { LockedPart } from '@/components/insights/locked'
import { MadeNote } from '@/components/insights/made-note'
import { ServiceFrequency } from '@/components/insights/service-frequency'
import type { ServiceOrder } from '@/components/insights/service-order'
import { Services } from '@/components/insights/services'
import { Slowest } from '@/components/insights/slowest'
import { Trends } from '@/components/insights/trends'
import { Waiting } from '@/components/insights/waiting'
import { Section } from '@/components/ui/section'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Figure } from '@/lib/metrics/figure'
import type { UndeployedGroup } from '@/lib/pull-requests/list-undeployed'
import { metricQuery } from '@/lib/reports/filters'
import { nameReport } from '@/lib/reports/name-report'
import type { MetricsReport } from '@/lib/reports/report'
import { headline } from '@/lib/reports/wording-headline'

type Props = {
  report: MetricsReport
  organization: { id: number; slug: string }
  order: ServiceOrder
  waiting: UndeployedGroup[]
}

/** A report from its sentence down to what needs attention. */
export const ReportView = organizationSection(readReportView)

async function readReportView({ report, organization: { id, slug }, order, waiting }: Props) {
  const { leadTime, recoveryTime, services } = report
  const names = await nameReport(id, report, mostIncidents)
  const made = (metric: MetricSlug, figure: Figure) => (
    <MadeNote
      coverage={metric === 'lead-time' ? report.coverage : null}
      figure={figure}
      href={`/${slug}/insights/${metric}${metricQuery(report.filters)}`}
      id={`section-${metric}`}
      report={report}
      slug={metric}
    />
  )
  return (
    <>
      <Headline phrases={headline(report)} />
      <Instruments organization={slug} report={report} />
      <Section id="trends" title="Trends">
        <Trends organization={slug} report={report} />
      </Section>
      <Section id="services" title="Services">
        {services ? (
          <Services order={order} organization={slug} report={report} services={services} />
        ) : (
          <ServiceFrequency organization={slug} report={report} />
        )}
      </Section>
      {recoveryTime && (
        <Section actions={made('recovery-time', recoveryTime)} id="incidents" title="Incidents">
          <Incidents names={names} organization={slug} recoveryTime={recoveryTime} report={report} />
        </Section>
      )}
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
        <Section
          id="waiting"
          lead={waiting.length > 0 && 'As of now, the longest wait of each service.'}
          title="Merged, not deployed"
        >
          <Waiting groups={waiting} organization={slug} />
        </Section>
        {leadTime ? (
          <Section
            actions={made('lead-time', leadTime)}
            id="slowest"
            lead="The longest lead times of these days."
            title="Slowest to production"
          >
            <Slowest missing={leadTime.missing} names={names} organization={slug} slowest={leadTime.slowest} />
          </Section>
        ) : (
          <Section id="incidents" title="Incidents, slowest to production">
            <LockedPart organization={slug}>
              What failed and how long production waited for the next success, and the pull requests that took longest
              to production.
            </LockedPart>
          </Section>
        )}
      </div>
    </>
  )
}
