import { DeploymentBars } from '@/components/insights/deployment-bars'
import { Headline } from '@/components/insights/headline'
import { LockedPart } from '@/components/plan/locked'
import { WeekMetrics } from '@/components/week/week-metrics'
import type { Organization } from '@/lib/accounts/organizations/find'
import { chartBuckets, openRows } from '@/lib/insights/reports/buckets'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { headline } from '@/lib/insights/reports/wording-headline'
import { digestOf, metricsOf } from '@/lib/summaries/metric-facts'
import { weekSubject } from '@/lib/summaries/subject'
import type { IsoWeek } from '@/lib/time/iso-week'
import { WordsFromModel } from '../../summaries/words-from-model'
import { WeekDetails } from './week-details'

type Props = { organization: Organization; report: MetricsReport; week: IsoWeek }

/** A week from its sentence down to what it shipped. */
export function WeekReport({ organization, report, week }: Props) {
  const { slug } = organization
  const { leadTime, recoveryTime, deploymentFrequency } = report
  return (
    <>
      <Headline phrases={headline(report)} />
      <WeekMetrics organization={slug} report={report} />
      <WordsFromModel
        digest={digestOf(metricsOf(report))}
        now={report.period.now}
        organization={organization}
        subject={weekSubject(week, report.filters)}
      />
      <div className="print:[&_details]:hidden">
        <DeploymentBars
          buckets={chartBuckets(report.period.days)}
          outcomes={deploymentFrequency.perDay}
          rolledBackFails={report.settings.rolledBackFails}
          rows={openRows(`/${slug}/insights/deployment-frequency`, report.filters)}
          title="Deployments per day"
        />
      </div>
      {leadTime && recoveryTime ? (
        <WeekDetails leadTime={leadTime} organization={organization} recoveryTime={recoveryTime} report={report} />
      ) : (
        <LockedPart organization={slug}>
          What was shipped, incidents with their recovery and the slowest pull requests.
        </LockedPart>
      )}
    </>
  )
}
