import type { ReactNode } from 'react'
import { AnnotationList } from '@/components/charts/annotations'
import { packPercentiles, percentilesOf } from '@/components/charts/distribution-cells'
import { PairedBars } from '@/components/charts/paired-bars'
import { PercentileChart } from '@/components/charts/percentile-chart'
import { RangeStrip } from '@/components/charts/range-strip'
import { RateChart } from '@/components/charts/rate-chart'
import { LockedPart } from '@/components/plan/locked'
import { StageBar } from '@/components/pull-requests/stage-bar'
import { formatCount, plural } from '@/lib/core/format'
import type { Annotation } from '@/lib/insights/charts/annotation'
import type { CycleTime } from '@/lib/insights/metrics/cycle-time'
import { isDaily } from '@/lib/insights/metrics/deployment-frequency'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { findMetric, type MetricSlug } from '@/lib/insights/metrics/registry'
import type { SizeClass } from '@/lib/insights/metrics/sizes'
import type { Stages } from '@/lib/insights/metrics/stages'
import { chartBuckets, openRows } from '@/lib/insights/reports/buckets'
import { chartGoals } from '@/lib/insights/reports/goal-words'
import { rounded } from '@/lib/insights/reports/metric-cards'
import type { MetricsReport } from '@/lib/insights/reports/report'
import type { Stage } from '@/lib/pull-requests/stages'
import { partUnit } from '@/lib/time/period'
import { DeploymentBars } from './deployment-bars'
import { MetricCard } from './metric-card'
import { NoteButton } from './note'
import { cardNote, ProvenanceNote } from './provenance-note'

type Props = { report: MetricsReport; organization: string; annotations: readonly Annotation[] }

/** How the numbers of a report went over its days and weeks. */
export function Trends({ report, organization, annotations }: Props) {
  const { period, filters, deploymentFrequency, leadTime, changeFailureRate, throughput, cycleTime, pullRequestSize } =
    report
  const rowsOf = (slug: MetricSlug) => openRows(`/${organization}/insights/${slug}`, filters)
  const daily = isDaily(period)
  const goalsOf = (slug: MetricSlug, buckets = period.parts) => chartGoals(report, findMetric(slug), buckets)
  const unit = partUnit(period)
  const parts = chartBuckets(period.parts, annotations)
  const ofParts = <T,>(pick: (part: number) => T) => period.parts.map((_, part) => pick(part))
  const trend = (slug: MetricSlug, result: MetricValue, chart: ReactNode) => {
    const metric = findMetric(slug)
    return (
      <div className="trend">
        <div>
          {metric.isKey ? (
            <NoteButton note={cardNote(slug)} title={metric.title} />
          ) : (
            <ProvenanceNote
              id={`trend-${slug}`}
              metric={metric}
              organization={organization}
              report={report}
              result={result}
            />
          )}
        </div>
        {chart}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-12 print:gap-6">
      <AnnotationList buckets={parts} />
      {trend(
        'deployment-frequency',
        deploymentFrequency,
        <DeploymentBars
          buckets={daily ? chartBuckets(period.days, annotations) : parts}
          goals={goalsOf('deployment-frequency', daily ? period.days : period.parts)}
          outcomes={daily ? deploymentFrequency.perDay : deploymentFrequency.perPart}
          rolledBackFails={report.settings.rolledBackFails}
          rows={rowsOf('deployment-frequency')}
          title={`Deployments ${daily ? 'per day' : 'per week'}`}
        />,
      )}
      {leadTime && changeFailureRate && throughput && cycleTime && pullRequestSize ? (
        <div className="grid gap-x-10 gap-y-12 lg:grid-cols-2 print:grid-cols-2 print:gap-6">
          {trend(
            'lead-time',
            leadTime,
            <PercentileChart
              buckets={parts}
              empty={leadTime.missing ?? undefined}
              goals={goalsOf('lead-time')}
              id="lead-time"
              percentiles={packPercentiles(ofParts((part) => leadTime.perPart[part]))}
              rows={rowsOf('lead-time')}
              title={`Lead time per ${unit}, from ${leadTime.from === 'merge' ? 'the merge' : 'the first commit'}`}
            />,
          )}
          {trend(
            'change-failure-rate',
            changeFailureRate,
            <RateChart
              buckets={parts}
              counts={ofParts((part) => changeFailureRate.perPart[part]?.of ?? 0)}
              goals={goalsOf('change-failure-rate')}
              id="change-failure-rate"
              rates={ofParts((part) => changeFailureRate.perPart[part]?.rate ?? null).map(rounded)}
              rows={rowsOf('change-failure-rate')}
              title={`Change failure rate per ${unit}`}
            />,
          )}
          <div className="flex flex-col gap-12">
            {trend(
              'throughput',
              throughput,
              <PairedBars
                buckets={parts}
                id="throughput"
                rows={rowsOf('throughput')}
                series={[
                  { name: 'merged', counts: ofParts((part) => throughput.perPart[part]?.merged ?? 0) },
                  { name: 'deployed', counts: ofParts((part) => throughput.perPart[part]?.deployed ?? 0) },
                ]}
                title={`Pull requests per ${unit}, merged against deployed`}
              />,
            )}
            {leadTime.stages &&
              trend(
                'lead-time',
                leadTime,
                <figure className="flex flex-col gap-3">
                  <figcaption className="pr-8 text-sm font-medium">
                    From first commit to production, on average
                    <span className="block text-xs font-normal text-muted">
                      Means of {plural(leadTime.stages.count, 'pull request')}: means add up, medians do not.
                    </span>
                  </figcaption>
                  <StageBar stages={stagesOfMeans(leadTime.stages)} />
                </figure>,
              )}
          </div>
          <div className="flex flex-col gap-12">
            {trend('cycle-time', cycleTime, <SizeStrip cycleTime={cycleTime} />)}
            <MetricCard
              metric={findMetric('pull-request-size')}
              organization={organization}
              report={report}
              result={pullRequestSize}
            />
          </div>
        </div>
      ) : (
        <LockedPart organization={organization}>
          Lead time and change failure rate over time, pull requests merged against deployed, and how long they take by
          their size.
        </LockedPart>
      )}
    </div>
  )
}

/** How long pull requests took from opening to merge, by how many lines they changed. */
function SizeStrip({ cycleTime: { bySize, distribution: all, missing } }: { cycleTime: CycleTime }) {
  return (
    <RangeStrip
      empty={missing ?? undefined}
      id="cycle-time"
      rows={(all ? bySize : []).map(({ class: size, distribution }) => ({
        label: `${size.name}, ${linesOf(size)}`,
        href: null,
        percentiles: percentilesOf(distribution),
        note: plural(distribution?.count ?? 0, 'pull request'),
      }))}
      title="Opened to merged, by size"
    />
  )
}

function linesOf({ atLeast, below }: SizeClass): string {
  if (below === null) return `${formatCount(atLeast)} lines or more`
  return atLeast === 0
    ? `under ${formatCount(below)} lines`
    : `${formatCount(atLeast)} to ${formatCount(below - 1)} lines`
}

/** The means of stages as a bar takes them; coding and review that could not be told apart only where there are any. */
function stagesOfMeans({ coding, review, codingAndReview, deploy }: Stages): Pick<Stage, 'name' | 'seconds'>[] {
  return [
    { name: 'coding', seconds: coding },
    { name: 'review', seconds: review },
    ...(codingAndReview > 0 ? [{ name: 'coding and review' as const, seconds: codingAndReview }] : []),
    { name: 'deploy', seconds: deploy },
  ]
}
