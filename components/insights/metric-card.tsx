import { Sparkline } from '@/components/charts/sparkline'
import { Link } from '@/components/ui/link'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { metricQuery } from '@/lib/insights/reports/filters'
import { goalWords } from '@/lib/insights/reports/goal-words'
import { sparkOf } from '@/lib/insights/reports/metric-cards'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { missingText, reachWords, sampleText } from '@/lib/insights/reports/wording'
import { BigValue } from './big-value'
import { ChangeWords } from './change-words'
import { LevelWords } from './level-words'
import { cardNote, ProvenanceNote } from './provenance-note'

/** `organization` is its slug. */
type Props = { metric: AnyMetric; result: MetricValue; report: MetricsReport; organization: string }

/** A number with its level, its sample, its change, its course, and the way to how it was made. */
export function MetricCard({ metric, result, report, organization }: Props) {
  const { slug, title } = metric
  const variant = metric.variant?.(result)
  const also = metric.also?.(result)
  const goal = goalWords(report, metric, result)
  const spark = result.value === null ? null : sparkOf(metric, result, report.period)
  return (
    <section aria-labelledby={`card-${slug}`} className="metric-card">
      <header>
        <h2 id={`card-${slug}`}>{title}</h2>
        <ProvenanceNote
          id={cardNote(slug)}
          metric={metric}
          organization={organization}
          report={report}
          result={result}
        />
      </header>
      <BigValue result={result} />
      <div className="words">
        {result.value === null ? (
          <p>{missingText(metric, result)}</p>
        ) : (
          <>
            <LevelWords className="text-sm" leveled={result} />
            <p>
              <Link
                className="quiet-link"
                href={`/${organization}/insights/${slug}${metricQuery(report.filters)}`}
                prefetch={false}
              >
                {sampleText(metric, result.provenance.sampleSize)}
                <span className="sr-only"> behind {title}</span>
              </Link>
              {variant && `, ${variant}`}, {reachWords(report)}
            </p>
            <ChangeWords previousPeriod={report.previousPeriod} result={result} />
          </>
        )}
        {goal && (
          <p className="tabular-nums" title={goal.held}>
            {goal.words}
          </p>
        )}
        {also && <p className="tabular-nums">{also}</p>}
      </div>
      <div>{spark && spark.values.length > 1 && <Sparkline {...spark} />}</div>
    </section>
  )
}
