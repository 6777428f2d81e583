import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { goalWords } from '@/lib/insights/reports/goal-words'
import { sparkOf } from '@/lib/insights/reports/metric-cards'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { missingText, reachWords, sampleText } from '@/lib/insights/reports/wording'
import { Card } from './card'
import { ChangeWords } from './change-words'
import { cardNote, noteOf } from './provenance-note'

/** `organization` is its slug. */
type Props = { metric: AnyMetric; result: MetricValue; report: MetricsReport; organization: string }

/** A number with its level, its sample, its change, its course, and the way to how it was made. */
export function MetricCard({ metric, result, report, organization }: Props) {
  const { value, unit, missing, level, noLevel, provenance } = result
  const variant = metric.variant?.(result)
  const spark = value === null ? null : sparkOf(metric, result, report.period)
  return (
    <Card
      also={metric.also?.(result) ?? null}
      behind={`${variant ? `, ${variant}` : ''}, ${reachWords(report)}`}
      change={<ChangeWords previousPeriod={report.previousPeriod} result={result} />}
      goal={goalWords(report, metric, result)}
      id={`card-${metric.slug}`}
      leveled={{ level, noLevel }}
      missing={value === null ? missingText(metric, result) : null}
      note={noteOf({ id: cardNote(metric.slug), metric, result, report, organization })}
      sample={sampleText(metric, provenance.sampleSize)}
      spark={spark && spark.values.length > 1 ? spark : null}
      value={{ value, unit, missing }}
    />
  )
}
