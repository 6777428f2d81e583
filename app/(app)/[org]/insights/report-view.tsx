import { organizationSection } from '@/app/organization-page'
import { Changes } from '@/components/insights/changes'
import { Headline } from '@/components/insights/headline'
import { Incidents, maxIncidents } from '@/components/insights/incidents'
import { MetricCards } from '@/components/insights/metric-cards'
import { NoteButton } from '@/components/insights/note'
import { cardNote } from '@/components/insights/provenance-note'
import { ServiceFrequency } from '@/components/insights/service-frequency'
import { Services } from '@/components/insights/services'
import { Slowest } from '@/components/insights/slowest'
import { Trends } from '@/components/insights/trends'
import { Waiting } from '@/components/insights/waiting'
import { LockedPart } from '@/components/plan/locked'
import { ButtonLink } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { findMetric, type MetricSlug } from '@/lib/insights/metrics/registry'
import { findMarked } from '@/lib/insights/reports/find-marked'
import { nameReport } from '@/lib/insights/reports/name-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { daysText } from '@/lib/insights/reports/wording'
import { headline, shippedWords } from '@/lib/insights/reports/wording-headline'
import type { NumberName } from '@/lib/insights/services/numbers'
import type { UndeployedGroup } from '@/lib/pull-requests/list-undeployed'

type Props = {
  report: MetricsReport
  organization: { id: number; slug: string }
  order: NumberName
  waiting: UndeployedGroup[]
}

/** A report from its sentence down to what needs attention. */
export const ReportView = organizationSection(readReportView)

async function readReportView({ report, organization: { id, slug }, order, waiting }: Props) {
  const { leadTime, recoveryTime, services, previousPeriod: before } = report
  const names = await nameReport(id, report, maxIncidents)
  const annotations = await findMarked(id, report.filters, report.period)
  const shipped = shippedWords(report)
  const provenance = (metric: MetricSlug) => <NoteButton note={cardNote(metric)} title={findMetric(metric).title} />
  return (
    <>
      <div className="flex flex-col gap-2">
        <Headline phrases={headline(report)} />
        {shipped && <Headline className="max-w-4xl" phrases={shipped} />}
      </div>
      <MetricCards organization={slug} report={report} />
      {report.deploymentFrequency.previous !== null && (
        <Section id="what-changed" lead={`Against ${daysText(before.firstDay, before.lastDay)}.`} title="What changed">
          <Changes organization={slug} report={report} />
        </Section>
      )}
      <Section id="trends" title="Trends">
        <Trends annotations={annotations} organization={slug} report={report} />
      </Section>
      <Section id="services" title="Services">
        {services ? (
          <Services order={order} organization={slug} report={report} services={services} />
        ) : (
          <ServiceFrequency organization={slug} report={report} />
        )}
      </Section>
      {recoveryTime && (
        <Section
          actions={
            <div className="flex flex-wrap gap-2">
              <ButtonLink href={`/${slug}/incidents`}>Recorded incidents</ButtonLink>
              {provenance('recovery-time')}
            </div>
          }
          id="incidents"
          title="Incidents"
        >
          <Incidents names={names} organization={slug} recoveryTime={recoveryTime} report={report} />
        </Section>
      )}
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2 print:grid-cols-2 print:gap-x-6">
        <Section
          id="waiting"
          lead={waiting.length > 0 && 'As of now, the longest wait of each service.'}
          title="Merged, not deployed"
        >
          <Waiting groups={waiting} organization={slug} />
        </Section>
        {leadTime ? (
          <Section
            actions={provenance('lead-time')}
            id="slowest"
            lead="The longest lead times of these days."
            title="Slowest to production"
          >
            <Slowest
              missing={leadTime.missing}
              names={names.pullRequests}
              organization={slug}
              slowest={leadTime.slowest}
            />
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
