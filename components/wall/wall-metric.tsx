import { Sparkline } from '@/components/charts/sparkline'
import { BigValue } from '@/components/insights/big-value'
import { ChangeWords } from '@/components/insights/change-words'
import { LevelWords } from '@/components/insights/level-words'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { goalWords } from '@/lib/insights/reports/goal-words'
import { sparkOf } from '@/lib/insights/reports/metric-cards'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { missingText, sampleText } from '@/lib/insights/reports/wording'

type Props = { metric: AnyMetric; result: MetricValue; report: MetricsReport }

/** A number to be read from across the room. */
export function WallMetric({ metric, result, report }: Props) {
  const { title } = metric
  const variant = metric.variant?.(result)
  const goal = goalWords(report, metric, result)
  const spark = sparkOf(metric, result, report.period)
  return (
    <section
      aria-label={title}
      className="row-span-4 grid grid-rows-subgrid gap-y-[0.35em] border-t-[max(2px,0.12em)] border-strong-line pt-[0.7em]"
    >
      <h2 className="text-[1.2em] leading-tight font-medium">{title}</h2>
      <BigValue className="text-[3em] leading-none" result={result} />
      <div className="text-[1.25em] leading-snug text-muted">
        <LevelWords leveled={result} />
        <p>
          {result.value === null ? missingText(metric, result) : sampleText(metric, result.provenance.sampleSize)}
          {result.value !== null && variant && `, ${variant}`}
        </p>
        {result.change && <ChangeWords previousPeriod={report.previousPeriod} result={result} />}
        {goal && <p className="tabular-nums">{goal.words}</p>}
      </div>
      <div className="self-end pt-[0.6em] [--stroke:max(1px,0.06em)] [&>svg]:h-[3.2em]">
        {spark && <Sparkline {...spark} />}
      </div>
    </section>
  )
}
